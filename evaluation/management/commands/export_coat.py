"""Write a stored COAT catalogue as the files that it came from."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from evaluation import coat_stored
from evaluation.management import coat_versions


class Command(BaseCommand):
    help = "Write the files of a stored COAT catalogue into a new or empty folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("catalogue", help="a stored version, or 'own'")
        parser.add_argument("out", type=Path, help="a new or empty folder")

    def handle(self, *args: object, catalogue: str, out: Path, **options: object) -> None:
        files = coat_stored.files_of(coat_versions.stored(catalogue))
        try:
            if out.exists() and any(out.iterdir()):
                raise CommandError(f"{out} is there already and holds files; nothing was written.")
            for name, data in files.items():
                (out / name).parent.mkdir(parents=True, exist_ok=True)
                (out / name).write_bytes(data)
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{out}: {len(files)} files.")
