"""Store rule sets of files: all of a file or nothing, and a file twice changes nothing."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from evaluation.services import rule_sets
from evaluation.services.rule_sets import FileRefused


class Command(BaseCommand):
    help = "Store the rule sets of JSON Lines files (docs/rules.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path)
        parser.add_argument("--note", default="", help="what the page of the set says of it")

    def handle(self, *args: object, files: list[Path], note: str, **options: object) -> None:
        for file in files:
            try:
                found = rule_sets.import_file(file.read_bytes(), file=file.name, note=note)
            except OSError as error:
                raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
            except FileRefused as error:
                raise CommandError(f"Nothing of {file} was stored.\n{error}") from error
            told = "is stored" if found.new else "was stored before"
            self.stdout.write(f"{found.row.label}, {found.row.rules:,} rules, {told}.")
