"""What questions were worth in bits, by the reference observer of `games.belief`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.metrics.intervals import (
    Figure,
    FloatArray,
    Resampling,
    clustered_mean,
    clustered_means,
)
from evaluation.metrics.plays import EndedPlay, Question

Players = Sequence[Sequence[EndedPlay]]
# The observer's likelihoods are smoothed, so that hardly any question that it can read is worth
# exactly nothing.
NEARLY_USELESS_BITS = 0.05


@dataclass(frozen=True)
class TurnGain:
    """gain: over the plays that spent this turn, a forfeited one with 0 bits.

    expected: over the answered questions of this turn. entropy_drop: as `gain`, of the entropy.
    Questions that the observer could not read are in none of these.
    own: over the plays that spent this turn and whose player's own belief is known at both ends
    of it, forfeited turns with what they are.
    """

    number: int
    gain: Figure
    expected: Figure
    entropy_drop: Figure
    own: Figure


@dataclass(frozen=True)
class PlayGain:
    """own_total, own_net: by the player's own belief, of the plays where it is known."""

    total: Figure
    net: Figure
    own_total: Figure
    own_net: Figure


@dataclass(frozen=True)
class IdleQuestions:
    """useless, nearly_useless: of the answered questions that the observer could read.

    repeated, unread: of all answered ones.
    """

    useless: Figure
    nearly_useless: Figure
    repeated: Figure
    unread: Figure


def gain_by_turn(players: Players, resampling: Resampling) -> list[TurnGain]:
    """Mean gain at each turn over the plays still running there, up to the last one asked.

    players: each player's plays, for the intervals resample players; or each object's, where
        `resampling` draws objects.
    """
    last = max((play.spent for plays in players for play in plays), default=0)
    if not last:
        return []

    def means(value: Callable[[Question], float | None]) -> list[Figure]:
        return clustered_means(*_table(players, last, value), resampling)

    columns = zip(
        means(_gained),
        means(lambda asked: asked.expected_gain),
        means(_dropped),
        means(lambda asked: asked.own_gain),
        strict=True,
    )
    return [TurnGain(number, *figures) for number, figures in enumerate(columns, start=1)]


def net_gain(players: Players, resampling: Resampling) -> Figure:
    """Mean over plays of what is left of their gains in the end, as in `gain_by_play`."""
    return _mean_of_plays(players, lambda play: play.net_gain, resampling)


def gain_by_play(players: Players, resampling: Resampling) -> PlayGain:
    """Mean over plays of the summed gain, which over-counts contradictions, and of the net gain."""

    def mean(of: Callable[[EndedPlay], float | None]) -> Figure:
        return _mean_of_plays(players, of, resampling)

    return PlayGain(
        total=mean(lambda play: play.total_gain),
        net=net_gain(players, resampling),
        own_total=mean(lambda play: play.own_total_gain),
        own_net=mean(lambda play: play.own_net_gain),
    )


def idle_questions(players: Players, resampling: Resampling) -> IdleQuestions:
    """Shares of answered questions, the useless ones of those that the observer could read."""

    def share(holds: Callable[[Question], bool], *, heard: bool) -> Figure:
        asked = (
            (
                question
                for play in plays
                for question in play.answered
                if question.heard or not heard
            )
            for plays in players
        )
        return clustered_mean(
            [[float(holds(each)) for each in group] for group in asked], resampling
        )

    return IdleQuestions(
        useless=share(lambda asked: asked.useless, heard=True),
        nearly_useless=share(nearly_useless, heard=True),
        repeated=share(lambda asked: asked.repeat, heard=False),
        unread=share(lambda asked: not asked.heard, heard=False),
    )


def nearly_useless(asked: Question) -> bool:
    """Whether a new question promised next to nothing before its answer."""
    worth = asked.expected_gain
    return worth is not None and worth < NEARLY_USELESS_BITS and not asked.repeat


def _mean_of_plays(
    players: Players, of: Callable[[EndedPlay], float | None], resampling: Resampling
) -> Figure:
    gains = ((of(play) for play in plays) for plays in players)
    known = [[gain for gain in each if gain is not None] for each in gains]
    return clustered_mean(known, resampling)


def _gained(asked: Question) -> float | None:
    if asked.answered:
        return asked.gain
    return 0.0 if asked.spent else None


def _dropped(asked: Question) -> float | None:
    if asked.answered:
        return asked.entropy_drop
    return 0.0 if asked.spent else None


def _table(
    players: Players, last: int, value: Callable[[Question], float | None]
) -> tuple[FloatArray, FloatArray]:
    """(players, last): the sum of the values at each turn, and how many have one."""
    sums, counts = np.zeros((len(players), last)), np.zeros((len(players), last))
    for row, plays in enumerate(players):
        for play in plays:
            for asked in play.questions:
                worth = value(asked)
                if worth is not None:
                    sums[row, asked.number - 1] += worth
                    counts[row, asked.number - 1] += 1
    return sums, counts
