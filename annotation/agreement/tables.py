"""What every agreement table shows, as values."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from annotation.agreement import bootstrap, coefficients
from annotation.agreement.bootstrap import Resampling, Rows
from annotation.agreement.coefficients import NO_VARIATION, TOO_FEW_RATERS, Level, Weighted
from annotation.agreement.ratings import MISSING, Ratings
from games.estimates import Interval, Undefined

IntArray = NDArray[np.int_]
FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Coefficient:
    """A figure over units with its 95% interval, or the reason why there is none."""

    value: float | Undefined
    interval: Interval | Undefined


@dataclass(frozen=True)
class Agreement:
    """units: with a rating. paired: with two or more. raters: who rated anything.

    pairable: ratings in units with two or more. shares: of each label among all ratings, in the
    order of the scale. generalised: whether kappa is the form for unequally rated units.
    ordinal: alpha of an ordered scale, None where the labels have no order.
    """

    units: int
    paired: int
    raters: int
    pairable: int
    shares: dict[str, float]
    percent: Coefficient
    kappa: Coefficient
    generalised: bool
    alpha: Coefficient
    ac1: Coefficient
    ordinal: Coefficient | None = None


def measure_agreement(
    ratings: Ratings, resampling: Resampling, *, ordered: bool = False
) -> Agreement:
    """ordered: whether the labels stand from the lowest to the highest, for the ordinal alpha."""
    counts = ratings.counts
    told = counts.sum(axis=1)
    raters = int((ratings.codes != MISSING).any(axis=0).sum())
    drawn = bootstrap.draw(counts, resampling)

    def measured(value: Callable[[IntArray], float | Undefined], weighted: Weighted) -> Coefficient:
        if raters == 1:
            return undefined(TOO_FEW_RATERS)
        found = value(counts)
        if isinstance(found, Undefined):
            return Coefficient(found, found)
        interval = drawn if isinstance(drawn, Undefined) else drawn.interval(weighted)
        return Coefficient(found, interval)

    def of_alpha(level: Level) -> Coefficient:
        return measured(
            partial(coefficients.alpha, level=level),
            partial(coefficients.weighted_alpha, level=level),
        )

    return Agreement(
        units=int((told > 0).sum()),
        paired=int((told >= 2).sum()),
        raters=raters,
        pairable=int(told[told >= 2].sum()),
        shares=_shares(ratings, counts),
        percent=measured(coefficients.percent, coefficients.weighted_percent),
        kappa=measured(coefficients.fleiss_kappa, coefficients.weighted_fleiss),
        generalised=not coefficients.equally_rated(counts),
        alpha=of_alpha(Level.NOMINAL),
        ac1=measured(coefficients.gwet_ac1, coefficients.weighted_ac1),
        ordinal=of_alpha(Level.ORDINAL) if ordered else None,
    )


def undefined(reason: str) -> Coefficient:
    return Coefficient(Undefined(reason), Undefined(reason))


def coefficient_of_rows(
    rows: Rows,
    weighted: Callable[[Rows, FloatArray], FloatArray],
    resampling: Resampling,
    *,
    reason: str = NO_VARIATION,
) -> Coefficient:
    """Of units that can all be compared, a row each. reason: why it may have no value."""
    value = float(weighted(rows, np.ones((1, len(rows))))[0])
    if np.isnan(value):
        return undefined(reason)
    return Coefficient(value, bootstrap.interval_of_rows(rows, weighted, resampling))


def _shares(ratings: Ratings, counts: IntArray) -> dict[str, float]:
    given = counts.sum(axis=0)
    total = max(1, int(given.sum()))
    return {
        label: count / total for label, count in zip(ratings.labels, given.tolist(), strict=True)
    }
