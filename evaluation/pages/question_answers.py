"""What a model said to the questions of a run, beside what is right."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse

from evaluation import coat_stored
from evaluation.models import Choice, ChoiceReply, Run

NEWEST = 10
STAGES = {
    ChoiceReply.Stage.OBJECTS: "First the objects",
    ChoiceReply.Stage.ANSWER: "Then the answer",
}
WHY = {
    Choice.Why.NO_LETTER: "no letter was read from it",
    Choice.Why.NO_LIST: "no list was read from it",
    Choice.Why.NONE_KEPT: "no option was left",
    Choice.Why.ABORTED: "broken off",
}


@dataclass(frozen=True)
class Called:
    """A stage of a question, with the last reply to it as it came.

    name: of the stage, "" where there is one alone. asked: the messages, each with who speaks.
    """

    name: str
    asked: Sequence[tuple[str, str]]
    text: str


@dataclass(frozen=True)
class Answered:
    """A question that was answered. position: in the run's order. said: the letter, "" for none.

    stage: what became of the objects in the modular set-up, as a sentence; "" for another one.
    """

    position: int
    number: int
    address: str
    said: str
    right: str
    why: str
    stage: str
    calls: Sequence[Called]

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
    modular = any(reply.stage == ChoiceReply.Stage.OBJECTS for reply in replies)
    return Answered(
        position=choice.episode.number,
        number=question.number,
        address=reverse("coat:question", args=[run.question_set.slug, question.number]),
        said=choice.letter,
        right=question.answer,
        why=WHY.get(Choice.Why(choice.why), "") if choice.why else "",
        stage=_stage(run, choice) if modular else "",
        calls=list(_calls(replies, named=modular)),
    )


def _stage(run: Run, choice: Choice) -> str:
    """What the first stage named, and which options that left."""
    if choice.listed is None:
        return "The first stage named no objects."
    labels = coat_stored.labels_of(run.question_set.catalogue_id)
    named = ", ".join(map(labels.object, choice.listed)) or "none of the objects"
    strange = f" and {choice.unknown:,} not offered" if choice.unknown else ""
    kept = f"options {', '.join(choice.kept)} went on" if choice.kept else "no option went on"
    return f"The first stage named {named}{strange}: {kept}."


def _calls(replies: Sequence[ChoiceReply], *, named: bool) -> Iterator[Called]:
    """Of each stage the last call."""
    last = {reply.stage: reply for reply in replies}
    for stage, reply in last.items():
        asked = [(each["role"], each["text"]) for each in json.loads(reply.prompt)]
        yield Called(STAGES[ChoiceReply.Stage(stage)] if named else "", asked, reply.text)
