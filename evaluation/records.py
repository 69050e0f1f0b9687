"""A campaign's counted plays as the figures take them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count, Q

from evaluation.metrics.plays import EndedPlay, Question, Seconds
from games import belief, counted, observer, rules, selectors, waits
from games.labels import Decided, Raters
from games.models import (
    AffordanceLabel,
    BaselinePlay,
    Campaign,
    Doubt,
    Game,
    Participant,
    Turn,
)
from games.rules import Answer, Outcome, TurnStatus

SENT = (TurnStatus.ANSWERED, TurnStatus.REFUSED, TurnStatus.FAILED)


@dataclass(frozen=True)
class Edition:
    """What a campaign's counted plays are at one time; equal editions have equal figures.

    sha256: of the plays and of who has played all games. doubts: of their answers, which players
        may raise after a play has ended.
    """

    plays: int
    sha256: str
    doubts: int


@dataclass(frozen=True)
class GameFacts:
    key: str
    target: str
    requires: int


@dataclass(frozen=True)
class LabelFacts:
    """drafted_by_model: labels that a model drafted and no people confirmed."""

    labels: int
    drafted_by_model: int


class PlayRow(NamedTuple):
    """What is read of a play, in the order of _PLAY_FIELDS."""

    pk: int
    pseudonym: str
    game_id: int
    position: int
    outcome: str
    started_at: datetime
    ended_at: datetime


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


_PLAY_FIELDS = (
    "pk",
    "participant__pseudonym",
    "game_id",
    "assignment__position",
    "outcome",
    "started_at",
    "ended_at",
)
# held: what the Oracle held, whatever it had to say.
_TURN_FIELDS = [{"held": "stored_answer__answer"}.get(name, name) for name in TurnRow._fields]


@dataclass(frozen=True)
class BaselineResult:
    player: str
    game: str
    won: bool
    questions: int


def edition_of(campaign: Campaign) -> Edition:
    """Two queries; an ended play never changes but for doubts, so its key stands for it."""
    rows = counted.plays_of(campaign).order_by("pk").values_list("pk", "participant__outcome")
    whole = list(rows.iterator(chunk_size=2000))
    doubts = Doubt.objects.filter(turn__play__in=counted.plays_of(campaign).values("pk")).count()
    return Edition(len(whole), sha256(repr(whole).encode()).hexdigest(), doubts)


def complete_players(campaign: Campaign) -> frozenset[str]:
    """The pseudonyms of those who played all games that they were given."""
    complete = campaign.participants.filter(outcome=Participant.Outcome.COMPLETED)
    return frozenset(complete.values_list("pseudonym", flat=True))


def ended_plays(campaign: Campaign) -> list[EndedPlay]:
    """The counted plays in the order they were begun; two queries, the turns streamed."""
    if campaign.protocol_id is None:
        return []
    facts, limits = games_of(campaign), selectors.protocol_of(campaign.protocol_id).limits
    plays = counted.plays_of(campaign).order_by("pk").values_list(*_PLAY_FIELDS)
    turns = Turn.objects.filter(play__in=counted.plays_of(campaign).values("pk"))
    # Numbers beyond the budget hold replies that were no valid final guess.
    asked = turns.filter(number__lte=limits.questions, status__in=SENT)
    ordered = asked.order_by("play_id", "number", "attempt")
    stream = ordered.values_list(*_TURN_FIELDS).iterator(chunk_size=2000)
    joined = _joined([PlayRow(*row) for row in plays], (TurnRow(*row) for row in stream))
    return [_ended(play, sent, facts[play.game_id], limits=limits) for play, sent in joined]


def games_of(campaign: Campaign) -> Mapping[int, GameFacts]:
    games = Game.objects.filter(pk__in=campaign.campaign_games.values("game"))
    return {
        game.pk: GameFacts(game.key, game.target.key, game.target.requires)
        for game in games.select_related("target").order_by("key")
    }


def labels_of(campaign: Campaign) -> LabelFacts:
    rows = AffordanceLabel.objects.filter(physical_object__catalogue=campaign.catalogue_id)
    drafted = Count("pk", filter=Q(decided=Decided.DRAFT, raters=Raters.MODEL))
    return LabelFacts(**rows.aggregate(labels=Count("pk"), drafted_by_model=drafted))


def baselines_of(campaign: Campaign) -> list[BaselineResult]:
    """What the players that are no persons and no models did on the campaign's games."""
    games = campaign.campaign_games.values("game")
    rows = BaselinePlay.objects.filter(game__in=games).order_by("player", "game__key")
    return [
        BaselineResult(*row) for row in rows.values_list("player", "game__key", "won", "questions")
    ]


def _joined(
    plays: Sequence[PlayRow], turns: Iterator[TurnRow]
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


def _ended(
    play: PlayRow, turns: Sequence[TurnRow], game: GameFacts, *, limits: rules.Limits
) -> EndedPlay:
    frozen = selectors.frozen_game(play.game_id)
    settled = [turn for turn in turns if turn.status != TurnStatus.FAILED]
    trace = observer.follow(frozen, settled)
    questions = tuple(_questions(settled, trace, limits))
    return EndedPlay(
        player=play.pseudonym,
        game=game.key,
        target=game.target,
        requires=game.requires,
        outcome=Outcome(play.outcome),
        spent=sum(question.spent for question in questions),
        budget=limits.questions,
        questions=questions,
        sufficient_after=trace.sufficient_after(frozen.spec.candidates.index(game.target)),
        total_gain=trace.total_gain,
        net_gain=trace.net_gain,
        minutes=(play.ended_at - play.started_at).total_seconds() / 60,
        failed=len(turns) - len(settled),
        position=play.position,
    )


def _questions(
    turns: Sequence[TurnRow], trace: belief.Trace, limits: rules.Limits
) -> Iterator[Question]:
    seen = iter(trace.observations)
    for turn in turns:
        if turn.status == TurnStatus.REFUSED:
            yield _refused(turn, limits)
        else:
            yield _answered(turn, next(seen))


def _refused(turn: TurnRow, limits: rules.Limits) -> Question:
    spent = rules.forfeits(turn.status, turn.attempt, limits)
    return Question(turn.number, spent, reason=turn.reason, seconds=_seconds(turn))


def _answered(turn: TurnRow, observation: belief.Observation) -> Question:
    return Question(
        number=turn.number,
        dimension=_dimension(turn.probe),
        gain=None if observation.unread else observation.gain,
        expected_gain=None if observation.unread else observation.expected_gain,
        repeat=observation.repeat,
        useless=observation.useless,
        forced=turn.held == Answer.CANNOT_TELL != turn.answer,
        cannot_tell=turn.answer == Answer.CANNOT_TELL,
        doubted=turn.doubt is not None,
        seconds=_seconds(turn),
    )


def _dimension(probe: str) -> str:
    """Of the one DIMENSION:value pair; "" for none or several, be they of one dimension."""
    named = [pair.partition(":")[0].strip().lower() for pair in probe.split(", ") if ":" in pair]
    return named[0] if len(named) == 1 else ""


def _seconds(turn: TurnRow) -> Seconds:
    return Seconds(
        thinking=turn.thinking_seconds,
        typing=turn.typing_seconds,
        waiting=waits.seconds(turn.asked_at, turn.settled_at),
        checker=turn.checker_seconds,
        oracle=turn.oracle_seconds,
    )
