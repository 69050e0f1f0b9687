"""New raters against labels that were released before them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from annotation.agreement import bootstrap
from annotation.agreement.bootstrap import Resampling
from annotation.agreement.coefficients import NO_SHARED_UNITS, divided
from annotation.agreement.ratings import MISSING, Ratings
from annotation.agreement.tables import (
    Coefficient,
    coefficient_of_rows,
    measure_agreement,
    undefined,
)

IntArray = NDArray[np.int_]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

RELEASED = "released label"


@dataclass(frozen=True)
class AgainstReleased:
    """units: rated and released. paired: of them, with two ratings or more; one rating alone is no
    majority. without_majority: of those, where no label has more than half.
    off_scale: rated units left out, since their released label is none that the raters could give.

    majority: the share of paired units whose majority equals the released label; a unit without a
    majority does not. among: Fleiss's kappa of the new raters. with_released: with the released
    label as one more rater. cohen: of the majority against the released label, where there is one.
    The published figure of 0.82 does not say which of the three it is.
    """

    units: int
    paired: int
    without_majority: int
    off_scale: int
    majority: Coefficient
    among: Coefficient
    with_released: Coefficient
    cohen: Coefficient

    @property
    def decided(self) -> int:
        """Units with a majority."""
        return self.paired - self.without_majority


def against_released(
    ratings: Ratings, released: Mapping[str, str], resampling: Resampling
) -> AgainstReleased:
    """released: unit -> label; units without a released label on the scale are left out."""
    rated = ratings.of_units({unit for unit, given in _rated(ratings) if given} & released.keys())
    kept = rated.of_units({unit for unit in rated.units if released[unit] in ratings.labels})
    joined = kept.with_rater(RELEASED, released)
    among = measure_agreement(kept, resampling).kappa
    paired = kept.counts.sum(axis=1) >= 2
    majorities = majority_codes(kept.counts[paired])
    labels = joined.codes[paired, -1]
    cohen = cohen_kappa(majorities, labels, len(ratings.labels), resampling=resampling)
    return AgainstReleased(
        units=len(kept.units),
        paired=len(majorities),
        without_majority=int((majorities == MISSING).sum()),
        off_scale=len(rated.units) - len(kept.units),
        majority=_mean(majorities == labels, resampling) if paired.any() else among,
        among=among,
        with_released=measure_agreement(joined, resampling).kappa,
        cohen=cohen if paired.any() else among,
    )


def majority_codes(counts: IntArray) -> IntArray:
    """(units,), the label with more than half of a unit's ratings; MISSING where none has."""
    most = counts.argmax(axis=1)
    return np.where(counts.max(axis=1) * 2 > counts.sum(axis=1), most, MISSING)


def cohen_kappa(
    one: IntArray, other: IntArray, labels: int, *, resampling: Resampling
) -> Coefficient:
    """Of two raters' codes of the same units, (units,); units that either misses are left out.

    Returns Undefined("no_shared_units") without a common unit, Undefined("no_variation") where
    both give one and the same label throughout.
    Source: Cohen (1960), Educational and Psychological Measurement 20, 37.
    """
    both = (one != MISSING) & (other != MISSING)
    if not both.any():
        return undefined(NO_SHARED_UNITS)
    cells = np.eye(labels * labels, dtype=int)[one[both] * labels + other[both]]
    weighted = partial(_weighted_cohen, labels=labels)
    return coefficient_of_rows(cells, weighted, resampling)


def _weighted_cohen(cells: IntArray, weights: FloatArray, labels: int) -> FloatArray:
    """cells: (units, labels * labels), one-hot in the table of both raters."""
    table = (weights @ cells).reshape(-1, labels, labels)
    shares = table / table.sum(axis=(1, 2), keepdims=True)
    seen = np.trace(shares, axis1=1, axis2=2)
    by_chance = (shares.sum(axis=1) * shares.sum(axis=2)).sum(axis=1)
    return divided(seen - by_chance, 1 - by_chance)


def _rated(ratings: Ratings) -> list[tuple[str, bool]]:
    given = (ratings.codes != MISSING).any(axis=1).tolist()
    return list(zip(ratings.units, given, strict=True))


def _mean(agree: BoolArray, resampling: Resampling) -> Coefficient:
    found = bootstrap.interval_of_mean(agree.astype(float), resampling)
    return Coefficient(float(agree.mean()), found)
