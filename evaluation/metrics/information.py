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

    expected: over the answered questions of this turn. Questions that the observer could not
    read are in neither.
    """

    number: int
    gain: Figure
    expected: Figure


@dataclass(frozen=True)
class PlayGain:
    total: Figure
    net: Figure


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

    players: each player's plays, for the intervals resample players.
    """
    last = max((play.spent for plays in players for play in plays), default=0)
    if not last:
        return []
    gained = _table(players, last, _gained)
    expected = _table(players, last, lambda asked: asked.expected_gain)
    columns = zip(
        clustered_means(*gained, resampling), clustered_means(*expected, resampling), strict=True
    )
    return [TurnGain(number, *figures) for number, figures in enumerate(columns, start=1)]


def gain_by_play(players: Players, resampling: Resampling) -> PlayGain:
    """Mean over plays of the summed gain, which over-counts contradictions, and of the net gain."""

    def mean(of: Callable[[EndedPlay], float | None]) -> Figure:
        gains = ((of(play) for play in plays) for plays in players)
        followed = [[gain for gain in each if gain is not None] for each in gains]
        return clustered_mean(followed, resampling)

    return PlayGain(mean(lambda play: play.total_gain), mean(lambda play: play.net_gain))


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


def _gained(asked: Question) -> float | None:
    if asked.answered:
        return asked.gain
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
