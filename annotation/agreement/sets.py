"""Agreement of raters who choose any subset of labels for a unit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from annotation.agreement import bootstrap
from annotation.agreement.bootstrap import Resampling
from annotation.agreement.coefficients import (
    EMPTY,
    NO_SHARED_UNITS,
    NO_VARIATION,
    TOO_FEW_RATERS,
    Level,
)
from annotation.agreement.coefficients import alpha as alpha_of
from annotation.agreement.ratings import BadRating
from annotation.agreement.tables import Coefficient
from games.estimates import Undefined

FloatArray = NDArray[np.float64]
Chosen = frozenset[str]
Units = Mapping[str, Mapping[str, Chosen]]
"""Unit -> rater -> the labels chosen; an empty set is an answer, a rater left out is missing."""


@dataclass(frozen=True)
class SetAgreement:
    """jaccard, f1: mean over pairs of raters in a unit, then over units.

    by_label: alpha of each label, chosen or not. pooled: of all of them, each (unit, label) a
    unit of its own. masi: alpha with the MASI distance between subsets.
    """

    units: int
    raters: int
    jaccard: Coefficient
    f1: Coefficient
    by_label: dict[str, float | Undefined]
    pooled: float | Undefined
    masi: float | Undefined


def measure_sets(units: Units, labels: Sequence[str], resampling: Resampling) -> SetAgreement:
    """Raises BadRating for a chosen label outside `labels`."""
    _check(units, labels)
    raters = {rater for chosen in units.values() for rater in chosen}
    counts = {label: _presence(units, label) for label in labels}
    return SetAgreement(
        units=sum(1 for chosen in units.values() if chosen),
        raters=len(raters),
        jaccard=_pairwise(units, jaccard, resampling),
        f1=_pairwise(units, f1, resampling),
        by_label={label: _alpha(found, raters) for label, found in counts.items()},
        pooled=_alpha(np.concatenate([*counts.values(), np.zeros((0, 2), dtype=int)]), raters),
        masi=masi_alpha(units),
    )


def jaccard(one: Chosen, other: Chosen) -> float:
    """Shared labels over all that either chose; two empty sets agree wholly."""
    return len(one & other) / len(one | other) if one | other else 1.0


def f1(one: Chosen, other: Chosen) -> float:
    """Twice the shared labels over the sum of both sizes; two empty sets agree wholly."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def masi_distance(one: Chosen, other: Chosen) -> float:
    """1 - jaccard x monotonicity: 1 for equal sets, 2/3 for nested, 1/3 for overlapping ones.

    Source: Passonneau (2006), Measuring Agreement on Set-valued Items, LREC.
    """
    if one == other:
        return 0.0
    nested = one <= other or other <= one
    nearness = 2 / 3 if nested else 1 / 3
    return 1 - jaccard(one, other) * nearness


def masi_alpha(units: Units) -> float | Undefined:
    """Krippendorff's alpha over the subsets as they are, with the MASI distance."""
    import krippendorff

    raters = {rater for chosen in units.values() for rater in chosen}
    domain = sorted({each for chosen in units.values() for each in chosen.values()}, key=sorted)
    place = {chosen: at for at, chosen in enumerate(domain)}
    counts = np.zeros((len(units), max(1, len(domain))), dtype=int)
    for row, chosen in enumerate(units.values()):
        for each in chosen.values():
            counts[row, place[each]] += 1
    reason = _why_undefined(counts, raters)
    if reason:
        return Undefined(reason)
    apart = np.array([[masi_distance(one, other) for other in domain] for one in domain])

    def distance(v1: FloatArray, v2: FloatArray, **_: object) -> FloatArray:
        of_pairs: FloatArray = apart[np.asarray(v1, dtype=int), np.asarray(v2, dtype=int)]
        return of_pairs

    return float(
        krippendorff.alpha(
            value_counts=counts,
            value_domain=np.arange(len(domain), dtype=float),
            level_of_measurement=distance,  # type: ignore[arg-type]  # generic over number types there
        )
    )


def _check(units: Units, labels: Sequence[str]) -> None:
    for unit, chosen in units.items():
        for rater, labelled in chosen.items():
            unknown = sorted(labelled - set(labels))
            if unknown:
                raise BadRating(
                    f"{rater!r} chose {', '.join(unknown)} for the unit {unit!r};"
                    f" the labels are {', '.join(labels)}."
                )


def _pairwise(
    units: Units, alike: Callable[[Chosen, Chosen], float], resampling: Resampling
) -> Coefficient:
    means = [
        float(np.mean([alike(one, other) for one, other in combinations(chosen.values(), 2)]))
        for chosen in units.values()
        if len(chosen) >= 2
    ]
    if not means:
        raters = {rater for chosen in units.values() for rater in chosen}
        reason = Undefined(_none_shared(raters))
        return Coefficient(reason, reason)
    values = np.array(means)
    return Coefficient(float(values.mean()), bootstrap.interval_of_mean(values, resampling))


def _none_shared(raters: set[str]) -> str:
    if not raters:
        return EMPTY
    return TOO_FEW_RATERS if len(raters) == 1 else NO_SHARED_UNITS


def _presence(units: Units, label: str) -> NDArray[np.int_]:
    """(units, 2), how many raters left the label out and how many chose it."""
    rows = [
        [
            sum(label not in each for each in chosen.values()),
            sum(label in each for each in chosen.values()),
        ]
        for chosen in units.values()
    ]
    return np.array(rows, dtype=int).reshape(-1, 2)


def _alpha(counts: NDArray[np.int_], raters: set[str]) -> float | Undefined:
    if len(raters) == 1:
        return Undefined(TOO_FEW_RATERS)
    return alpha_of(counts, Level.NOMINAL)


def _why_undefined(counts: NDArray[np.int_], raters: set[str]) -> str:
    ratings = counts.sum(axis=1)
    if len(raters) < 2 or not (ratings >= 2).any():
        return _none_shared(raters)
    paired = counts[ratings >= 2]
    return NO_VARIATION if np.count_nonzero(paired.sum(axis=0)) < 2 else ""
