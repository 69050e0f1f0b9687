"""Play every game of a catalogue folder with the players that are no models; print the figures."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from evaluation import baseline_plays
from evaluation.kari import rule_set_files
from evaluation.kari.rule_sets import RuleSet
from evaluation.metrics.intervals import Resampling
from evaluation.pages import baselines, files
from evaluation.pages.published import PUBLISHED
from games import formats
from games.management import catalogue_folders


class Command(BaseCommand):
    help = "OPTIMAL, greedy, noisy greedy, FIX20Q and random over all games of a folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--rules", type=Path, help="a file of rules for one more player")
        parser.add_argument("--by-turn", action="store_true", help="also the gain at each turn")

    def handle(
        self,
        *args: object,
        folder: Path,
        seed: int,
        by_turn: bool,
        rules: Path | None,
        **options: object,
    ) -> None:
        reading = formats.read_catalogue(catalogue_folders.files_in(folder))
        catalogue_folders.refuse(reading.errors, stderr=self.stderr)
        assert reading.content is not None  # a reading without errors has one
        if not reading.content.games:
            raise CommandError(f"{folder} has no games; `manage.py sample_games` makes some.")
        try:
            given = _rules(rules) if rules else None
            playings = baseline_plays.play_all(reading.content, seed=seed, rules=given)
        except ValueError as error:
            raise CommandError(str(error)) from error
        resampling = Resampling(seed=seed)
        tables = [baselines.compared(playings, resampling)]
        tables += [baselines.by_turn(playings, resampling)] if by_turn else []
        for table in (*tables, PUBLISHED):
            for line in files.headed(table, ""):
                self.stdout.write(line)


def _rules(file: Path) -> RuleSet:
    try:
        reading = rule_set_files.read(file.read_bytes(), file.name)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
    if reading.content is None:
        raise CommandError("\n".join(map(str, reading.errors)))
    return reading.content
