"""Whole configurations as people rated them, beside what the penalties say."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evaluation.coat import json_files
from evaluation.coat.partition import Category, Policy, partitions
from evaluation.coat.places import Place
from evaluation.coat.records import VARIABLES, Catalogue, Pair, State
from evaluation.coat_people.published import RATINGS, Published
from games.formats.rows import Reading, RowError

ROW = ("object_name", *VARIABLES, "rating")


@dataclass(frozen=True)
class Rating:
    """category: that the penalties give; None where the catalogue has no such configuration."""

    pair: Pair
    state: State
    rating: str
    category: Category | None

    @property
    def differs(self) -> bool:
        return self.rating != self.category

    def __str__(self) -> str:
        state = ", ".join(str(getattr(self.state, each)) for each in VARIABLES)
        given = self.category or "in no category"
        return f"{self.pair} / {self.state.object_name} ({state}): {self.rating}, but {given}"


def read_ratings(found: Sequence[Published], catalogue: Catalogue) -> Reading[tuple[Rating, ...]]:
    noted: list[RowError] = []
    given = _given(catalogue)
    rows = [
        Rating(pair, state, rating, given.get((pair, state)))
        for each in found
        if RATINGS in each.files
        for pair, state, rating in _rows(each, noted)
    ]
    return Reading(None if noted else tuple(rows), tuple(noted))


def _given(catalogue: Catalogue) -> Mapping[tuple[Pair, State], Category]:
    states = {each.id: each.state for each in catalogue.configurations}
    return {
        (pair, states[number]): category
        for pair, of in partitions(catalogue, Policy.CORRECTED).items()
        for number, category in of.categories.items()
    }


def _rows(published: Published, noted: list[RowError]) -> Iterator[tuple[Pair, State, str]]:
    file = f"{published.name}/{RATINGS}"
    place = Place(json_files.json_in(published.files[RATINGS], file, noted), "", file, noted)
    for utility, tasks in place.entries() if place.value is not None else ():
        for task, rows in tasks.entries():
            for row in rows.items():
                fields = row.fields(ROW)
                if fields:
                    told = {name: fields[name].text() for name in ("object_name", *VARIABLES)}
                    rating = fields["rating"].text(tuple(Category))
                    yield Pair(utility, task), State(**told), rating
