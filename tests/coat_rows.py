"""COAT rows for tests: our own catalogue stored, and sets made of it at once."""

from dataclasses import replace

from evaluation.coat.generate import SetSpec
from evaluation.coat.penalties import CORRECTED
from evaluation.coat.schemes import scheme_document
from evaluation.coat.variations import Kind
from evaluation.models import CoatCatalogue, PenaltyScheme, QuestionSet, Quiz
from evaluation.services import coat_catalogues, coat_question_sets, coat_schemes, quizzes
from evaluation.services.coat_question_sets import SetWish
from evaluation.services.quizzes import QuizWish
from tests import make


def own() -> CoatCatalogue:
    stored = coat_catalogues.load_own().catalogue
    assert stored is not None
    return stored


def queued(
    kind: Kind = Kind.TASK_2, variation: str = "3", *, size: int = 12, **wish
) -> QuestionSet:
    spec = SetSpec(kind, variation, size=size, seed=wish.pop("seed", 1))
    catalogue = wish.pop("catalogue", None) or own()
    return coat_question_sets.create(SetWish(catalogue, spec, **wish))


def made(kind: Kind = Kind.TASK_2, variation: str = "3", **wish) -> QuestionSet:
    row = queued(kind, variation, **wish)
    coat_question_sets.make(row.pk, lambda: make.NOW)
    row.refresh_from_db()
    return row


def scheme(slug: str = "mine", **costs: int) -> PenaltyScheme:
    """The corrected table, in which other conditions may cost otherwise: dirty=60."""
    changed = replace(CORRECTED, condition={**CORRECTED.condition, **costs})
    stored = coat_schemes.store(coat_schemes.Wish(slug, scheme_document(changed))).scheme
    assert stored is not None
    return stored


def quiz(question_set: QuestionSet | None = None, **wish) -> Quiz:
    usual = {
        "title": "Which one",
        "questions": 3,
        "most_people": 10,
        "seed": 1,
        "consent": "Your answers are stored.",
    }
    return quizzes.open_quiz(QuizWish(question_set or made(), **{**usual, **wish}))
