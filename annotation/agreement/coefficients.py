"""Percent agreement, Fleiss's kappa, AC1 and alpha from counts of labels in units.

Each exists twice: as one figure, by a library where there is one, and weighted, for many
resamples of the units at once. `counts` is (units, labels) throughout. One rule for all: a unit
with one rating tells nothing of agreement, so that percent agreement and alpha leave it out; it
counts among the shares of labels that kappa and AC1 expect by chance, as Gwet has it.
"""

from collections.abc import Callable
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from games.estimates import Undefined

IntArray = NDArray[np.int_]
FloatArray = NDArray[np.float64]
Weighted = Callable[[IntArray, FloatArray], FloatArray]

EMPTY = "empty"
TOO_FEW_RATERS = "too_few_raters"
NO_SHARED_UNITS = "no_shared_units"
NO_VARIATION = "no_variation"


class Level(StrEnum):
    """What the distances between labels mean."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    RATIO = "ratio"


def percent(counts: IntArray) -> float | Undefined:
    """The share of agreeing pairs of ratings in a unit, averaged over units with two or more."""
    if reason := _nothing_shared(counts):
        return Undefined(reason)
    return float(weighted_percent(counts, _once(counts))[0])


def fleiss_kappa(counts: IntArray) -> float | Undefined:
    """Agreement on nominal labels beyond chance; generalised where units have unequal raters.

    Returns Undefined: see `why_undefined`.
    Source: Fleiss (1971); generalised as in Gwet (2014), Handbook of Inter-Rater Reliability,
    chapter 2, where chance comes from the mean share of each label over all rated units.
    """
    if reason := why_undefined(counts):
        return Undefined(reason)
    if equally_rated(counts):
        from statsmodels.stats.inter_rater import fleiss_kappa as of_equal_raters

        return float(of_equal_raters(counts[counts.sum(axis=1) > 0]))
    return float(weighted_fleiss(counts, _once(counts))[0])


def gwet_ac1(counts: IntArray) -> float | Undefined:
    """Agreement on nominal labels beyond chance, steady where nearly all carry one label.

    All ratings of one label give 1.0.
    Source: Gwet (2008), British Journal of Mathematical and Statistical Psychology 61, 29.
    """
    if reason := _nothing_shared(counts):
        return Undefined(reason)
    return float(weighted_ac1(counts, _once(counts))[0])


def alpha(counts: IntArray, level: Level, values: FloatArray | None = None) -> float | Undefined:
    """Krippendorff's alpha, for any number of raters and missing values.

    values: (labels,), what the labels stand for at the levels interval and ratio; their places
        where not given. Of an ordinal scale the columns are ordered from the lowest label on.
    Returns Undefined: see `why_undefined`.
    """
    import krippendorff

    if reason := why_undefined(counts):
        return Undefined(reason)
    domain = np.arange(counts.shape[1], dtype=float) if values is None else values
    return float(
        krippendorff.alpha(
            value_counts=counts, value_domain=domain, level_of_measurement=level.value
        )
    )


def why_undefined(counts: IntArray) -> str:
    """Why chance-corrected agreement has no value here; "" where it has one.

    Where all ratings that can be paired carry one label, chance would agree always.
    """
    if reason := _nothing_shared(counts):
        return reason
    paired = counts[counts.sum(axis=1) >= 2]
    return NO_VARIATION if np.count_nonzero(paired.sum(axis=0)) < 2 else ""


def equally_rated(counts: IntArray) -> bool:
    """Whether all rated units have equally many ratings."""
    ratings = counts.sum(axis=1)
    return len(np.unique(ratings[ratings > 0])) <= 1


def weighted_percent(counts: IntArray, weights: FloatArray) -> FloatArray:
    """weights: (resamples, units), how often each unit counts. Returns (resamples,)."""
    ratings = counts.sum(axis=1)
    paired = ratings >= 2
    agreeing = (counts * (counts - 1)).sum(axis=1)[paired]
    within = agreeing / (ratings * (ratings - 1))[paired]
    return divided(weights[:, paired] @ within, weights[:, paired].sum(axis=1))


def weighted_fleiss(counts: IntArray, weights: FloatArray) -> FloatArray:
    """As `weighted_percent`; nan in a resample where all paired ratings carry one label."""
    by_chance = (_shares(counts, weights) ** 2).sum(axis=1)
    kappa = _beyond_chance(weighted_percent(counts, weights), by_chance)
    paired = counts.sum(axis=1) >= 2
    labels = np.count_nonzero(weights[:, paired] @ counts[paired], axis=1)
    return np.where(labels < 2, np.nan, kappa)


def weighted_ac1(counts: IntArray, weights: FloatArray) -> FloatArray:
    """As `weighted_percent`."""
    shares = _shares(counts, weights)
    by_chance = (shares * (1 - shares)).sum(axis=1) / max(1, counts.shape[1] - 1)
    return _beyond_chance(weighted_percent(counts, weights), by_chance)


def weighted_alpha(
    counts: IntArray, weights: FloatArray, *, level: Level, values: FloatArray | None = None
) -> FloatArray:
    """As `weighted_fleiss`, from the coincidences of labels in each unit."""
    labels = counts.shape[1]
    each = coincidences(counts).reshape(len(counts), -1)
    seen = (weights @ each).reshape(-1, labels, labels)
    return alpha_of_coincidences(seen, level, values)


def coincidences(counts: IntArray) -> FloatArray:
    """(units, labels, labels), each pair of ratings of a unit over its ratings less one.

    Nothing but 0 for a unit with fewer than two.
    """
    ratings = counts.sum(axis=1)
    pairs = counts[:, :, None] * (counts[:, None, :] - np.eye(counts.shape[1], dtype=int))
    others = np.maximum(ratings - 1, 1)[:, None, None]
    return np.where((ratings >= 2)[:, None, None], pairs / others, 0.0)


def alpha_of_coincidences(
    seen: FloatArray, level: Level, values: FloatArray | None = None
) -> FloatArray:
    """seen: (resamples, labels, labels). Returns (resamples,), nan where one label alone is seen.

    Source: Krippendorff (2011), Computing Krippendorff's Alpha-Reliability.
    """
    totals = seen.sum(axis=2)
    distance = _squared_distances(totals, level, values)
    observed = (seen * distance).sum(axis=(1, 2))
    expected = (totals[:, :, None] * totals[:, None, :] * distance).sum(axis=(1, 2))
    return 1 - divided(observed * (totals.sum(axis=1) - 1), expected)


def divided(top: FloatArray, below: FloatArray, nothing: float = np.nan) -> FloatArray:
    """top / below, `nothing` where below is 0."""
    top, below = np.broadcast_arrays(top, below)
    quotient = np.full(top.shape, nothing)
    np.divide(top, below, out=quotient, where=np.abs(below) > 1e-12)
    return quotient


def _squared_distances(totals: FloatArray, level: Level, values: FloatArray | None) -> FloatArray:
    """(resamples, labels, labels), where the ordinal level depends on how often labels occur."""
    labels = totals.shape[1]
    if level == Level.NOMINAL:
        return np.broadcast_to(1.0 - np.eye(labels), (len(totals), labels, labels))
    if level == Level.ORDINAL:
        middle = np.cumsum(totals, axis=1) - totals / 2
        return np.square(middle[:, :, None] - middle[:, None, :])
    points = np.arange(labels, dtype=float) if values is None else values
    apart = points[:, None] - points[None, :]
    if level == Level.RATIO:
        apart = divided(apart, points[:, None] + points[None, :], nothing=0.0)
    return np.broadcast_to(np.square(apart), (len(totals), labels, labels))


def _nothing_shared(counts: IntArray) -> str:
    ratings = counts.sum(axis=1)
    if not ratings.any():
        return EMPTY
    return "" if (ratings >= 2).any() else NO_SHARED_UNITS


def _shares(counts: IntArray, weights: FloatArray) -> FloatArray:
    """(resamples, labels), the share of each label in a rated unit, averaged over those."""
    ratings = counts.sum(axis=1)
    rated = ratings >= 1
    within = counts[rated] / ratings[rated][:, None]
    return divided(weights[:, rated] @ within, weights[:, rated].sum(axis=1)[:, None])


def _beyond_chance(seen: FloatArray, by_chance: FloatArray) -> FloatArray:
    return divided(seen - by_chance, 1 - by_chance)


def _once(counts: IntArray) -> FloatArray:
    return np.ones((1, len(counts)))
