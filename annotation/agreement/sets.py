"""Agreement of raters who choose any subset of labels for a unit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from annotation.agreement import bootstrap, coefficients, set_distances
from annotation.agreement.bootstrap import Resampling
from annotation.agreement.coefficients import (
    EMPTY,
    NO_SHARED_UNITS,
    TOO_FEW_RATERS,
    Level,
    divided,
)
from annotation.agreement.ratings import BadRating
from annotation.agreement.set_distances import Chosen, Distances, SetAlpha
from annotation.agreement.tables import Coefficient, coefficient_of_rows, undefined
from games.estimates import Undefined

IntArray = NDArray[np.int_]
FloatArray = NDArray[np.float64]
Pair = tuple[Chosen, Chosen]
Units = Mapping[str, Mapping[str, Chosen]]
"""Unit -> rater -> the labels chosen; an empty set is an answer, a rater left out is missing."""
Offered = Mapping[str, Chosen]
"""Unit -> the labels that could be chosen there."""

NOTHING_CHOSEN = "nothing_chosen"


@dataclass(frozen=True)
class SetAgreement:
    """units: with an answer. paired: with two or more. pairable: answers in those.

    jaccard, f1, exact, per_label: mean over pairs of raters in a unit, then over units; per_label
    is the share of the unit's labels that both chose or both left out. pooled_f1: twice the
    shared labels of all pairs over the sum of their sizes. by_label: alpha of each label, chosen
    or not. pooled: of all of them, each (unit, label) a unit of its own. jaccard_alpha, masi:
    alpha with that distance between subsets. shares: of the answers that could have the label,
    how many have it; none where no unit offers it. Intervals are over units throughout.
    """

    units: int
    paired: int
    raters: int
    pairable: int
    shares: dict[str, float]
    jaccard: Coefficient
    f1: Coefficient
    pooled_f1: Coefficient
    exact: Coefficient
    per_label: Coefficient
    by_label: dict[str, Coefficient]
    pooled: Coefficient
    jaccard_alpha: Coefficient
    masi: Coefficient


def measure_sets(
    units: Units, labels: Sequence[str], resampling: Resampling, *, offered: Offered | None = None
) -> SetAgreement:
    """offered: where units differ in the labels that they offer; all labels where not given.

    Raises BadRating for a chosen label that its unit does not offer.
    """
    everywhere = frozenset(labels)
    answered = {unit: chosen for unit, chosen in units.items() if chosen}
    known = {unit: everywhere if offered is None else offered[unit] for unit in answered}
    _check(answered, known)
    answers = _answers(answered, known, labels)
    return SetAgreement(
        units=len(answered),
        paired=len(answers.pairs),
        raters=answers.raters,
        pairable=sum(len(answered[unit]) for unit in answers.pairs),
        shares=answers.shares(),
        jaccard=answers.mean(set_distances.jaccard, resampling),
        f1=answers.mean(set_distances.f1, resampling),
        pooled_f1=answers.pooled_f1(resampling),
        exact=answers.mean(lambda one, other: float(one == other), resampling),
        per_label=answers.per_label(resampling),
        by_label=answers.by_label(resampling),
        pooled=answers.pooled_alpha(resampling),
        jaccard_alpha=answers.alpha(set_distances.jaccard_distances, resampling),
        masi=answers.alpha(set_distances.masi_distances, resampling),
    )


def mean_jaccards(units: Units) -> dict[str, float]:
    """The mean over pairs of raters, of each unit with two answers or more."""
    return {
        unit: float(np.mean([set_distances.jaccard(*pair) for pair in pairs]))
        for unit, pairs in _pairs(units).items()
    }


def jaccard_over(questions: Sequence[Units], resampling: Resampling) -> Coefficient:
    """The mean over questions of their mean Jaccard over units; the units are those of the study.

    A question that no two raters answered for any unit is left out.
    """
    of_each = [found for each in questions if (found := mean_jaccards(each))]
    if not of_each:
        given = [chosen for each in questions for chosen in each.values() if chosen]
        raters = {rater for chosen in given for rater in chosen}
        return undefined(_why_undefined(len(raters), paired=False))
    units = sorted({unit for found in of_each for unit in found})
    rows: FloatArray = np.array(
        [[(f.get(unit, 0.0), float(unit in f)) for f in of_each] for unit in units]
    ).reshape(len(units), -1)
    return coefficient_of_rows(rows, _mean_of_ratios, resampling)


@dataclass(frozen=True)
class _Answers:
    """pairs: of the answers to each unit with two or more. presence: label -> (units that offer
    it, 2), how many raters left it out and how many chose it.
    """

    units: Units
    offered: Offered
    labels: Sequence[str]
    pairs: dict[str, list[Pair]]
    presence: dict[str, IntArray]
    raters: int

    def why_undefined(self) -> str:
        return _why_undefined(self.raters, paired=bool(self.pairs))

    def shares(self) -> dict[str, float]:
        found = {label: counts.sum(axis=0).tolist() for label, counts in self.presence.items()}
        return {label: yes / (yes + no) for label, (no, yes) in found.items() if yes + no}

    def mean(self, alike: Callable[[Chosen, Chosen], float], resampling: Resampling) -> Coefficient:
        found = [[alike(*pair) for pair in pairs] for pairs in self.pairs.values()]
        return self._mean(found, resampling)

    def per_label(self, resampling: Resampling) -> Coefficient:
        """Units that offer no label have nothing to agree on."""
        shares = [
            [1 - len(one ^ other) / len(self.offered[unit]) for one, other in pairs]
            for unit, pairs in self.pairs.items()
            if self.offered[unit]
        ]
        return self._mean(shares, resampling)

    def pooled_f1(self, resampling: Resampling) -> Coefficient:
        rows = [
            [sum(2 * len(a & b) for a, b in pairs), sum(len(a) + len(b) for a, b in pairs)]
            for pairs in self.pairs.values()
        ]
        if reason := self.why_undefined():
            return undefined(reason)
        return coefficient_of_rows(np.array(rows), _ratio, resampling, reason=NOTHING_CHOSEN)

    def by_label(self, resampling: Resampling) -> dict[str, Coefficient]:
        return {
            label: self._alpha_of(counts, resampling) for label, counts in self.presence.items()
        }

    def pooled_alpha(self, resampling: Resampling) -> Coefficient:
        if reason := self.why_undefined():
            return undefined(reason)
        rows: FloatArray = np.array(
            [_coincidences(self.units[unit], self.offered[unit]) for unit in self.pairs]
        )
        return coefficient_of_rows(rows, _pooled, resampling)

    def alpha(self, distances: Distances, resampling: Resampling) -> Coefficient:
        if reason := self.why_undefined():
            return undefined(reason)
        place = {label: at for at, label in enumerate(self.labels)}
        paired = (self.units[unit].values() for unit in self.pairs)
        rows, members = set_distances.subset_rows(paired, place)
        return coefficient_of_rows(rows, SetAlpha(members, distances), resampling)

    def _mean(self, found: list[list[float]], resampling: Resampling) -> Coefficient:
        values = np.array([float(np.mean(each)) for each in found])
        if reason := self.why_undefined():
            return undefined(reason)
        if not len(values):
            return undefined(EMPTY)
        return Coefficient(float(values.mean()), bootstrap.interval_of_mean(values, resampling))

    def _alpha_of(self, counts: IntArray, resampling: Resampling) -> Coefficient:
        if self.raters == 1:
            return undefined(TOO_FEW_RATERS)
        value = coefficients.alpha(counts, Level.NOMINAL)
        if isinstance(value, Undefined):
            return Coefficient(value, value)
        weighted = partial(coefficients.weighted_alpha, level=Level.NOMINAL)
        return Coefficient(value, bootstrap.interval(counts, weighted, resampling))


def _answers(units: Units, offered: Offered, labels: Sequence[str]) -> _Answers:
    pairs = _pairs(units)
    raters = len({rater for chosen in units.values() for rater in chosen})
    return _Answers(units, offered, labels, pairs, _presence(units, offered, labels), raters)


def _pairs(units: Units) -> dict[str, list[Pair]]:
    return {
        unit: list(combinations(chosen.values(), 2))
        for unit, chosen in units.items()
        if len(chosen) >= 2
    }


def _why_undefined(raters: int, *, paired: bool) -> str:
    if not raters:
        return EMPTY
    if raters == 1:
        return TOO_FEW_RATERS
    return "" if paired else NO_SHARED_UNITS


def _check(units: Units, offered: Offered) -> None:
    for unit, chosen in units.items():
        for rater, labelled in chosen.items():
            if unknown := sorted(labelled - offered[unit]):
                raise BadRating(
                    f"{rater!r} chose {', '.join(unknown)} for the unit {unit!r};"
                    f" the labels are {', '.join(sorted(offered[unit]))}."
                )


def _presence(units: Units, offered: Offered, labels: Sequence[str]) -> dict[str, IntArray]:
    rows: dict[str, list[tuple[int, int]]] = {label: [] for label in labels}
    for unit, chosen in units.items():
        for label in offered[unit]:
            yes = sum(label in each for each in chosen.values())
            rows[label].append((len(chosen) - yes, yes))
    return {label: np.array(found, dtype=int).reshape(-1, 2) for label, found in rows.items()}


def _coincidences(chosen: Mapping[str, Chosen], offered: Chosen) -> list[float]:
    """Of both absent, one and the other, both present, summed over the labels of a unit."""
    answers = len(chosen)
    counts = [sum(label in each for each in chosen.values()) for label in offered]
    absent = sum((answers - yes) * (answers - yes - 1) for yes in counts)
    apart = sum(yes * (answers - yes) for yes in counts)
    present = sum(yes * (yes - 1) for yes in counts)
    return [each / (answers - 1) for each in (absent, apart, present)]


def _pooled(rows: FloatArray, weights: FloatArray) -> FloatArray:
    seen = (weights @ rows)[:, [0, 1, 1, 2]].reshape(-1, 2, 2)
    return coefficients.alpha_of_coincidences(seen, Level.NOMINAL)


def _ratio(rows: IntArray, weights: FloatArray) -> FloatArray:
    top, below = (weights @ rows).T
    return divided(top, below)


def _mean_of_ratios(rows: FloatArray, weights: FloatArray) -> FloatArray:
    """rows: (units, questions * 2), a value and whether there is one. nan without any in a draw."""
    sums = (weights @ rows).reshape(len(weights), -1, 2)
    means: FloatArray = divided(sums[:, :, 0], sums[:, :, 1]).mean(axis=1)
    return means
