"""Say whether an export file is whole: its end, the hash and the rows of every file in it."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.exporting import checks


class Command(BaseCommand):
    help = "Verify the hashes and row counts of an export; a file that was cut off is incomplete."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: object, file: Path, **options: object) -> None:
        try:
            with file.open("rb") as opened:
                found = checks.check(opened)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        for problem in found.problems:
            self.stderr.write(problem)
        if not found.complete:
            raise CommandError(f"{file} is incomplete.")
        if found.problems:
            raise CommandError(f"{file} is complete, but {len(found.problems)} things are wrong.")
        simulated = " Simulated: no person played." if found.simulated else ""
        release = "" if found.release else " Not for release: look at its texts first."
        self.stdout.write(f"{file} is whole: {found.files} files as described.{simulated}{release}")
