"""Estimates with their 95% intervals; what cannot be given is a value with its reason."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from games import wilson
from games.estimates import LEVEL
from games.estimates import Interval as Interval
from games.estimates import Undefined as Undefined

FloatArray = NDArray[np.float64]

NOTHING_COUNTED = "nothing_counted"
NOT_MEASURED = "not_measured"
ONE_CASE = "one_case"
ONE_PLAYER = "one_player"
ONE_OBJECT = "one_object"
NO_VARIATION = "no_variation"
EXACT = "exact"
# Means of equal values may differ by a rounding.
_EQUAL_WITHIN = 1e-12
# Cells of one draw of resamples: what a process holds at once.
_CELLS = 4_000_000


class Method(StrEnum):
    """How an interval came about; files say it beside each."""

    WILSON = "wilson"
    BOOTSTRAP = "bootstrap"
    BOOTSTRAP_OF_PLAYERS = "bootstrap_of_players"
    BOOTSTRAP_OF_OBJECTS = "bootstrap_of_objects"
    T = "t"
    NEWCOMBE = "newcombe"


class Clusters(StrEnum):
    """Whose cases are alike and are therefore drawn together: players', or hidden objects'."""

    PLAYERS = "players"
    OBJECTS = "objects"

    @property
    def method(self) -> Method:
        return {
            Clusters.PLAYERS: Method.BOOTSTRAP_OF_PLAYERS,
            Clusters.OBJECTS: Method.BOOTSTRAP_OF_OBJECTS,
        }[self]

    @property
    def alone(self) -> str:
        """Why cases of one of them have no interval."""
        return {Clusters.PLAYERS: ONE_PLAYER, Clusters.OBJECTS: ONE_OBJECT}[self]


@dataclass(frozen=True)
class Estimate:
    """A figure from n cases. method: of the interval, None where there is none."""

    value: float
    n: int
    interval: Interval | Undefined
    method: Method | None = None


Figure = Estimate | Undefined


@dataclass(frozen=True)
class Resampling:
    """How a bootstrap draws; stored and printed, since with it the interval can be had again.

    clusters: what is drawn whole where cases are clustered.
    """

    resamples: int = 2_000
    seed: int = 1
    clusters: Clusters = Clusters.PLAYERS

    def generator(self) -> np.random.Generator:
        return np.random.default_rng(self.seed)


def share(hits: int, total: int) -> Figure:
    """The share of hits with Wilson's score interval.

    Returns Undefined("nothing_counted") for a total of 0 and no hits.
    Raises ValueError for fewer hits than 0 or more than the total.
    """
    if not hits and not total:
        return Undefined(NOTHING_COUNTED)
    return Estimate(hits / max(1, total), total, wilson.interval(hits, total), Method.WILSON)


def bootstrap_mean(values: ArrayLike, resampling: Resampling, *, of_one: str = ONE_CASE) -> Figure:
    """The mean with its percentile bootstrap interval, each value one case.

    of_one: the reason why a single value has no interval, which says what a value is.
    Returns Undefined("nothing_counted") without values. One value has no interval, and equal
    ones have Undefined("no_variation"): resamples of them cannot differ, which is no certainty.
    Source: Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapters 6 and 13.
    """
    cases = np.asarray(values, dtype=float)
    if not cases.size:
        return Undefined(NOTHING_COUNTED)
    mean, count = float(cases.mean()), int(cases.size)
    without = _no_interval(cases, of_one)
    if without:
        return Estimate(mean, count, without)
    interval = _middle(resampled_means(cases, resampling))
    return Estimate(mean, count, interval, Method.BOOTSTRAP)


def t_mean(values: ArrayLike, *, within: Interval, of_one: str = ONE_CASE) -> Figure:
    """The mean with Student's t interval of n - 1 degrees of freedom, its ends cut to `within`.

    Where there are few values, a bootstrap of them is too narrow and this is not, as far as the
    values are spread like a normal distribution. What is undefined, is as in `bootstrap_mean`.
    Source: Student (1908), Biometrika 6, 1.
    """
    # It takes a fifth of a second to import, and most processes never show a figure.
    from scipy.special import stdtrit

    cases = np.asarray(values, dtype=float)
    if not cases.size:
        return Undefined(NOTHING_COUNTED)
    mean, count = float(cases.mean()), int(cases.size)
    without = _no_interval(cases, of_one)
    if without:
        return Estimate(mean, count, without)
    error = float(cases.std(ddof=1)) / sqrt(count)
    half = float(stdtrit(count - 1, (1 + LEVEL) / 2)) * error
    ends = Interval(max(within.low, mean - half), min(within.high, mean + half))
    return Estimate(mean, count, ends, Method.T)


def resampled_means(values: ArrayLike, resampling: Resampling) -> FloatArray:
    """(resamples,): the mean of each resample, drawn with replacement, as large as the sample.

    How often each distinct value is drawn is multinomial, which is cheap where few are distinct.
    Raises ValueError for no values.
    """
    distinct, times = np.unique(np.asarray(values, dtype=float), return_counts=True)
    if not distinct.size:
        raise ValueError("There is nothing to resample.")
    total = int(times.sum())
    drawn = _multinomial(total, times / total, resampling)
    return np.concatenate([counts @ distinct / total for counts in drawn])


def clustered_means(sums: ArrayLike, counts: ArrayLike, resampling: Resampling) -> list[Figure]:
    """For each column the mean over all cases, with an interval from resampling whole clusters.

    sums, counts: (clusters, columns), the sum of a cluster's cases and how many they are. What
        one player does, or is done about one object, is alike, so clusters are drawn, each with
        all its cases; `resampling.clusters` says which.
    A column without cases is Undefined("nothing_counted"); one with the cases of one cluster has
    the interval Undefined("one_player") or ("one_object"), one of equal clusters
    Undefined("no_variation").
    Source: Field & Welsh (2007), Journal of the Royal Statistical Society B 69, 369: the
    randomized cluster bootstrap.
    """
    totals, cases = np.asarray(sums, dtype=float), np.asarray(counts, dtype=float)
    if not totals.size:
        return [Undefined(NOTHING_COUNTED)] * (totals.shape[1] if totals.ndim == 2 else 0)
    clusters = len(totals)
    drawn = _clusters_drawn(clusters, resampling)
    pairs = [(weights @ totals, weights @ cases) for weights in drawn]
    top = np.concatenate([pair[0] for pair in pairs])
    bottom = np.concatenate([pair[1] for pair in pairs])
    # A resample may hold no case at all; it then says nothing of the mean.
    resampled = [top[held, c] / bottom[held, c] for c, held in enumerate(bottom.T > 0)]
    return [
        _column(totals[:, c], cases[:, c], means, of=resampling.clusters)
        for c, means in enumerate(resampled)
    ]


def clustered_mean(groups: Sequence[Sequence[float]], resampling: Resampling) -> Figure:
    """`clustered_means` of one column, each group holding a cluster's cases."""
    sums = np.array([[sum(group)] for group in groups], dtype=float).reshape(-1, 1)
    counts = np.array([[len(group)] for group in groups], dtype=float).reshape(-1, 1)
    return clustered_means(sums, counts, resampling)[0]


