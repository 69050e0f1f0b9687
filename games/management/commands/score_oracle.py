"""How right the Oracle is on a file of gold questions; the first line is the headline."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand

from games import backends, oracle_scores
from games.formats import read_oracle_gold
from games.management.gold_files import asking, result_of, rows_in
from games.services.scores import keep_oracle_score


class Command(BaseCommand):
    help = "Score the Oracle that ORACLE names on a gold file (JSON Lines)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--store", action="store_true", help="keep the figure for the pages")
        parser.add_argument("--headline", action="store_true", help="print the first line only")

    def handle(
        self, *args: object, file: Path, store: bool, headline: bool, **options: object
    ) -> None:
        rows = rows_in(file, read_oracle_gold, stderr=self.stderr)
        oracle = backends.oracle(None)
        scored = result_of(oracle_scores.score(asking(oracle), rows))
        report = oracle_scores.report(scored)
        self.stdout.write(report.partition("\n")[0] if headline else report)
        if store:
            keep_oracle_score(oracle.version, file.stem, oracle_scores.headline(scored))
