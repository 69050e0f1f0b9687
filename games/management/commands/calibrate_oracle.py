"""Finds the margin at which a model Oracle is right often enough, and keeps it for that model."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games import backends, model_roles, oracle_scores
from games.formats import read_oracle_gold
from games.management.gold_files import asking, result_of, rows_in
from games.services.scores import keep_margin


class Command(BaseCommand):
    help = "Find the margin of the model that ORACLE_MODEL names on a gold file (JSON Lines)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--accuracy", type=float, default=0.95, help="a share, 0 to 1")

    def handle(self, *args: object, file: Path, accuracy: float, **options: object) -> None:
        if not 0 < accuracy <= 1:
            raise CommandError(f"--accuracy {accuracy:g}: write a share above 0, at most 1.")
        rows = rows_in(file, read_oracle_gold, stderr=self.stderr)
        oracle = backends.model_oracle(margin=0)
        scored = result_of(oracle_scores.score(asking(oracle), rows))
        signed = [model_roles.scored(case.verdict, case.row.gold) for case in scored]
        if not any(signed):
            raise CommandError("The server gives no log-probabilities, so there is no margin.")
        found = model_roles.calibrate((each for each in signed if each), accuracy=accuracy)
        if not found.reached:
            raise CommandError(
                f"No margin reaches {accuracy:.0%}: {found.accuracy:.1%} at {found.margin:.3g} "
                f"is the best. Nothing is kept."
            )
        keep_margin(backends.oracle_model_name(), found.margin)
        self.stdout.write(
            f"margin {found.margin:.3g}: answers {found.coverage:.1%} of {found.questions} "
            f"questions, right on {found.accuracy:.1%}; forced {found.forced_accuracy:.1%}"
        )
