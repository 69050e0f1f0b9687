"""Estimates with their 95% intervals; what cannot be given is a value with its reason."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

FloatArray = NDArray[np.float64]

LEVEL = 0.95
NOTHING_COUNTED = "nothing_counted"
ONE_CASE = "one_case"
ONE_PLAYER = "one_player"
# Cells of one draw of resamples: what a process holds at once.
_CELLS = 4_000_000


@dataclass(frozen=True)
class Undefined:
    """A figure or an interval that cannot be given; reason is a code, never nan."""

    reason: str


@dataclass(frozen=True)
class Interval:
    low: float
    high: float


@dataclass(frozen=True)
class Estimate:
    """A figure from n cases."""

    value: float
    n: int
    interval: Interval | Undefined


Figure = Estimate | Undefined


@dataclass(frozen=True)
class Resampling:
    """How a bootstrap draws; stored and printed, since with it the interval can be had again."""

    resamples: int = 2_000
    seed: int = 1

    def generator(self) -> np.random.Generator:
        return np.random.default_rng(self.seed)


def wilson(hits: int, total: int) -> Figure:
    """The share of hits with Wilson's score interval, without continuity correction.

    Returns Undefined("nothing_counted") for a total of 0.
    Raises ValueError for fewer hits than 0 or more than the total.
    Source: Wilson (1927); method 3 of Newcombe (1998), Statistics in Medicine 17, 857.
    """
    if not 0 <= hits <= total:
        raise ValueError(f"{hits} hits of {total}.")
    if not total:
        return Undefined(NOTHING_COUNTED)
    tested = stats.binomtest(hits, total)
    found = tested.proportion_ci(confidence_level=LEVEL, method="wilson")
    return Estimate(hits / total, total, Interval(float(found.low), float(found.high)))


def bootstrap_mean(values: ArrayLike, resampling: Resampling) -> Figure:
    """The mean with its percentile bootstrap interval, each value one case.

    Returns Undefined("nothing_counted") without values; of one value the interval is
    Undefined("one_case"), for resamples of it cannot differ.
    Source: Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapters 6 and 13.
    """
    cases = np.asarray(values, dtype=float)
    if not cases.size:
        return Undefined(NOTHING_COUNTED)
    if cases.size == 1:
        return Estimate(float(cases[0]), 1, Undefined(ONE_CASE))
    interval = _middle(resampled_means(cases, resampling))
    return Estimate(float(cases.mean()), int(cases.size), interval)


def resampled_means(values: ArrayLike, resampling: Resampling) -> FloatArray:
    """(resamples,): the mean of each resample, drawn with replacement, as large as the sample.

    How often each distinct value is drawn is multinomial, which is cheap where few are distinct.
    """
    distinct, times = np.unique(np.asarray(values, dtype=float), return_counts=True)
    total = int(times.sum())
    drawn = _multinomial(total, times / total, resampling)
    return np.concatenate([counts @ distinct / total for counts in drawn])


def clustered_means(sums: ArrayLike, counts: ArrayLike, resampling: Resampling) -> list[Figure]:
    """For each column the mean over all cases, with an interval from resampling whole players.

    sums, counts: (players, columns), the sum of a player's cases and how many they are. What
        one player does is alike, so players are drawn, each with all its cases.
    A column without cases is Undefined("nothing_counted"); one with the cases of one player
    has the interval Undefined("one_player").
    Source: Field & Welsh (2007), Journal of the Royal Statistical Society B 69, 369: the
    randomized cluster bootstrap.
    """
    totals, cases = np.asarray(sums, dtype=float), np.asarray(counts, dtype=float)
    if not len(totals):
        return [Undefined(NOTHING_COUNTED)] * totals.shape[1]
    players = len(totals)
    drawn = _multinomial(players, np.full(players, 1 / players), resampling)
    pairs = [(weights @ totals, weights @ cases) for weights in drawn]
    top = np.concatenate([pair[0] for pair in pairs])
    bottom = np.concatenate([pair[1] for pair in pairs])
    return [_column(totals[:, c], cases[:, c], top[:, c], bottom[:, c]) for c in range(len(top.T))]


def clustered_mean(groups: Sequence[Sequence[float]], resampling: Resampling) -> Figure:
    """`clustered_means` of one column, each group holding a player's cases."""
    sums = np.array([[sum(group)] for group in groups], dtype=float).reshape(-1, 1)
    counts = np.array([[len(group)] for group in groups], dtype=float).reshape(-1, 1)
    return clustered_means(sums, counts, resampling)[0]


def _column(sums: FloatArray, counts: FloatArray, top: FloatArray, bottom: FloatArray) -> Figure:
    cases = int(counts.sum())
    if not cases:
        return Undefined(NOTHING_COUNTED)
    value = float(sums.sum() / cases)
    if (counts > 0).sum() == 1:
        return Estimate(value, cases, Undefined(ONE_PLAYER))
    # A resample may hold no case at all; it then says nothing of the mean.
    held = bottom > 0
    return Estimate(value, cases, _middle(top[held] / bottom[held]))


def _multinomial(
    draws: int, shares: FloatArray, resampling: Resampling
) -> Iterator[NDArray[np.int64]]:
    """Blocks of resamples, each (some, shares), together as many as are wanted."""
    rng = resampling.generator()
    block = max(1, _CELLS // len(shares))
    for done in range(0, resampling.resamples, block):
        size = min(block, resampling.resamples - done)
        yield rng.multinomial(draws, shares, size=size)


def _middle(resampled: FloatArray) -> Interval:
    tail = 50 * (1 - LEVEL)
    low, high = np.percentile(resampled, [tail, 100 - tail])
    return Interval(float(low), float(high))
