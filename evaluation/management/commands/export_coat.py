"""Write a stored COAT catalogue as the files that it came from."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from evaluation import coat_stored
from evaluation.models import CoatCatalogue


class Command(BaseCommand):
    help = "Write the files of a stored COAT catalogue into a new or empty folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("catalogue", help="its version")
        parser.add_argument("out", type=Path, help="a new or empty folder")

    def handle(self, *args: object, catalogue: str, out: Path, **options: object) -> None:
        files = coat_stored.files_of(_find(catalogue))
        try:
            if out.exists() and any(out.iterdir()):
                raise CommandError(f"{out} is there already and holds files; nothing was written.")
            for name, data in files.items():
                (out / name).parent.mkdir(parents=True, exist_ok=True)
                (out / name).write_bytes(data)
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{out}: {len(files)} files.")


def _find(version: str) -> CoatCatalogue:
    found = CoatCatalogue.objects.filter(version=version).first()
    if found is None:
        known = ", ".join(CoatCatalogue.objects.values_list("version", flat=True)) or "none"
        raise CommandError(f"There is no COAT catalogue {version!r}. Stored are: {known}.")
    return found
