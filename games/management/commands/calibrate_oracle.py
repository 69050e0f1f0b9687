"""Finds the margin at which a model Oracle is right often enough, and keeps it for that model."""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games import backends, model_roles, oracle_scores
from games.formats import read_oracle_gold
from games.llm.loop import wait_for
from games.management.gold_files import asking, rows_in
from games.services.scores import keep_margin


class Command(BaseCommand):
    help = "Find the margin of the model that ORACLE_MODEL names on a gold file (JSON Lines)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--accuracy", type=float, default=0.95)

    def handle(self, *args: object, file: Path, accuracy: float, **options: object) -> None:
        rows = rows_in(file, read_oracle_gold, stderr=self.stderr)
        oracle = backends.model_oracle(margin=0)
        scored = wait_for(oracle_scores.score(asking(oracle), rows))
        signed = [model_roles.scored(case.verdict, case.row.gold) for case in scored]
        found = model_roles.calibrate((each for each in signed if each), accuracy=accuracy)
        if not found.reached:
            raise CommandError(
                f"No margin reaches {accuracy:.0%}: {found.accuracy:.1%} at {found.margin:.3g} "
                f"is the best. Nothing is kept."
            )
        keep_margin(settings.ORACLE_MODEL, found.margin)
        self.stdout.write(
            f"margin {found.margin:.3g}: answers {found.coverage:.1%} of {found.questions} "
            f"questions, right on {found.accuracy:.1%}; forced {found.forced_accuracy:.1%}"
        )