def _column(sums: FloatArray, counts: FloatArray, resampled: FloatArray, *, of: Clusters) -> Figure:
    cases = int(counts.sum())
    if not cases:
        return Undefined(NOTHING_COUNTED)
    value = float(sums.sum() / cases)
    have = counts > 0
    if have.sum() == 1:
        return Estimate(value, cases, Undefined(of.alone))
    if _alike(sums[have] / counts[have]):
        return Estimate(value, cases, Undefined(NO_VARIATION))
    return Estimate(value, cases, _middle(resampled), of.method)


def _clusters_drawn(clusters: int, resampling: Resampling) -> Iterable[NDArray[np.integer]]:
    """Blocks of (some, clusters): how often each cluster is drawn into each resample."""
    if clusters * resampling.resamples > _CELLS:
        return _multinomial(clusters, np.full(clusters, 1 / clusters), resampling)
    return _kept_draws(clusters, resampling)


# A page asks for dozens of means over the same clusters, and drawing takes longest.
@lru_cache(maxsize=8)
def _kept_draws(clusters: int, resampling: Resampling) -> tuple[NDArray[np.uint16], ...]:
    drawn = _multinomial(clusters, np.full(clusters, 1 / clusters), resampling)
    return tuple(block.astype(np.uint16) for block in drawn)


def _multinomial(
    draws: int, shares: FloatArray, resampling: Resampling
) -> Iterator[NDArray[np.int64]]:
    """Blocks of resamples, each (some, shares), together as many as are wanted."""
    rng = resampling.generator()
    block = max(1, _CELLS // len(shares))
    for done in range(0, resampling.resamples, block):
        size = min(block, resampling.resamples - done)
        yield rng.multinomial(draws, shares, size=size)


def _no_interval(cases: FloatArray, of_one: str) -> Undefined | None:
    """Why the mean of these cases has no interval; None where it has one."""
    if cases.size == 1:
        return Undefined(of_one)
    return Undefined(NO_VARIATION) if _alike(cases) else None


def _alike(values: FloatArray) -> bool:
    return bool(np.ptp(values) <= _EQUAL_WITHIN)


def _middle(resampled: FloatArray) -> Interval:
    tail = 50 * (1 - LEVEL)
    low, high = np.percentile(resampled, [tail, 100 - tail])
    return Interval(float(low), float(high))
