"""Agreement of raters who rank the same things."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from annotation.agreement import bootstrap, coefficients
from annotation.agreement.bootstrap import Resampling
from annotation.agreement.coefficients import (
    EMPTY,
    NO_SHARED_UNITS,
    NO_VARIATION,
    TOO_FEW_RATERS,
    Level,
)
from annotation.agreement.tables import Coefficient, undefined
from games.estimates import Undefined

IntArray = NDArray[np.int_]
FloatArray = NDArray[np.float64]
Units = Mapping[str, Mapping[str, Mapping[str, float]]]
"""Unit -> rater -> thing -> its rank counted from the best, 1; equal ranks are a tie.

A thing that a rater gave no rank is missing for that rater alone.
"""


@dataclass(frozen=True)
class RankAgreement:
    """units: with a ranking. paired: with two or more. pairable: ranks of things that two or more
    raters ranked.

    kendall_w: the mean over units of W, each over the things that all its raters ranked.
    alpha: Krippendorff's, ordinal, each (unit, thing) a unit of its own and its rank the label,
    so that rankings of unequal length align at the best. Both intervals are over units.
    """

    units: int
    paired: int
    raters: int
    pairable: int
    kendall_w: Coefficient
    alpha: Coefficient


def measure_ranks(units: Units, resampling: Resampling) -> RankAgreement:
    ranked = {unit: of for unit, given in units.items() if (of := _with_ranks(given))}
    raters = {rater for given in ranked.values() for rater in given}
    counts = [counts for given in ranked.values() for counts in _counts(given).values()]
    shared = [sum(of.values()) for of in counts if sum(of.values()) >= 2]
    paired = list(ranked_by_two(units).values())
    reason = _why_undefined(len(raters), paired=bool(paired))
    tables = [common_ranks(given) for given in paired]
    return RankAgreement(
        units=len(ranked),
        paired=len(paired),
        raters=len(raters),
        pairable=sum(shared),
        kendall_w=undefined(reason) if reason else mean_kendall_w(tables, resampling),
        alpha=undefined(reason) if reason else _alpha(paired, resampling),
    )


def ranked_by_two(units: Units) -> dict[str, dict[str, Mapping[str, float]]]:
    """The units that two raters or more ranked, by those who did."""
    ranked = {unit: _with_ranks(given) for unit, given in units.items()}
    return {unit: given for unit, given in ranked.items() if len(given) >= 2}


def kendall_w(ranks: FloatArray) -> float | Undefined:
    """Concordance of rankings, 0 to 1, corrected for ties.

    ranks: (raters, things), in any numbers that order the things; equal numbers are a tie.
        Every rater ranks every thing.
    Returns Undefined("too_few_raters") for one rater, Undefined("no_variation") where nobody
    tells any two things apart or there is one thing only, Undefined("empty") for none.
    Raises ValueError for a thing that a rater has not ranked (nan).
    Source: Kendall and Gibbons (1990), Rank Correlation Methods, chapter 6.
    """
    # It takes a second to import, and most processes never show an agreement.
    from scipy.stats import rankdata

    if np.isnan(ranks).any():
        raise ValueError("Every rater ranks every thing; a rank is missing.")
    raters, things = ranks.shape
    if not raters or not things:
        return Undefined(EMPTY)
    if raters == 1:
        return Undefined(TOO_FEW_RATERS)
    placed = rankdata(ranks, axis=1)
    sums = placed.sum(axis=0)
    apart = float(((sums - sums.mean()) ** 2).sum())
    ties = sum(_ties(row) for row in placed)
    most = raters**2 * (things**3 - things) - raters * ties
    return 12 * apart / most if most > 0 else Undefined(NO_VARIATION)


def mean_kendall_w(units: list[FloatArray], resampling: Resampling) -> Coefficient:
    """The mean over units that were ranked by two raters or more, each (raters, things).

    Units in which W is undefined are left out; where none is left, the first one's reason stands.
    """
    found = [kendall_w(ranks) for ranks in units]
    values = np.array([w for w in found if not isinstance(w, Undefined)])
    if len(values):
        return Coefficient(float(values.mean()), bootstrap.interval_of_mean(values, resampling))
    reason = next((w for w in found if isinstance(w, Undefined)), Undefined(EMPTY))
    return Coefficient(reason, reason)


def _ties(placed: FloatArray) -> int:
    _, sizes = np.unique(placed, return_counts=True)
    return int((sizes**3 - sizes).sum())


def _with_ranks(given: Mapping[str, Mapping[str, float]]) -> dict[str, Mapping[str, float]]:
    return {rater: ranks for rater, ranks in given.items() if ranks}


def _why_undefined(raters: int, *, paired: bool) -> str:
    if not raters:
        return EMPTY
    if raters == 1:
        return TOO_FEW_RATERS
    return "" if paired else NO_SHARED_UNITS


def common_ranks(given: Mapping[str, Mapping[str, float]]) -> FloatArray:
    """(raters, things), of the things that all these raters ranked."""
    rankings = list(given.values())
    common = [thing for thing in rankings[0] if all(thing in ranks for ranks in rankings)]
    return np.array([[ranks[thing] for thing in common] for ranks in rankings], dtype=float)


def _counts(given: Mapping[str, Mapping[str, float]]) -> dict[str, dict[float, int]]:
    """Thing -> rank -> how many gave it."""
    found: dict[str, dict[float, int]] = {}
    for ranks in given.values():
        for thing, rank in ranks.items():
            of = found.setdefault(thing, {})
            of[rank] = of.get(rank, 0) + 1
    return found


def _alpha(paired: list[dict[str, Mapping[str, float]]], resampling: Resampling) -> Coefficient:
    """Each thing is a unit of alpha; what is resampled are the rankings that it stands in."""
    ranked = [list(_counts(given).values()) for given in paired]
    scale = sorted({rank for things in ranked for of in things for rank in of})
    counts = [np.array([[of.get(r, 0) for r in scale] for of in things]) for things in ranked]
    value = coefficients.alpha(np.concatenate(counts), Level.ORDINAL)
    if isinstance(value, Undefined):
        return Coefficient(value, value)
    rows = np.array([coefficients.coincidences(each).sum(axis=0).ravel() for each in counts])
    weighted = partial(_weighted_alpha, labels=len(scale))
    return Coefficient(value, bootstrap.interval_of_rows(rows, weighted, resampling))


def _weighted_alpha(rows: FloatArray, weights: FloatArray, labels: int) -> FloatArray:
    seen = (weights @ rows).reshape(-1, labels, labels)
    return coefficients.alpha_of_coincidences(seen, Level.ORDINAL)
