"""Write a catalogue folder with its passes as a data set: Parquet, JSON Lines, card, hashes."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from annotation import consensus
from annotation.management import pass_folders
from annotation.management.pass_folders import Judged
from annotation.release import folder as release_folder
from annotation.release import tables
from games import formats
from games.formats import CatalogueContent
from games.management import catalogue_folders


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
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise CommandError(f"{out} is not empty.")
        judged = pass_folders.judged(folder, passes, adjudicated, stderr=self.stderr)
        content = self._content(folder)
        settled = consensus.settle(judged.pairs, judged.answers, judged.adjudicated)
        _require_same(content, judged, settled)
        files = release_folder.release_files(
            content,
            tables.parts_of(content, settled, judged.answers),
            description=_card(folder),
            published=published,
            answers=pass_folders.raw_files(passes, adjudicated),
        )
        for path, data in files.items():
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (out / path).write_bytes(data)
        total = sum(map(len, files.values()))
        self.stdout.write(f"{out}: {len(files)} files, {total:,} bytes")

    def _content(self, folder: Path) -> CatalogueContent:
        reading = formats.read_catalogue(catalogue_folders.files_in(folder))
        catalogue_folders.refuse(reading.errors, stderr=self.stderr)
        assert reading.content is not None  # a reading without errors has one
        return reading.content


def _require_same(content: CatalogueContent, judged: Judged, settled: consensus.Consensus) -> None:
    """Raises CommandError where labels.jsonl says something else than the passes do."""
    if settled.open:
        raise CommandError(f"{len(settled.open)} pairs have no majority and no adjudication.")
    released = formats.labels_file(content.labels)
    if released != formats.labels_file(consensus.label_rows(settled)):
        raise CommandError("labels.jsonl is not what the passes give; run settle_labels first.")


def _card(folder: Path) -> str:
    path = folder / pass_folders.CARD
    if not path.exists():
        raise CommandError(f"{path} is missing: a release says what it is.")
    return path.read_text(encoding="utf-8")
