"""What a noisy greedy player can be expected to solve: a figure whose truth is known."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from games import players
from games.estimates import LEVEL, Interval
from games.players import Chance, Deal, Facts


@dataclass(frozen=True)
class Expected:
    """rate: the mean over games of how often each was solved. interval: 95 in 100 runs that play
    each game once have their success rate within it."""

    rate: float
    interval: Interval
    games: int
    rounds: int


def expected_success(
    facts: Facts, deals: Sequence[Deal], *, skill: float, rounds: int, rng: Chance
) -> Expected:
    """By playing all games so many rounds, two at least.

    Raises ValueError for fewer rounds or no games.
    """
    if rounds < 2 or not deals:
        raise ValueError(f"{rounds} rounds of {len(deals)} games; 2 and 1 are the least.")
    won = np.array(
        [
            [players.play_noisy(facts, deal, skill=skill, rng=rng).won for deal in deals]
            for _ in range(rounds)
        ]
    )
    return of_rounds(won)


def of_rounds(won: NDArray[np.bool_]) -> Expected:
    """won: (rounds, games), whether the game was solved.

    Games are independent, each with a chance of its own p: a run's rate then has the variance
    sum p (1 - p) / games^2, which the rounds estimate without bias, and their own mean has its
    share of it. The interval takes the rate as normal, its ends cut to 0 and 1.
    """
    rounds, games = won.shape
    chances = won.mean(axis=0)
    spread = float((chances * (1 - chances)).sum()) * rounds / (rounds - 1) / games**2
    rate = float(won.mean())
    half = NormalDist().inv_cdf((1 + LEVEL) / 2) * sqrt(spread * (1 + 1 / rounds))
    return Expected(rate, Interval(max(0.0, rate - half), min(1.0, rate + half)), games, rounds)
