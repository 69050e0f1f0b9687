"""Write a catalogue folder with its passes as a data set: Parquet, JSON Lines, card, hashes."""

from argparse import ArgumentParser
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management.base import BaseCommand, CommandError

from annotation.management import cards, pass_folders
from annotation.release import folder as release_folder
from annotation.release import tables
from games import formats
from games.formats import CatalogueContent
from games.management import catalogue_folders

EXPLAINING = ("checks.toml", "vocabulary.md")
"""What a catalogue's folder may hold beside its rows, for those who read them."""


class Command(BaseCommand):
    help = "Write the release of a catalogue; the same files give the same bytes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        pass_folders.add_arguments(parser)
        parser.add_argument("out", type=Path, help="a new or empty folder")
        parser.add_argument("--published", required=True, help="a date, such as 2026-11-30")

    def handle(
        self,
        *args: object,
        folder: Path,
        out: Path,
        passes: Path,
        adjudicated: Path,
        published: str,
        **options: object,
    ) -> None:
        _require_new(out)
        _require_date(published)
        judged = pass_folders.judged(folder, passes, adjudicated, stderr=self.stderr)
        content = self._content(folder)
        settled = cards.settled(content, judged)
        card = cards.read(folder)
        if cards.brought_up(card, content, judged, settled) != card:
            raise CommandError("card.md is behind its files; run write_card first.")
        files = release_folder.release_files(
            content,
            tables.parts_of(content, settled, judged.answers),
            description=card,
            published=published,
            beside=_as_they_stand(folder, pass_folders.raw_files(passes, adjudicated)),
        )
        try:
            _write_whole(out, files)
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}.") from error
        total = sum(map(len, files.values()))
        self.stdout.write(f"{out}: {len(files)} files, {total:,} bytes")

    def _content(self, folder: Path) -> CatalogueContent:
        reading = formats.read_catalogue(catalogue_folders.files_in(folder))
        catalogue_folders.refuse(reading.errors, stderr=self.stderr)
        assert reading.content is not None  # a reading without errors has one
        return reading.content


def _require_new(out: Path) -> None:
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise CommandError(f"{out} is not empty.")


def _require_date(published: str) -> None:
    try:
        date.fromisoformat(published)
    except ValueError:
        raise CommandError(f"--published {published} is no date such as 2026-11-30.") from None


def _as_they_stand(folder: Path, judged: Mapping[str, bytes]) -> dict[str, bytes]:
    explaining = [folder / name for name in EXPLAINING if (folder / name).exists()]
    files = {f"catalogue/{path.name}": path.read_bytes() for path in explaining}
    return files | {f"judged/{name}": data for name, data in judged.items()}


def _write_whole(out: Path, files: Mapping[str, bytes]) -> None:
    """All files under their names, or none: they are written beside and moved in one step."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as beside:
        whole = Path(beside) / out.name
        for path, data in files.items():
            (whole / path).parent.mkdir(parents=True, exist_ok=True)
            (whole / path).write_bytes(data)
        whole.rename(out)  # over an empty folder, too
