"""What people called each material of an object for a pair, as annotation publishes it."""

from collections.abc import Iterator
from dataclasses import dataclass

from evaluation.coat import json_files
from evaluation.coat.ideals import Labelled
from evaluation.coat.places import Place
from evaluation.coat.reading import of_materials
from evaluation.coat.records import Judged, Pair
from games.formats.rows import Reading, RowError

FILE = "material_categories.json"
CALLED = ("ideal", "moderate", "bad")


@dataclass(frozen=True)
class _Called:
    ideal: tuple[str, ...]
    moderate: tuple[str, ...]
    bad: tuple[str, ...]

    @property
    def all(self) -> list[str]:
        return [*self.ideal, *self.moderate, *self.bad]


def read_material_labels(data: bytes, judged: Judged) -> Reading[Labelled]:
    """Every object in several materials has to be there, each of its materials once."""
    noted: list[RowError] = []
    place = Place(json_files.json_in(data, FILE, noted), "", FILE, noted)
    found = {} if noted else of_materials(place, _called)
    if not noted:
        problems = _faults(found, judged)
        noted += [RowError(0, about, problem, FILE) for about, problem in problems]
    ideal = {
        pair: {name: each.ideal for name, each in items.items()} for pair, items in found.items()
    }
    return Reading(None if noted else Labelled(ideal), tuple(noted))


def _called(place: Place) -> _Called:
    fields = place.fields(CALLED)
    if not fields:
        return _Called((), (), ())
    return _Called(**{name: fields[name].texts(least=0) for name in CALLED})


def _faults(found: dict[Pair, dict[str, _Called]], judged: Judged) -> Iterator[tuple[str, str]]:
    """What it is about, and what is wrong with it."""
    for pair, items in found.items():
        for name, called in items.items():
            problem = _problem(called, pair, name, judged)
            if problem:
                yield f"{pair} / {name}", problem
    for pair, names in judged.context_of.items():
        for name in names:
            several = len(judged.common[name].material) > 1
            if several and name not in found.get(pair, {}):
                yield f"{pair} / {name}", "The object comes in several materials and has no labels."


def _problem(called: _Called, pair: Pair, name: str, judged: Judged) -> str:
    if name not in judged.context_of.get(pair, ()):
        return f"The object does not stand for the pair in {json_files.CONTEXT}."
    if sorted(called.all) != sorted(judged.common[name].material):
        return "Its common materials are not called ideal, moderate or bad once each."
    if not called.ideal and not called.moderate:
        return "All its materials are bad; one at least is needed that is not."
    return ""
