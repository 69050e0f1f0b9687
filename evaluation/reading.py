"""From stored plays and their turns to what the figures take, of people and of runs alike."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, islice
from typing import NamedTuple

from django.db.models import Count, QuerySet

from evaluation import observed
from evaluation.followed import Followed, Step, Totals
from evaluation.metrics import profile
from evaluation.metrics.plays import EndedPlay, Question, Seconds
from evaluation.observed import Played
from evaluation.own_beliefs import NOT_KNOWN, OwnGains
from games import rules, waits
from games.models import Game, Turn
from games.rules import Answer, GameSpec, Outcome, TurnStatus

# Plays that are read together: what a process holds at once.
_AT_ONCE = 1_000
SENT = (TurnStatus.ANSWERED, TurnStatus.REFUSED, TurnStatus.FAILED)


@dataclass(frozen=True)
class GameFacts:
    key: str
    spec: GameSpec
    requires: int
    object_id: int
    catalogue_id: int

    @property
    def target(self) -> str:
        return self.spec.target


@dataclass(frozen=True)
class Setting:
    """What plays of one protocol are read with. games: id -> facts.

    own: from a play and its spent turns to its player's own gains.
    """

    games: Mapping[int, GameFacts]
    limits: rules.Limits
    own: Callable[["PlayRow", int], OwnGains] = lambda play, spent: NOT_KNOWN


class PlayRow(NamedTuple):
    """What is read of a play."""

    pk: int
    player: str
    game_id: int
    outcome: str
    guessed: str
    started_at: datetime
    ended_at: datetime
    position: int = 0
    repeat: int = 1
    fault: str = ""


class TurnRow(NamedTuple):
    """What is read of a turn, in the order of _TURN_FIELDS: rows, since there are many."""

    play_id: int
    number: int
    attempt: int
    question: str
    status: str
    answer: str
    reason: str
    probe: str
    asked_at: datetime
    settled_at: datetime | None
    thinking_seconds: float | None
    typing_seconds: float | None
    checker_seconds: float | None
    oracle_seconds: float | None
    held: str
    doubt: int | None


# held: what the Oracle held, whatever it had to say.
_TURN_FIELDS = [{"held": "stored_answer__answer"}.get(name, name) for name in TurnRow._fields]


def facts_of(games: QuerySet[Game]) -> Mapping[int, GameFacts]:
    """In the order of their keys; one query."""
    rows = games.order_by("key").values_list(
        "pk", "key", "physical_object__key", "candidates", "target__key", "target__requires",
        "physical_object_id", "catalogue_id",
    )  # fmt: skip
    return {
        pk: GameFacts(
            key=key,
            spec=GameSpec(object_key, tuple(candidates), target),
            requires=requires,
            object_id=object_id,
            catalogue_id=catalogue_id,
        )
        for pk, key, object_key, candidates, target, requires, object_id, catalogue_id in rows
    }


def ended_plays(
    plays: Iterable[PlayRow], turns: QuerySet[Turn], setting: Setting
) -> list[EndedPlay]:
    """plays: by their ids, rising. turns: of these plays; they are streamed, in one query.

    One query more for every thousand plays: what is stored of the observer.
    """
    ordered = _sent(turns, setting.limits).order_by("play_id", "number", "attempt")
    stream = ordered.values_list(*_TURN_FIELDS).iterator(chunk_size=2000)
    sent = joined(plays, (TurnRow(*row) for row in stream))
    found: list[EndedPlay] = []
    while some := list(islice(sent, _AT_ONCE)):
        found += _followed(some, setting)
    return found


def bare_plays(
    plays: Iterable[PlayRow], turns: QuerySet[Turn], setting: Setting
) -> list[EndedPlay]:
    """The same without their questions and own beliefs: far less to read.

    Turns are read only of plays of which the observer's values are not stored. Two queries for
    every thousand plays.
    """
    rows, found = iter(plays), list[EndedPlay]()
    while some := list(islice(rows, _AT_ONCE)):
        found += _bare(some, turns.filter(play__in=[play.pk for play in some]), setting)
    return found


def joined(
    plays: Iterable[PlayRow], turns: Iterator[TurnRow]
) -> Iterator[tuple[PlayRow, list[TurnRow]]]:
    """Each play with its turns; both come in the order of the plays' ids.

    Turns of a play that is not among them are passed over.
    """
    groups = groupby(turns, key=lambda turn: turn.play_id)
    at = next(groups, None)
    for play in plays:
        while at and at[0] < play.pk:
            at = next(groups, None)
        yield play, list(at[1]) if at and at[0] == play.pk else []


def _sent(turns: QuerySet[Turn], limits: rules.Limits) -> QuerySet[Turn]:
    # Numbers beyond the budget hold replies that were no valid final guess.
    return turns.filter(number__lte=limits.questions, status__in=SENT)


def _followed(
    plays: Sequence[tuple[PlayRow, list[TurnRow]]], setting: Setting
) -> Iterator[EndedPlay]:
    heard = [
        Played(play.pk, play.ended_at, setting.games[play.game_id], sent) for play, sent in plays
    ]
    for (play, sent), seen in zip(plays, observed.follow(heard), strict=True):
        yield _asked(play, sent, seen, setting)


def _asked(play: PlayRow, turns: Sequence[TurnRow], seen: Followed, setting: Setting) -> EndedPlay:
    settled = [turn for turn in turns if turn.status != TurnStatus.FAILED]
    spent = sum(_spends(turn.status, turn.attempt, setting.limits) for turn in settled)
    own = setting.own(play, spent)
    return replace(
        _ended(play, seen, setting, spent=spent, failed=len(turns) - len(settled)),
        questions=tuple(_questions(settled, seen, setting.limits, own)),
        misled=seen.misled,
        own_total_gain=own.total,
        own_net_gain=own.net,
    )


def _bare(plays: Sequence[PlayRow], turns: QuerySet[Turn], setting: Setting) -> list[EndedPlay]:
    catalogues = {setting.games[play.game_id].catalogue_id for play in plays}
    totals = observed.totals_of({play.pk: play.ended_at for play in plays}, catalogues)
    spent, failed = _counts(turns, setting.limits)
    unseen = [play for play in plays if play.pk not in totals]
    theirs = turns.filter(play__in=[play.pk for play in unseen])
    followed = iter(ended_plays(unseen, theirs, setting) if unseen else [])
    return [
        _ended(play, totals[play.pk], setting, spent=spent[play.pk], failed=failed[play.pk])
        if play.pk in totals
        else replace(
            next(followed), questions=(), misled=False, own_total_gain=None, own_net_gain=None
        )
        for play in plays
    ]


def _counts(turns: QuerySet[Turn], limits: rules.Limits) -> tuple[Counter[int], Counter[int]]:
    """Of each play the turns that it spent, and the questions that failed."""
    spent, failed = Counter[int](), Counter[int]()
    kinds = _sent(turns, limits).order_by().values_list("play_id", "status", "attempt")
    for play_id, status, attempt, count in kinds.annotate(Count("pk")):
        spent[play_id] += count * _spends(status, attempt, limits)
        failed[play_id] += count * (status == TurnStatus.FAILED)
    return spent, failed


def _ended(play: PlayRow, seen: Totals, setting: Setting, *, spent: int, failed: int) -> EndedPlay:
    game = setting.games[play.game_id]
    return EndedPlay(
        player=play.player,
        game=game.key,
        target=game.target,
        requires=game.requires,
        physical_object=game.spec.object_key,
        candidates=game.spec.candidates,
        guess=play.guessed,
        repeat=play.repeat,
        fault=play.fault,
        outcome=Outcome(play.outcome),
        spent=spent,
        budget=setting.limits.questions,
        sufficient_after=seen.sufficient_after,
        total_gain=seen.total_gain,
        net_gain=seen.net_gain,
        minutes=(play.ended_at - play.started_at).total_seconds() / 60,
        failed=failed,
        position=play.position,
    )


def _spends(status: str, attempt: int, limits: rules.Limits) -> bool:
    return status == TurnStatus.ANSWERED or rules.forfeits(status, attempt, limits)


def _questions(
    turns: Sequence[TurnRow], followed: Followed, limits: rules.Limits, own: OwnGains
) -> Iterator[Question]:
    steps = iter(followed.steps)
    for turn in turns:
        spent = _spends(turn.status, turn.attempt, limits)
        own_gain = own.by_turn.get(turn.number) if spent else None
        if turn.status == TurnStatus.REFUSED:
            yield Question(
                turn.number, spent, reason=turn.reason, own_gain=own_gain, seconds=_seconds(turn)
            )
        else:
            yield _answered(turn, next(steps), own_gain)


def _answered(turn: TurnRow, step: Step, own_gain: float | None) -> Question:
    read = not step.unread
    return Question(
        number=turn.number,
        dimension=profile.dimension_of(turn.probe),
        gain=step.gain if read else None,
        expected_gain=step.expected_gain if read else None,
        entropy_drop=step.entropy_drop if read else None,
        repeat=step.repeat,
        useless=step.useless,
        forced=turn.held == Answer.CANNOT_TELL != turn.answer,
        cannot_tell=turn.answer == Answer.CANNOT_TELL,
        doubted=turn.doubt is not None,
        own_gain=own_gain,
        seconds=_seconds(turn),
    )


def _seconds(turn: TurnRow) -> Seconds:
    return Seconds(
        thinking=turn.thinking_seconds,
        typing=turn.typing_seconds,
        waiting=waits.seconds(turn.asked_at, turn.settled_at),
        checker=turn.checker_seconds,
        oracle=turn.oracle_seconds,
    )
