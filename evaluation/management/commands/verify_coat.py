"""Count every figure of the published COAT data anew, beside what it should be."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from evaluation import coat_folders
from evaluation.coat import reading
from evaluation.coat.acceptance.checks import Check
from evaluation.coat.acceptance.whole import all_checks
from evaluation.coat.generate import ImpossibleSet
from games.management import catalogue_folders


class Command(BaseCommand):
    help = "Read a folder of COAT's published files and print V1 to V24: expected, found, held."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: object, folder: Path, **options: object) -> None:
        files = coat_folders.files_in(folder)
        found = reading.read(files)
        catalogue_folders.refuse(found.errors, stderr=self.stderr)
        assert found.content is not None  # a reading without errors has one
        failed = 0
        try:
            for each in all_checks(found.content, files, self._tell):
                failed += not each.holds
                self.stdout.write(_row(each))
        except ImpossibleSet as error:
            raise CommandError(str(error)) from error
        if failed:
            raise CommandError(f"{failed} figures are not what they should be.")
        self.stdout.write("All figures are what they should be.")

    def _tell(self, kind: str) -> None:
        self.stderr.write(f"Generating {kind} ...")


def _row(check: Check) -> str:
    """A row of the table; long lists take a line each, so that they can be compared."""
    mark = "holds" if check.holds else "FAILS"
    head = f"{check.id:<4} {mark}  {check.what}: "
    if len(check.expected) + len(check.found) < 60:
        return f"{head}expected {check.expected}, found {check.found}"
    return f"{head}\n{'':12}expected {check.expected}\n{'':12}found    {check.found}"
