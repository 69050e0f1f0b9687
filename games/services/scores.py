"""Keeps how right an Oracle was, for the pages that play against it, and a model's margin."""

from games.models import ModelMargin, OracleScore
from games.oracle_scores import Figures


def keep_oracle_score(oracle_version: str, question_set: str, figures: Figures) -> OracleScore:
    """Replace the figure of this Oracle version on this question set."""
    row, _ = OracleScore.objects.update_or_create(
        oracle_version=oracle_version,
        question_set=question_set,
        defaults={
            "questions": figures.questions,
            "answered": figures.answered,
            "right_answered": figures.right_answered,
            "right_forced": figures.right_forced,
        },
    )
    return row


def keep_margin(model: str, margin: float) -> None:
    ModelMargin.objects.update_or_create(model=model, defaults={"margin": margin})
