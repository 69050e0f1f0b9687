"""95% intervals over units, by resampling the units.

Units with the same counts are alike, so that a resample is one multinomial draw over the kinds
of units: thousands of units cost no more than a handful.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from annotation.agreement.coefficients import EMPTY, NO_SHARED_UNITS, NO_VARIATION, Weighted
from games.estimates import LEVEL, Interval, Undefined

IntArray = NDArray[np.int_]
FloatArray = NDArray[np.float64]
Rows = TypeVar("Rows", NDArray[np.int_], NDArray[np.float64])

ONE_UNIT = "one_unit"
NO_WIDTH = "no_width"
# Ends that are nearer than this differ by rounding alone.
NARROWEST = 1e-9


@dataclass(frozen=True)
class Resampling:
    """How a bootstrap draws; printed beside its intervals, since with it they can be had again."""

    resamples: int = 1_000
    seed: int = 1

    def generator(self) -> np.random.Generator:
        return np.random.default_rng(self.seed)


@dataclass(frozen=True, eq=False)
class Drawn:
    """kinds: the different rows of counts. weights: (resamples, kinds), how often each is drawn."""

    kinds: IntArray
    weights: FloatArray

    def interval(self, weighted: Weighted) -> Interval | Undefined:
        return percentiles(weighted(self.kinds, self.weights))


def draw(counts: IntArray, resampling: Resampling) -> Drawn | Undefined:
    """Resamples of the units of these counts, (units, labels), for any coefficient of them.

    Units without a rating are left out. Undefined("one_unit") where a single unit has two or
    more ratings, however many have one.
    """
    ratings = counts.sum(axis=1)
    if not ratings.any():
        return Undefined(EMPTY)
    paired = int((ratings >= 2).sum())
    if paired < 2:
        return Undefined(ONE_UNIT if paired else NO_SHARED_UNITS)
    kinds, often = np.unique(counts[ratings > 0], axis=0, return_counts=True)
    return Drawn(kinds, drawn(often, resampling))


def interval(counts: IntArray, weighted: Weighted, resampling: Resampling) -> Interval | Undefined:
    """Of a coefficient of these counts; undefined where `draw` is."""
    found = draw(counts, resampling)
    return found if isinstance(found, Undefined) else found.interval(weighted)


def interval_of_rows(
    rows: Rows, weighted: Callable[[Rows, FloatArray], FloatArray], resampling: Resampling
) -> Interval | Undefined:
    """Of a coefficient of these units, a row each, whatever the row counts.

    Resamples in which the coefficient has no value are left out, unless they are more than
    half: then the interval is Undefined("no_variation").
    """
    if len(rows) < 2:
        return Undefined(ONE_UNIT if len(rows) else EMPTY)
    kinds, often = np.unique(rows, axis=0, return_counts=True)
    return percentiles(weighted(kinds, drawn(often, resampling)))


def interval_of_mean(values: FloatArray, resampling: Resampling) -> Interval | Undefined:
    """Of the mean of one value a unit, (units,)."""
    if len(values) < 2:
        return Undefined(ONE_UNIT if len(values) else EMPTY)
    kinds, often = np.unique(values, return_counts=True)
    return percentiles(drawn(often, resampling) @ kinds / len(values))


def drawn(often: IntArray, resampling: Resampling) -> FloatArray:
    """(resamples, kinds), how often each kind of unit is drawn; often: how many units it has."""
    total = int(often.sum())
    draws = resampling.generator().multinomial(total, often / total, size=resampling.resamples)
    return draws.astype(float)


def percentiles(drawn_values: FloatArray) -> Interval | Undefined:
    """Undefined("no_width") where it would have none: that is a certainty nobody has."""
    valid = drawn_values[~np.isnan(drawn_values)]
    if len(valid) * 2 < len(drawn_values):
        return Undefined(NO_VARIATION)
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(valid, [tail, 1 - tail])
    if high - low < NARROWEST:
        return Undefined(NO_WIDTH)
    return Interval(float(low), float(high))
