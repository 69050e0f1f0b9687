"""Who gave which unit which label, as a matrix."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int_]

MISSING = -1


class BadRating(ValueError):
    """A rating that the matrix has no place for; the message names unit, rater and label."""


@dataclass(frozen=True)
class Rating:
    """label: None where the rater skipped the unit or was unsure, which is a missing value."""

    unit: str
    rater: str
    label: str | None


@dataclass(frozen=True, eq=False)
class Ratings:
    """codes: (units, raters), the place of the label in `labels`, MISSING where there is none.

    labels: all labels that could be given; of an ordered scale, from the lowest to the highest.
    """

    units: tuple[str, ...]
    raters: tuple[str, ...]
    labels: tuple[str, ...]
    codes: IntArray

    @property
    def counts(self) -> IntArray:
        """(units, labels), how many raters gave each unit each label."""
        return np.stack([(self.codes == at).sum(axis=1) for at in range(len(self.labels))], axis=1)

    def of_units(self, units: Collection[str]) -> "Ratings":
        """The ratings of these units alone."""
        kept = [at for at, unit in enumerate(self.units) if unit in units]
        return replace(self, units=tuple(self.units[at] for at in kept), codes=self.codes[kept])

    def of_raters(self, raters: Collection[str]) -> "Ratings":
        """The ratings by these raters alone."""
        kept = [at for at, rater in enumerate(self.raters) if rater in raters]
        chosen = tuple(self.raters[at] for at in kept)
        return replace(self, raters=chosen, codes=self.codes[:, kept])

    def of_label(self, label: str) -> "Ratings":
        """This label or another one: the ratings behind the agreement on a single label."""
        at = self.labels.index(label)
        codes = np.where(self.codes == MISSING, MISSING, (self.codes == at).astype(int))
        return replace(self, labels=(f"not {label}", label), codes=codes)

    def with_rater(self, rater: str, labels: Mapping[str, str]) -> "Ratings":
        """One more rater, who gave these units these labels.

        Raises BadRating for a label outside the scale or a rater who is there already.
        """
        if rater in self.raters:
            raise BadRating(f"The rater {rater!r} is there already.")
        place = _places(self.labels)
        column = [_code(Rating(unit, rater, labels.get(unit)), place=place) for unit in self.units]
        codes = np.column_stack([self.codes, np.array(column, dtype=int)])
        return replace(self, raters=(*self.raters, rater), codes=codes)


def rating_matrix(ratings: Iterable[Rating], labels: Sequence[str]) -> Ratings:
    """The ratings by unit and rater, each in the order in which they first occur.

    Raises BadRating for a label outside the scale and for a second rating of a unit by a rater.
    """
    place = _places(labels)
    given: dict[tuple[str, str], int] = {}
    for each in ratings:
        if (each.unit, each.rater) in given:
            raise BadRating(f"{each.rater!r} rated the unit {each.unit!r} twice.")
        given[each.unit, each.rater] = _code(each, place=place)
    units = {unit: at for at, unit in enumerate(dict.fromkeys(unit for unit, _ in given))}
    raters = {rater: at for at, rater in enumerate(dict.fromkeys(rater for _, rater in given))}
    codes = np.full((len(units), len(raters)), MISSING)
    for (unit, rater), code in given.items():
        codes[units[unit], raters[rater]] = code
    return Ratings(tuple(units), tuple(raters), tuple(labels), codes)


def _places(labels: Sequence[str]) -> dict[str, int]:
    places = {label: at for at, label in enumerate(labels)}
    if len(places) != len(labels):
        raise BadRating(f"A label stands twice in {', '.join(labels)}.")
    return places


def _code(rating: Rating, *, place: Mapping[str, int]) -> int:
    if rating.label is None:
        return MISSING
    if rating.label not in place:
        raise BadRating(
            f"{rating.rater!r} gave the unit {rating.unit!r} the label {rating.label!r},"
            f" which is none of {', '.join(place)}."
        )
    return place[rating.label]
