"""What studies published of COAT, read together: every fault, and where two of them differ."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from evaluation.coat import json_files
from evaluation.coat.material_labels import CALLED, FILE
from evaluation.coat.places import Place
from evaluation.coat.reading import of_materials
from evaluation.coat.records import VARIABLES, VOCABULARY, Pair, Preference, Values
from games.formats.lines import lines_of
from games.formats.rows import Reading, RowError

K = TypeVar("K")
T = TypeVar("T")

OBJECTS, CONTEXT = "objects.json", "oracle.json"
COMMON, IDEAL = "common_var_responses.json", "3_var_ideal_config.json"
PREFERENCES = "material_preference.json"
CATEGORIES = FILE
RATINGS = "configuration_ratings.json"
DOCUMENTS = (OBJECTS, CONTEXT, COMMON, IDEAL, CATEGORIES, PREFERENCES, RATINGS)
ABOUT, PROVENANCE = "publication.json", "provenance.jsonl"


@dataclass(frozen=True)
class Published:
    """The files of one publication, or some of them. name: what messages call it."""

    name: str
    files: Mapping[str, bytes]


@dataclass(frozen=True)
class Called:
    """What people called each material."""

    ideal: tuple[str, ...]
    moderate: tuple[str, ...]
    bad: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.ideal, *self.moderate, *self.bad)


@dataclass(frozen=True)
class Said:
    """What people say of whatever they judged.

    utilities_of: object -> its utilities, none for an object that serves none.
    context_of, preferences, called: by pair. common, ideal: by object.
    """

    utilities_of: dict[str, tuple[str, ...]] = field(default_factory=dict)
    context_of: dict[Pair, tuple[str, ...]] = field(default_factory=dict)
    common: dict[str, Values] = field(default_factory=dict)
    ideal: dict[str, Values] = field(default_factory=dict)
    preferences: dict[tuple[Pair, str], Preference] = field(default_factory=dict)
    called: dict[tuple[Pair, str], Called] = field(default_factory=dict)


def read_published(found: Sequence[Published]) -> Reading[Said]:
    """All publications together; what two of them say otherwise of the same thing is a fault."""
    noted: list[RowError] = []
    said = Said()
    for each in found:
        one = _read(each, noted)
        _merge(said.utilities_of, one.utilities_of, file=f"{each.name}/{OBJECTS}", noted=noted)
        _merge(said.context_of, one.context_of, file=f"{each.name}/{CONTEXT}", noted=noted)
        _merge(said.common, one.common, file=f"{each.name}/{COMMON}", noted=noted)
        _merge(said.ideal, one.ideal, file=f"{each.name}/{IDEAL}", noted=noted)
        _merge(said.preferences, one.preferences, file=f"{each.name}/{PREFERENCES}", noted=noted)
        _merge(said.called, one.called, file=f"{each.name}/{CATEGORIES}", noted=noted)
    return Reading(None if noted else said, tuple(noted))


def _merge(known: dict[K, T], new: Mapping[K, T], *, file: str, noted: list[RowError]) -> None:
    for key, value in new.items():
        if known.setdefault(key, value) != value:
            about = " / ".join(map(str, key)) if isinstance(key, tuple) else str(key)
            noted.append(RowError(0, about, "Another publication says otherwise of it.", file))


def _read(published: Published, noted: list[RowError]) -> Said:
    return Said(
        utilities_of=_utilities_of(published, noted),
        context_of=_of(published, CONTEXT, noted, read=_context),
        common=_of(published, COMMON, noted, read=_values),
        ideal=_of(published, IDEAL, noted, read=_values),
        preferences=_flat(_of(published, PREFERENCES, noted, read=_preferences)),
        called=_flat(_of(published, CATEGORIES, noted, read=_categories)),
    )


def _of(
    published: Published,
    file: str,
    noted: list[RowError],
    *,
    read: Callable[[Place], dict[K, T]],
) -> dict[K, T]:
    """What the file holds; nothing where the publication has no such file."""
    if file not in published.files:
        return {}
    name = f"{published.name}/{file}"
    faults: list[RowError] = []
    value = json_files.json_in(published.files[file], name, faults)
    found = {} if faults else read(Place(value, "", name, faults))
    noted += faults
    return found


def _utilities_of(published: Published, noted: list[RowError]) -> dict[str, tuple[str, ...]]:
    """The document does not name an object that serves nothing; the provenance does."""
    objects_of = _of(published, OBJECTS, noted, read=_objects)
    names = dict.fromkeys(name for of in objects_of.values() for name in of)
    found = {
        name: tuple(utility for utility, of in objects_of.items() if name in of) for name in names
    }
    for row in _provenance(published):
        if row.get("question") == "utilities" and row.get("value") == [] and not row["left_out"]:
            found.setdefault(str(row["unit"]), ())
    return found


def _provenance(published: Published) -> Iterator[Mapping[str, object]]:
    data = published.files.get(PROVENANCE, b"")
    yield from (line.values for line in lines_of(data, PROVENANCE, []) if data)


def _objects(place: Place) -> dict[str, tuple[str, ...]]:
    return {key: inner.texts(least=0) for key, inner in place.entries()}


def _context(place: Place) -> dict[Pair, tuple[str, ...]]:
    return {
        Pair(utility, task): inner.texts()
        for utility, tasks in place.entries()
        for task, inner in tasks.entries()
    }


def _values(place: Place) -> dict[str, Values]:
    found: dict[str, Values] = {}
    for name, inner in place.entries():
        fields = inner.fields(VARIABLES)
        if fields:
            read = {
                each: fields[each].texts(VOCABULARY.get(each, ()), least=0) for each in VARIABLES
            }
            found[name] = Values(**read)
    return found


def _preferences(place: Place) -> dict[Pair, dict[str, Preference]]:
    return of_materials(place, _preference)


def _preference(place: Place) -> Preference:
    fields = place.fields(("good", "bad"))
    if not fields:
        return Preference((), ())
    return Preference(fields["good"].texts(), fields["bad"].texts(least=0))


def _categories(place: Place) -> dict[Pair, dict[str, Called]]:
    return of_materials(place, _called)


def _called(place: Place) -> Called:
    fields = place.fields(CALLED)
    if not fields:
        return Called((), (), ())
    return Called(**{name: fields[name].texts(least=0) for name in CALLED})


def _flat(found: Mapping[Pair, dict[str, T]]) -> dict[tuple[Pair, str], T]:
    return {(pair, name): each for pair, items in found.items() for name, each in items.items()}
