"""The questions of a run that are done, in its order, a batch at a time."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice
from typing import NamedTuple

from evaluation import coat_results
from evaluation.coat.questions import Option
from evaluation.coat.stored_lines import Stored, stored_question
from evaluation.coat.variations import Kind
from evaluation.models import Choice, ChoiceReply, Episode, Run

# Questions whose replies are held at once.
AT_ONCE = 200


class ChoiceRow(NamedTuple):
    """What is read of a question that is done; the names are the paths to it, in _CHOICE."""

    episode_id: int
    position: int
    repeat: int
    fault: str
    done_at: datetime
    line: str
    letter: str
    why: str
    logprobs: Mapping[str, float] | None
    listed: list[str] | None
    unknown: int
    kept: str


_CHOICE = (
    "episode_id",
    "episode__number",
    "episode__repeat",
    "episode__fault",
    "episode__done_at",
    "episode__question__line",
    "letter",
    "why",
    "logprobs",
    "listed",
    "unknown",
    "kept",
)


class ReplyRow(NamedTuple):
    """What is read of a reply, by its own names."""

    episode_id: int
    sequence: int
    stage: str
    attempt: int
    prompt: str
    text: str
    model: str
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int
    hidden_tokens: int
    finish_reason: str
    latency_seconds: float
    called_at: datetime


@dataclass(frozen=True)
class Answered:
    """A question that is done in one repeat.

    ranks: letter -> rank of the option; empty for sets that have none.
    """

    row: ChoiceRow
    stored: Stored
    ranks: Mapping[str, int]
    replies: list[ReplyRow]

    @property
    def number(self) -> int:
        return self.stored.question.number

    @property
    def right(self) -> str:
        return self.stored.question.letter

    @property
    def chosen(self) -> Option | None:
        by_letter = self.stored.question.by_letter()
        return by_letter[self.row.letter] if self.row.letter else None

    def read_as(self, reply: ReplyRow) -> str | list[str] | None:
        """The letter of the whole question, or keys of objects; None where neither was read.

        A reply that was read is its stage's last one, for nothing was asked again after it. Of a
        question that was broken off nobody kept what was read.
        """
        if self.row.why == Choice.Why.ABORTED:
            return None
        last = [each for each in self.replies if each.stage == reply.stage][-1]
        if reply is not last:
            return None
        if reply.stage == ChoiceReply.Stage.OBJECTS:
            return self.row.listed
        return self.row.letter or None


def batches(run: Run) -> Iterator[list[Answered]]:
    """Two queries each; one more where options have ranks."""
    done = Choice.objects.filter(episode__run=run, episode__status=Episode.Status.DONE)
    rows = done.order_by("episode__number").values_list(*_CHOICE)
    stream = (ChoiceRow(*row) for row in rows.iterator(1000))
    ranked = run.question_set.kind == Kind.TASK_2
    ranks = coat_results.ranks_in(run.question_set_id) if ranked else {}
    while some := list(islice(stream, AT_ONCE)):
        said = _replies([row.episode_id for row in some])
        yield [_answered(row, ranks, said.get(row.episode_id, [])) for row in some]


def _answered(
    row: ChoiceRow, ranks: Mapping[int, Mapping[str, int]], replies: list[ReplyRow]
) -> Answered:
    stored = stored_question(row.line)
    return Answered(row, stored, ranks.get(stored.question.number, {}), replies)


def _replies(episodes: Collection[int]) -> dict[int, list[ReplyRow]]:
    rows = ChoiceReply.objects.filter(episode_id__in=episodes).order_by("episode_id", "sequence")
    found = (ReplyRow(*row) for row in rows.values_list(*ReplyRow._fields))
    return {pk: list(group) for pk, group in groupby(found, key=lambda row: row.episode_id)}
