"""Units of a study from a file: all rows or none."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from annotation.management import known_studies, unit_imports
from annotation.services import units


class Command(BaseCommand):
    help = "Add the units of a CSV, TSV or JSON Lines file to a study; twice is once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        known_studies.add_arguments(parser)
        parser.add_argument("file", type=Path)
        parser.add_argument("--dry-run", action="store_true", help="only say what is new")

    def handle(
        self,
        *args: object,
        address: str,
        version: int,
        file: Path,
        dry_run: bool,
        **options: object,
    ) -> None:
        study = known_studies.find(address, version)
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        imported = units.import_units(study, data, file.name, dry_run=dry_run)
        unit_imports.report(study, imported, dry_run=dry_run, stdout=self.stdout)
