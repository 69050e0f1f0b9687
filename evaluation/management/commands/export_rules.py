"""Write a stored rule set into a file, sign by sign as it was stored."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from evaluation.services import rule_sets
from evaluation.services.rule_sets import NoRules


class Command(BaseCommand):
    help = "Write a rule set into a new file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("label", help="name/version, such as by_hand/1")
        parser.add_argument("file", type=Path)

    def handle(self, *args: object, label: str, file: Path, **options: object) -> None:
        try:
            row = rule_sets.by_label(label)
            with file.open("xb") as opened:
                opened.write(rule_sets.bytes_of(row))
        except NoRules as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{row.label}: {row.rules:,} rules in {file}, SHA-256 {row.sha256}.")
