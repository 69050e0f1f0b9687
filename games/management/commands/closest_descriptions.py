"""The most similar descriptions of a catalogue folder, so that near-duplicates are found."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games import closest, formats
from games.llm.encode import packaged_encoder
from games.llm.packaged import PackageMissing
from games.management import catalogue_folders


class Command(BaseCommand):
    help = "List the closest descriptions by sentence similarity (needs `make models`)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--count", type=int, default=20)
        parser.add_argument(
            "--most", type=float, help="exit status 1 where a pair is more similar than this"
        )

    def handle(
        self, *args: object, folder: Path, count: int, most: float | None, **options: object
    ) -> None:
        reading = formats.read_unlabelled(catalogue_folders.files_in(folder))
        catalogue_folders.refuse(reading.errors, stderr=self.stderr)
        assert reading.content is not None  # a reading without errors has one
        sheets = [row.sheet for row in reading.content.objects]
        try:
            encoder = packaged_encoder()
        except PackageMissing as error:
            raise CommandError(str(error)) from error
        vectors = encoder.encode([sheet.description for sheet in sheets])
        near = closest.closest([sheet.key for sheet in sheets], vectors, count)
        for each in near:
            self.stdout.write(f"{each.similarity:.3f}  {each.one}  {each.other}")
        if most is not None and near and near[0].similarity > most:
            raise CommandError(f"The closest two are more similar than {most:g}.")
