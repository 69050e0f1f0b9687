"""Write a stored catalogue as the files that it can be imported from."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.models import Catalogue
from games.services import catalogue


class Command(BaseCommand):
    help = "Write a stored catalogue's files to a folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("version")
        parser.add_argument("folder", type=Path)

    def handle(self, *args: object, version: str, folder: Path, **options: object) -> None:
        stored = Catalogue.objects.filter(version=version).first()
        if stored is None:
            versions = ", ".join(Catalogue.objects.values_list("version", flat=True)) or "none"
            raise CommandError(f"No catalogue {version} is stored; there are: {versions}.")
        try:
            names = catalogue.export_catalogue(stored, folder)
        except catalogue.CannotExport as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{folder} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{folder}: {', '.join(names)}; SHA-256 {stored.sha256}")
