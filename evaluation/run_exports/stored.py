"""A run's plays as they are stored, in the run's order, a batch of games at a time."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from itertools import groupby, islice
from typing import NamedTuple, TypeVar

from django.db.models import Count, Sum

from evaluation.models import Episode, Run, StoredReply
from games import rules
from games.models import Turn
from games.rules import Answer, GameSpec, Limits, Reason, State, TurnStatus

# Games whose turns and replies are held at once.
AT_ONCE = 100


class EpisodeRow(NamedTuple):
    """What is read of an episode; the names are the paths to it, in the order of _EPISODE."""

    number: int
    repeat: int
    fault: str
    play_id: int
    outcome: str
    guessed: str
    started_at: datetime
    ended_at: datetime | None
    game_id: int
    game: str
    split: str
    object_key: str
    candidates: list[str]
    target: str
    requires: int


_EPISODE = (
    "number",
    "repeat",
    "fault",
    "play_id",
    "play__outcome",
    "play__guessed",
    "play__started_at",
    "play__ended_at",
    "game_id",
    "game__key",
    "game__split",
    "game__physical_object__key",
    "game__candidates",
    "game__target__key",
    "game__target__requires",
)


class TurnRow(NamedTuple):
    """What is read of a turn, in the order of _TURN. held, forced: by the Oracle."""

    play_id: int
    number: int
    attempt: int
    question: str
    status: str
    reason: str
    probe: str
    answer: str
    held: str | None
    forced: str | None
    oracle_version: str | None
    source: str | None
    revision: int | None
    confidence: float | None
    asked_at: datetime
    settled_at: datetime | None
    checker_seconds: float | None
    oracle_seconds: float | None


_OF_ANSWER = {
    "held": "answer",
    "forced": "forced",
    "oracle_version": "oracle_version",
    "source": "source",
    "revision": "revision",
    "confidence": "confidence",
}
_TURN = [
    f"stored_answer__{_OF_ANSWER[name]}" if name in _OF_ANSWER else name for name in TurnRow._fields
]


class ReplyRow(NamedTuple):
    """What is read of a reply, by its own names."""

    play_id: int
    sequence: int
    number: int
    attempt: int
    kind: str
    said: str
    why: str
    invented: bool
    text: str
    reader: str
    model: str
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int
    hidden_tokens: int
    finish_reason: str
    latency_seconds: float
    belief: list[float] | None
    called_at: datetime


@dataclass(frozen=True)
class Usage:
    """What the replies of one play took together."""

    replies: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    hidden_tokens: int = 0
    latency_seconds: float = 0.0


_SUMMED = [each.name for each in fields(Usage) if each.name != "replies"]


@dataclass(frozen=True)
class Played:
    """One game of a run, begun at least; a program has no replies.

    turns, replies: empty where they were not read.
    """

    episode: EpisodeRow
    turns: list[TurnRow]
    replies: list[ReplyRow]

    @property
    def settled(self) -> list[TurnRow]:
        """The turns that were answered or refused, in their order."""
        return [turn for turn in self.turns if turn.status in _SETTLED]

    def heard(self, limits: Limits) -> list[TurnRow]:
        """Those of them that were questions: beyond the budget are replies that were no guess."""
        return [turn for turn in self.settled if turn.number <= limits.questions]

    def state(self, limits: Limits) -> State:
        """The position that its settled turns lead to, without guess and outcome."""
        row = self.episode
        game = GameSpec(row.object_key, tuple(row.candidates), row.target)
        return State(game, limits, tuple(map(_turn, self.settled)))


_SETTLED = (TurnStatus.ANSWERED, TurnStatus.REFUSED)
Row = TypeVar("Row", TurnRow, ReplyRow)


def batches(
    run: Run, *, ended: bool = False, turns: bool = True, replies: bool = True
) -> Iterator[list[Played]]:
    """The games that were begun, in the run's order, some at a time: a query or two for each.

    ended: only those that have ended. turns, replies: whether they are read.
    """
    begun = run.episodes.filter(play__isnull=False).order_by("number")
    rows = begun.filter(status=Episode.Status.DONE) if ended else begun
    stream = (EpisodeRow(*row) for row in rows.values_list(*_EPISODE).iterator(1000))
    while some := list(islice(stream, AT_ONCE)):
        asked = _turns(some) if turns else {}
        said = _replies(some) if replies else {}
        yield [Played(row, asked.get(row.play_id, []), said.get(row.play_id, [])) for row in some]


def usage_of(batch: Sequence[Played]) -> Mapping[int, Usage]:
    """Play id -> what its replies took; a play without any is not among them."""
    rows = StoredReply.objects.filter(play_id__in=[each.episode.play_id for each in batch])
    sums = {name: Sum(name) for name in _SUMMED}
    found = rows.order_by().values("play_id").annotate(replies=Count("pk"), **sums)
    return {row.pop("play_id"): Usage(**row) for row in found}


def _turns(episodes: Collection[EpisodeRow]) -> dict[int, list[TurnRow]]:
    rows = Turn.objects.filter(play_id__in=[each.play_id for each in episodes])
    ordered = rows.order_by("play_id", "number", "attempt").values_list(*_TURN)
    return _by_play(TurnRow(*row) for row in ordered)


def _replies(episodes: Collection[EpisodeRow]) -> dict[int, list[ReplyRow]]:
    rows = StoredReply.objects.filter(play_id__in=[each.play_id for each in episodes])
    ordered = rows.order_by("play_id", "sequence").values_list(*ReplyRow._fields)
    return _by_play(ReplyRow(*row) for row in ordered)


def _by_play(rows: Iterator[Row]) -> dict[int, list[Row]]:
    return {play_id: list(group) for play_id, group in groupby(rows, key=lambda row: row.play_id)}


def _turn(row: TurnRow) -> rules.Turn:
    return rules.Turn(
        number=row.number,
        attempt=row.attempt,
        question=row.question,
        status=TurnStatus(row.status),
        answer=Answer(row.answer) if row.answer else None,
        reason=Reason(row.reason) if row.reason else None,
    )
