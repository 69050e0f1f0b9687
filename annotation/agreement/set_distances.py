"""How far two subsets of labels lie apart, and Krippendorff's alpha over subsets as they are."""

from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from annotation.agreement.coefficients import divided
from annotation.agreement.ratings import MISSING

IntArray = NDArray[np.int_]
FloatArray = NDArray[np.float64]
Chosen = frozenset[str]
Distances = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
"""From how many labels two subsets share and how many each has to how far they lie apart."""

CHUNK = 512


def jaccard(one: Chosen, other: Chosen) -> float:
    """Shared labels over all that either chose; two empty sets agree wholly."""
    return len(one & other) / len(one | other) if one | other else 1.0


def f1(one: Chosen, other: Chosen) -> float:
    """Twice the shared labels over the sum of both sizes; two empty sets agree wholly."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def jaccard_distances(shared: FloatArray, one: FloatArray, other: FloatArray) -> FloatArray:
    return 1 - divided(shared, one + other - shared, nothing=1.0)


def masi_distances(shared: FloatArray, one: FloatArray, other: FloatArray) -> FloatArray:
    """1 - jaccard x monotonicity: 1 for equal sets, 2/3 for nested, 1/3 for overlapping ones.

    Source: Passonneau (2006), Measuring Agreement on Set-valued Items, LREC.
    """
    nested = np.where(shared == np.minimum(one, other), 2 / 3, 1 / 3)
    equal = (shared == one) & (shared == other)
    return 1 - divided(shared, one + other - shared, nothing=1.0) * np.where(equal, 1.0, nested)


class SetAlpha:
    """Alpha over subsets; a unit is a row of the places of its subsets, sorted, MISSING behind.

    members: (subsets, labels), which labels each subset has.
    Expected disagreement is summed a part of the subsets at a time: all pairs of them at once
    would not fit where nearly every answer is a subset of its own.
    """

    def __init__(self, members: FloatArray, distances: Distances) -> None:
        self._members = members
        self._sizes = members.sum(axis=1)
        self._distances = distances

    def __call__(self, rows: IntArray, weights: FloatArray) -> FloatArray:
        """weights: (resamples, units). Returns (resamples,), nan where nothing would differ."""
        given = rows != MISSING
        answers = given.sum(axis=1)
        units = np.repeat(np.arange(len(rows)), answers)
        counts = csr_matrix(
            (np.ones(len(units)), (units, rows[given])), shape=(len(rows), len(self._members))
        )
        observed = weights @ (self._within(rows) / (answers - 1))
        totals = np.asarray(weights @ counts)
        return 1 - divided(observed * (weights @ answers - 1), self._between(totals))

    def _within(self, rows: IntArray) -> FloatArray:
        """(units,), the distances of all ordered pairs of answers to a unit."""
        apart = np.zeros(len(rows))
        for later in range(1, rows.shape[1]):
            for earlier in range(later):
                both = np.flatnonzero(rows[:, later] != MISSING)
                one, other = rows[both, earlier], rows[both, later]
                shared = (self._members[one] * self._members[other]).sum(axis=1)
                sizes = self._sizes[one], self._sizes[other]
                apart[both] += 2 * self._distances(shared, *sizes)
        return apart

    def _between(self, totals: FloatArray) -> FloatArray:
        """(resamples,), the distances of all pairs of answers to any units."""
        summed = np.zeros(len(totals))
        for start in range(0, len(self._members), CHUNK):
            part = slice(start, start + CHUNK)
            shared = self._members[part] @ self._members.T
            apart = self._distances(shared, self._sizes[part, None], self._sizes[None, :])
            summed += ((totals @ apart.T) * totals[:, part]).sum(axis=1)
        return summed


def subset_rows(
    units: Iterable[Iterable[Chosen]], place: Mapping[str, int]
) -> tuple[IntArray, FloatArray]:
    """The rows and the members that `SetAlpha` takes. place: label -> its column."""
    answers = [list(each) for each in units]
    subsets = {chosen: at for at, chosen in enumerate(dict.fromkeys(c for a in answers for c in a))}
    rows = np.full((len(answers), max(map(len, answers), default=0)), MISSING)
    for row, chosen in enumerate(answers):
        rows[row, : len(chosen)] = sorted(subsets[each] for each in chosen)
    members = np.zeros((len(subsets), len(place)))
    for chosen_set, at in subsets.items():
        members[at, [place[label] for label in chosen_set]] = 1
    return rows, members
