"""A campaign's plays as the figures take them, and how many are left out and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count, Max, Q, QuerySet, Sum

from evaluation.metrics.plays import EndedPlay, Question, Seconds
from games import belief, observer, rules, selectors
from games.labels import Decided, Raters
from games.models import (
    AffordanceLabel,
    BaselinePlay,
    Campaign,
    Game,
    Participant,
    Play,
    Turn,
    Withdrawal,
)
from games.rules import Outcome, TurnStatus

SETTLED = (TurnStatus.ANSWERED, TurnStatus.REFUSED)


@dataclass(frozen=True)
class LeftOut:
    """Plays that no figure counts, each under the first reason that holds, and who withdrew.

    unfinished: of assigned games. extra: ended after their place was given to somebody else.
    other_protocol: under rules other than the campaign's.
    """

    practice: int
    excluded: int
    excluded_players: int
    unfinished: int
    extra: int
    other_protocol: int
    withdrawn: int
    withdrawn_players: int


@dataclass(frozen=True)
class Edition:
    """What a campaign's counted plays are at one time; equal editions have equal figures."""

    plays: int
    newest: datetime | None
    fingerprint: int


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


_PLAY_FIELDS = ("pk", "participant__pseudonym", "game_id", "outcome", "started_at", "ended_at")
_TURN_FIELDS = TurnRow._fields


@dataclass(frozen=True)
class BaselineResult:
    player: str
    game: str
    won: bool
    questions: int


def counted_plays(campaign: Campaign) -> QuerySet[Play]:
    """The ended plays of assigned games that stand in the figures."""
    return Play.objects.filter(
        kind=Play.Kind.STUDY,
        participant__campaign=campaign,
        participant__excluded_reason="",
        assignment__released_at=None,
        assignment__isnull=False,
        protocol=campaign.protocol_id,
    ).exclude(outcome="")


def edition_of(campaign: Campaign) -> Edition:
    row = counted_plays(campaign).aggregate(plays=Count("pk"), newest=Max("ended_at"), of=Sum("pk"))
    return Edition(row["plays"], row["newest"], row["of"] or 0)


def left_out(campaign: Campaign) -> LeftOut:
    """Three queries, whatever the campaign's size."""
    practice = Q(kind=Play.Kind.PRACTICE)
    kept = ~practice & Q(participant__excluded_reason="")
    ended = kept & ~Q(outcome="")
    held = Q(assignment__isnull=False, assignment__released_at=None)
    plays = Play.objects.filter(participant__campaign=campaign).aggregate(
        practice=Count("pk", filter=practice),
        excluded=Count("pk", filter=~practice & ~Q(participant__excluded_reason="")),
        unfinished=Count("pk", filter=kept & Q(outcome="")),
        extra=Count("pk", filter=ended & ~held),
        other_protocol=Count("pk", filter=ended & held & ~Q(protocol=campaign.protocol_id)),
    )
    excluded = Participant.objects.filter(campaign=campaign).exclude(excluded_reason="")
    gone = Withdrawal.objects.filter(campaign=campaign).aggregate(
        players=Count("pk"), plays=Sum("plays")
    )
    return LeftOut(
        **plays,
        excluded_players=excluded.count(),
        withdrawn=gone["plays"] or 0,
        withdrawn_players=gone["players"],
    )


def ended_plays(campaign: Campaign) -> list[EndedPlay]:
    """The counted plays in the order they were begun; two queries, the turns streamed."""
    if campaign.protocol_id is None:
        return []
    facts, limits = games_of(campaign), selectors.protocol_of(campaign.protocol_id).limits
    plays = counted_plays(campaign).order_by("pk").values_list(*_PLAY_FIELDS)
    turns = Turn.objects.filter(play__in=counted_plays(campaign).values("pk"), status__in=SETTLED)
    # Numbers beyond the budget hold replies that were no valid final guess.
    asked = turns.filter(number__lte=limits.questions).order_by("play_id", "number", "attempt")
    stream = asked.values_list(*_TURN_FIELDS).iterator(chunk_size=2000)
    joined = _joined([PlayRow(*row) for row in plays], (TurnRow(*row) for row in stream))
    return [_ended(play, asked, facts[play.game_id], limits) for play, asked in joined]


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

    Turns of a play that ended between the two queries are passed over.
    """
    groups = groupby(turns, key=lambda turn: turn.play_id)
    at = next(groups, None)
    for play in plays:
        while at and at[0] < play.pk:
            at = next(groups, None)
        yield play, list(at[1]) if at and at[0] == play.pk else []


def _ended(
    play: PlayRow, turns: Sequence[TurnRow], game: GameFacts, limits: rules.Limits
) -> EndedPlay:
    spec = selectors.frozen_game(play.game_id).spec
    trace = observer.follow(selectors.frozen_game(play.game_id), turns)
    questions = tuple(_questions(turns, trace, limits))
    return EndedPlay(
        player=play.pseudonym,
        game=game.key,
        target=game.target,
        requires=game.requires,
        outcome=Outcome(play.outcome),
        spent=sum(question.spent for question in questions),
        budget=limits.questions,
        questions=questions,
        sufficient_after=trace.sufficient_after(spec.candidates.index(spec.target)),
        total_gain=trace.total_gain,
        net_gain=trace.net_gain,
        minutes=(play.ended_at - play.started_at).total_seconds() / 60,
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
    spent = turn.attempt == limits.attempts
    return Question(turn.number, spent, reason=turn.reason, seconds=_seconds(turn))


def _answered(turn: TurnRow, observation: belief.Observation) -> Question:
    return Question(
        number=turn.number,
        dimension=_dimension(turn.probe),
        gain=observation.gain,
        expected_gain=observation.expected_gain,
        repeat=observation.repeat,
        useless=observation.useless,
        seconds=_seconds(turn),
    )


def _dimension(probe: str) -> str:
    """Of the one DIMENSION:value pair; "" for none or for pairs of several dimensions."""
    named = {pair.partition(":")[0].strip().lower() for pair in probe.split(", ") if ":" in pair}
    return named.pop() if len(named) == 1 else ""


def _seconds(turn: TurnRow) -> Seconds:
    waited = turn.settled_at - turn.asked_at if turn.settled_at else None
    return Seconds(
        thinking=turn.thinking_seconds,
        typing=turn.typing_seconds,
        waiting=waited.total_seconds() if waited else None,
        checker=turn.checker_seconds,
        oracle=turn.oracle_seconds,
    )
