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

WIDTH = 17


class Command(BaseCommand):
    help = "Read a folder of COAT's published files and print V1 to V24: expected, found, held."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: object, folder: Path, **options: object) -> None:
        files = coat_folders.files_in(folder)
        found = reading.read(files)
        catalogue_folders.refuse(found.errors, stderr=self.stderr)
        assert found.content is not None  # a reading without errors has one
        self.stdout.write(_columns("", "", "what", "expected", "found"))
        try:
            checks = [self._shown(each) for each in all_checks(found.content, files, self._tell)]
        except ImpossibleSet as error:
            raise CommandError(str(error)) from error
        every = {each.id for each in checks}
        failing = {each.id for each in checks if not each.holds}
        self.stdout.write(f"{len(every - failing)} of {len(every)} hold.")
        if failing:
            raise CommandError(f"These do not hold: {', '.join(sorted(failing))}.")

    def _shown(self, check: Check) -> Check:
        self.stdout.write(_lines(check))
        return check

    def _tell(self, kind: str) -> None:
        self.stderr.write(f"Generating {kind} ...")


def _lines(check: Check) -> str:
    """A row of the table; long figures take a line each, one below the other."""
    mark = "holds" if check.holds else "FAILS"
    if max(len(check.expected), len(check.found)) <= WIDTH:
        return _columns(check.id, mark, check.what, check.expected, check.found)
    head = f"{check.id:<4} {mark:<6} {check.what}"
    return f"{head}\n{'':12}expected  {check.expected}\n{'':12}found     {check.found}"


def _columns(id: str, mark: str, what: str, expected: str, found: str) -> str:
    return f"{id:<4} {mark:<6} {what:<56} {expected:>{WIDTH}} {found:>{WIDTH}}"
