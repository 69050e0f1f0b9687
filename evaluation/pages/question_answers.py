"""What a model said to the questions of a run, beside what is right."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from evaluation.models import Choice, Run

NEWEST = 10
WHY = {
    Choice.Why.NO_LETTER: "no letter was read from it",
    Choice.Why.NO_LIST: "no list was read from it",
    Choice.Why.NONE_KEPT: "no option was left",
    Choice.Why.ABORTED: "broken off",
}


@dataclass(frozen=True)
class Answered:
    """A question that was answered, with the last reply on it as it came.

    asked: the messages of that call, each with who speaks. said: the letter, "" for none.
    """

    number: int
    address: str
    said: str
    right: str
    why: str
    asked: Sequence[tuple[str, str]]
    text: str

    @property
    def mark(self) -> str:
        if not self.said:
            return "unsure"
        return "yes" if self.said == self.right else "no"


def newest(run: Run) -> list[Answered]:
    """What was answered last; two queries."""
    found = Choice.objects.filter(episode__run=run).select_related("episode__question")
    last = found.order_by("-episode__done_at", "-pk").prefetch_related("episode__choice_replies")
    return [_answered(run, choice) for choice in last[:NEWEST]]


def _answered(run: Run, choice: Choice) -> Answered:
    question = choice.episode.question
    replies = list(choice.episode.choice_replies.all())
    last = replies[-1] if replies else None
    asked = json.loads(last.prompt) if last else []
    return Answered(
        number=question.number,
        address=reverse("coat:question", args=[run.question_set.slug, question.number]),
        said=choice.letter,
        right=question.answer,
        why=WHY.get(Choice.Why(choice.why), "") if choice.why else "",
        asked=[(each["role"], each["text"]) for each in asked],
        text=last.text if last else "",
    )
