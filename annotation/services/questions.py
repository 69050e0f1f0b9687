"""Questions about the guidelines: asked by a rater, answered for all raters of the study."""

from datetime import datetime
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q, QuerySet

from annotation.models import GuidelineQuestion, Rater, Study
from annotation.study_documents import ANSWERS_HEADING


class AnsweredMeanwhile(Exception):
    """Somebody else answered since the form was opened. question: as it stands now."""

    def __init__(self, question: GuidelineQuestion) -> None:
        super().__init__(f"Question {question.pk} was answered at {question.answered_at}.")
        self.question = question


def answered(study: Study) -> QuerySet[GuidelineQuestion]:
    """What was asked and answered, whoever asked."""
    return GuidelineQuestion.objects.filter(study=study, answered_at__isnull=False)


def waiting(study: Study) -> QuerySet[GuidelineQuestion]:
    """What was asked and nobody answered yet."""
    return GuidelineQuestion.objects.filter(study=study, answered_at=None)


def with_waiting(studies: QuerySet[Study]) -> QuerySet[Study]:
    """Studies, each with `waiting_questions`: how many nobody answered yet."""
    waits = Count("guideline_questions", filter=Q(guideline_questions__answered_at=None))
    return studies.annotate(waiting_questions=waits)


def guidelines_with_answers(study: Study) -> str:
    """The study's guidelines with what was asked and answered at their end, under a heading."""
    told = [f"{_quoted(each.text)}\n\n{each.answer.strip()}" for each in answered(study)]
    if not told:
        return study.guidelines
    heading = [] if ANSWERS_HEADING in study.guidelines.splitlines() else [ANSWERS_HEADING]
    return "\n\n".join([study.guidelines.rstrip(), *heading, *told]) + "\n"


def _quoted(text: str) -> str:
    """As a quotation in Markdown."""
    return "\n".join(f"> {line}" for line in text.strip().splitlines())


def ask(rater: Rater, text: str, key: UUID, *, now: datetime) -> GuidelineQuestion:
    """Store a question; a copy of the post finds the one that is stored.

    Raises Rater.DoesNotExist for who has withdrawn.
    """
    with transaction.atomic():
        asker = Rater.objects.select_for_update().get(pk=rater.pk, withdrawn_at=None)
        question, _ = GuidelineQuestion.objects.get_or_create(
            # Another text is another question, also in a form that was sent before.
            key=uuid5(key, f"{rater.pk} {text}"),
            defaults={"study_id": rater.study_id, "rater": asker, "text": text, "asked_at": now},
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
