"""How right the Checker is on a file of gold questions; the first line is the headline."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand

from games import backends, checker_scores
from games.formats import read_checker_gold
from games.management.gold_files import result_of, rows_in


class Command(BaseCommand):
    help = "Score the Checker that CHECKER names on a gold file (JSON Lines)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: object, file: Path, **options: object) -> None:
        rows = rows_in(file, read_checker_gold, stderr=self.stderr)
        checker = backends.checker()
        scored = checker_scores.score(lambda question: result_of(checker.check(question)), rows)
        self.stdout.write(checker_scores.report(scored))
