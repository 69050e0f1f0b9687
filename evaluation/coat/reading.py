"""The eleven published files, from bytes to a catalogue; every fault is told, with its path."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from evaluation.coat import json_files, references
from evaluation.coat.json_files import FILES
from evaluation.coat.places import Place
from evaluation.coat.records import (
    VARIABLES,
    VOCABULARY,
    Catalogue,
    Configuration,
    Judged,
    Pair,
    Preference,
    Rated,
    State,
    Suboptimal,
    Values,
)
from games.formats.rows import Reading, RowError

T = TypeVar("T")
ROW = ("object_name", *VARIABLES)


def read(files: Mapping[str, bytes]) -> Reading[Catalogue]:
    """files: name -> bytes, the names those of `json_files.FILES`.

    What files say of each other is looked at once each is sound for itself.
    """
    noted = [RowError(0, "", "This file is missing.", name) for name in FILES if name not in files]
    places = {name: _place(files[name], name, noted) for name in FILES if name in files}
    if noted:
        return Reading(None, tuple(noted))
    catalogue = _catalogue(places)
    noted += [fault for place in places.values() for fault in place.noted]
    if not noted:
        noted += references.faults(catalogue)
    return Reading(None if noted else catalogue, tuple(noted))


def read_judged(files: Mapping[str, bytes]) -> Reading[Judged]:
    """Of the seven files that hold what people say; the others may be missing."""
    names = [name for name in FILES if name not in json_files.DERIVED]
    noted = [RowError(0, "", "This file is missing.", name) for name in names if name not in files]
    places = {name: _place(files[name], name, noted) for name in names if name in files}
    if noted:
        return Reading(None, tuple(noted))
    judged = _judged(places)
    noted += [fault for place in places.values() for fault in place.noted]
    if not noted:
        noted += references.judged_faults(judged)
    return Reading(None if noted else judged, tuple(noted))


def _place(data: bytes, file: str, noted: list[RowError]) -> Place:
    return Place(json_files.json_in(data, file, noted), "", file, [])


def _judged(places: Mapping[str, Place]) -> Judged:
    return Judged(
        utilities=places[json_files.UTILITIES].texts(),
        objects_of=dict(_lists(places[json_files.OBJECTS])),
        tasks_of=dict(_lists(places[json_files.TASKS])),
        context_of=dict(_by_pair(places[json_files.CONTEXT], lambda place: place.texts())),
        common=dict(_values(places[json_files.COMMON])),
        ideal=dict(_values(places[json_files.IDEAL_VALUES])),
        preferences=of_materials(places[json_files.PREFERENCES], _preference),
    )


def _catalogue(places: Mapping[str, Place]) -> Catalogue:
    rows = places[json_files.CONFIGURATIONS].items(least=1)
    return Catalogue(
        judged=_judged(places),
        choice_ideal=dict(_values(places[json_files.CHOICE_IDEAL])),
        configurations=tuple(each for row in rows for each in _configuration(row)),
        ideals_of=dict(_by_pair(places[json_files.IDEALS], _states)),
        suboptimal_of=dict(_by_pair(places[json_files.SUBOPTIMAL], _suboptimal)),
    )


def _lists(place: Place) -> Iterator[tuple[str, tuple[str, ...]]]:
    for key, inner in place.entries(least=1):
        yield key, inner.texts()


def _by_pair(place: Place, read_one: Callable[[Place], T]) -> Iterator[tuple[Pair, T]]:
    for utility, tasks in place.entries(least=1):
        for task, inner in tasks.entries(least=1):
            yield Pair(utility, task), read_one(inner)


def _values(place: Place) -> Iterator[tuple[str, Values]]:
    for name, inner in place.entries(least=1):
        fields = inner.fields(VARIABLES)
        if fields:
            read_of = {
                variable: fields[variable].texts(VOCABULARY.get(variable, ()), least=0)
                for variable in VARIABLES
            }
            yield name, Values(**read_of)


def _state(fields: Mapping[str, Place]) -> State:
    return State(**{name: fields[name].text(VOCABULARY.get(name, ())) for name in ROW})


def _states(place: Place) -> tuple[State, ...]:
    rows = (row.fields(ROW) for row in place.items(least=1))
    return tuple(_state(fields) for fields in rows if fields)


def _configuration(row: Place) -> Iterator[Configuration]:
    fields = row.fields(("id", *ROW))
    if fields:
        yield Configuration(fields["id"].whole(least=1), _state(fields))


def _suboptimal(place: Place) -> Suboptimal:
    fields = place.fields(("bad", "moderate"))
    if not fields:
        return Suboptimal((), ())
    return Suboptimal(
        bad=tuple(_rated(fields["bad"].items())),
        moderate=tuple(_rated(fields["moderate"].items())),
    )


def _rated(rows: Iterable[Place]) -> Iterator[Rated]:
    for row in rows:
        fields = row.fields(("id", *ROW, "time_penalty", "material_penalty"))
        if fields:
            yield Rated(
                Configuration(fields["id"].whole(least=1), _state(fields)),
                time=fields["time_penalty"].whole(least=0),
                material=fields["material_penalty"].whole(least=0),
            )


def of_materials(place: Place, read_one: Callable[[Place], T]) -> dict[Pair, dict[str, T]]:
    """Pair -> object -> what is read of its materials, in the order of the file.

    Noted: a pair that stands twice.
    """
    found: dict[Pair, dict[str, T]] = {}
    fields = place.fields(("mat_gt",))
    for of_utility in fields["mat_gt"].items(least=1) if fields else ():
        held = of_utility.fields(("concept", "tasks"))
        utility = held["concept"].text() if held else ""
        for task in held["tasks"].items(least=1) if held else ():
            inner = task.fields(("task", "items"))
            if not inner:
                continue
            pair = Pair(utility, inner["task"].text())
            if pair in found:
                task.fault(f"{pair} stands here a second time.")
            items = inner["items"].entries(least=1)
            found[pair] = {name: read_one(item) for name, item in items}
    return found


def _preference(place: Place) -> Preference:
    fields = place.fields(("good", "bad"))
    if not fields:
        return Preference((), ())
    return Preference(fields["good"].texts(), fields["bad"].texts(least=0))
