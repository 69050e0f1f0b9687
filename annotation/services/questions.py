"""Questions about the guidelines: asked by a rater, answered for all raters of the study."""

from datetime import datetime
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import transaction

from annotation.models import GuidelineQuestion, Rater


class AnsweredMeanwhile(Exception):
    """Somebody else answered since the form was opened. question: as it stands now."""

    def __init__(self, question: GuidelineQuestion) -> None:
        super().__init__(f"Question {question.pk} was answered at {question.answered_at}.")
        self.question = question


def ask(rater: Rater, text: str, key: UUID, *, now: datetime) -> GuidelineQuestion:
    """Store a question; a copy of the post finds the one that is stored."""
    question, _ = GuidelineQuestion.objects.get_or_create(
        key=uuid5(key, str(rater.pk)),
        defaults={"study_id": rater.study_id, "rater": rater, "text": text, "asked_at": now},
    )
    return question


def answer(
    question: GuidelineQuestion, text: str, *, by: User, seen: str | None = None, now: datetime
) -> GuidelineQuestion:
    """Answer for all raters; a later answer stands in place of an earlier one.

    seen: the answer that the form was opened with, None where that does not matter. Raises
    AnsweredMeanwhile where another one stands by now, so that none is replaced unread.
    """
    with transaction.atomic():
        held = GuidelineQuestion.objects.select_for_update().get(pk=question.pk)
        if held.answer == text:
            return held
        if seen is not None and seen != held.answer:
            raise AnsweredMeanwhile(held)
        held.answer, held.answered_by, held.answered_at = text, by, now
        held.save(update_fields=["answer", "answered_by", "answered_at"])
        return held
