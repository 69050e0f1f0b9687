"""COAT rows for tests: our own catalogue stored, and sets made of it at once."""

import uuid
from dataclasses import replace

from evaluation.coat.editing import Use
from evaluation.coat.generate import SetSpec
from evaluation.coat.penalties import CORRECTED
from evaluation.coat.schemes import scheme_document
from evaluation.coat.variations import Kind
from evaluation.models import (
    CoatCatalogue,
    PenaltyScheme,
    QuestionSet,
    Quiz,
    UtilityAsking,
    UtilityReply,
    UtilitySuggestion,
)
from evaluation.services import (
    coat_askings,
    coat_catalogues,
    coat_question_sets,
    coat_schemes,
    quizzes,
)
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


def asking(*, key: uuid.UUID | None = None) -> UtilityAsking:
    """A model that waits to be asked what the objects of our own catalogue serve."""
    model = {"backend": "openai", "address": "http://localhost:1/v1", "name": "small"}
    tables: dict[str, object] = {"model": model}
    return coat_askings.ask(own(), tables, key=key or uuid.uuid4(), by=None)


def suggested(*uses: Use, model: str = "small", catalogue: CoatCatalogue | None = None) -> None:
    """As if the model had been asked about these objects."""
    for name in dict.fromkeys(name for name, _ in uses):
        reply = UtilityReply.objects.create(
            catalogue=catalogue or own(),
            object_key=name,
            model=model,
            prompt_sha256=uuid.uuid4().hex,
            reply="[]",
            read=True,
            asked_at=make.NOW,
        )
        for utility in (key for other, key in uses if other == name):
            UtilitySuggestion.objects.create(reply=reply, utility=utility)
