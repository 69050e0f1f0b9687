"""Store a catalogue folder; the same folder again changes nothing."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand

from games.management import catalogue_folders
from games.services import catalogue


class Command(BaseCommand):
    help = "Store the catalogue in a folder: all of it, or nothing where it has errors."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: object, folder: Path, **options: object) -> None:
        imported = catalogue.import_catalogue(catalogue_folders.files_in(folder))
        catalogue_folders.refuse(imported.errors, stderr=self.stderr)
        what = "stored" if imported.stored else "was stored already"
        self.stdout.write(f"Catalogue {imported.catalogue} {what}; {imported.games:,} games added.")
