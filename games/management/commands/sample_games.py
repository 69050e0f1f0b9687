"""Sample balanced games of a catalogue folder and write its games.jsonl."""

from argparse import ArgumentParser
from dataclasses import replace as with_changes
from pathlib import Path

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from games import formats, sampling
from games.formats import CatalogueContent, GameRow
from games.labels import Label, Split
from games.management import catalogue_folders
from games.rules import GameSpec
from games.sampling import LabelTable, SampledGame
from games.services import catalogue


class Command(BaseCommand):
    help = "Write games.jsonl: the same catalogue, count, seed and share give the same games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--count", type=int, required=True)
        parser.add_argument("--seed", type=int, required=True)
        parser.add_argument("--split-share", type=float, default=0.3, help="share of dev games")
        parser.add_argument("--replace", action="store_true", help="write over other games")
        parser.add_argument(
            "--private",
            type=Path,
            help="write to this file games that share no object and target with games.jsonl",
        )

    def handle(
        self,
        *args: object,
        folder: Path,
        count: int,
        seed: int,
        split_share: float,
        replace: bool,
        private: Path | None,
        **options: object,
    ) -> None:
        if private and private.resolve().parent == folder.resolve():
            raise CommandError(f"{private}: private games are kept outside the catalogue's folder.")
        content = self._content(folder)
        table = label_table(content)
        taken = self._taken(folder, content) if private else ()
        try:
            games = sampling.sample_games(
                table, count=count, seed=seed, dev_share=split_share, taken=taken
            )
        except ValueError as error:
            raise CommandError(str(error)) from error
        if private:
            games = tuple(with_changes(game, key=f"p{game.key}") for game in games)
        path = private or folder / formats.GAMES
        _write(path, formats.games_file([_row(game) for game in games]), replace)
        balance = sampling.balance(games)
        self.stdout.write(
            f"{path}: {len(games)} games; {balance.targets.least} to {balance.targets.most} a"
            f" target, {balance.objects.least} to {balance.objects.most} an object; the likeliest"
            f" target without a question is right in {balance.chance_by_prior:.1%}"
        )

    def _content(self, folder: Path) -> CatalogueContent:
        """The folder's catalogue without the games that may stand there."""
        files = catalogue_folders.files_in(folder)
        reading = formats.read_catalogue(
            {name: data for name, data in files.items() if name != formats.GAMES}
        )
        catalogue_folders.refuse(reading.errors, stderr=self.stderr)
        assert reading.content is not None  # a reading without errors has one
        return reading.content

    def _taken(self, folder: Path, content: CatalogueContent) -> list[tuple[str, str]]:
        """Object and target of the games that the folder has."""
        path = folder / formats.GAMES
        if not path.exists():
            raise CommandError(f"{path} is missing: private games are kept apart from public ones.")
        reading = formats.read_games(path.read_bytes(), content)
        catalogue_folders.refuse(reading.errors, stderr=self.stderr)
        return [(game.spec.object_key, game.spec.target) for game in reading.content or ()]


def label_table(content: CatalogueContent) -> LabelTable:
    objects = tuple(row.sheet.key for row in content.objects)
    affordances = tuple(row.key for row in content.affordances)
    labels = formats.labels_of(content.labels)
    answers = np.array([[labels[one][key].value for key in affordances] for one in objects])
    return LabelTable(
        objects,
        affordances,
        yes=answers == Label.YES.value,
        undecided=answers == Label.NOT_DEDUCIBLE.value,
    )


def _row(game: SampledGame) -> GameRow:
    spec = GameSpec(game.object, game.candidates, game.target)
    return GameRow(game.key, spec, Split(game.split))


def _write(path: Path, data: bytes, replace: bool) -> None:
    try:
        if path.exists() and path.read_bytes() != data and not replace:
            raise CommandError(f"{path} holds other games; --replace writes over them.")
        catalogue.write_whole(path, data)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
