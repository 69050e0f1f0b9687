"""What people read in place of keys. Keys themselves are never changed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from evaluation.coat import json_files
from evaluation.coat.places import Place
from evaluation.coat.records import Judged
from games.formats.lines import Json
from games.formats.rows import Reading, RowError

FILE = "labels.json"
"""Beside the eleven files of a catalogue of one's own, where it has labels."""

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^A-Za-z]+")

# Published keys whose words cannot be told from their capitals, or that are misspelt.
_OBJECTS = {
    "ArmChair": "Armchair",
    "BaseBallBat": "Baseball Bat",
    "BasketBall": "Basketball",
    "BathTubBasin": "Bathtub Basin",
    "CD": "CD",
    "CounterTop": "Countertop",
    "Dumbell": "Dumbbell",
    "TableTopDecor": "Tabletop Decor",
    "VaccumCleaner": "Vacuum Cleaner",
}
_UTILITIES = {"physical_excercise": "Physical exercise"}
_PHRASES = {
    "heating(source)": "an appliance or a flame that heats things",
    "carrying": "a container to carry food or a liquid in",
    "cleaning": "something to clean, wipe or dry with",
    "washing": "a place to wash things in",
    "cutting": "a tool to cut with",
    "disposing": "a place for garbage or waste water",
    "mixing(tool)": "a tool to stir or mix with",
    "mixing(vessel)": "a container to mix ingredients in",
    "heating(vessel)": "a container in which food or a drink is heated",
    "storage": "a place to store things in",
    "entertainment": "a device for films, music or digital games",
    "comfort": "something to sit or lie on comfortably",
    "reading": "something to read from",
    "increasing_height": "something to stand on to reach higher",
    "time": "something that tells the time",
    "eating": "something to eat or drink",
    "physical_excercise": "equipment for sport or exercise",
    "writing": "something to write with or on",
    "surface_support": "a surface that holds things or a sitting person",
    "light_source": "something that changes how bright a room is",
    "decoration": "something that decorates a place",
    "breaking": "something hard enough to crack an egg",
}
VALUES: Mapping[str, str] = {
    "RoomTemp": "room temperature",
    "Hot": "hot",
    "Cold": "cold",
    "reversible-using": "in use (reversible)",
    "irreversible-using": "in use (irreversible)",
}
"""Of those values that are not shown as they stand in the files."""
VARIABLE_LABELS: Mapping[str, str] = {
    "mass": "mass",
    "material": "material",
    "temperature": "temperature",
    "already_in_use": "availability",
    "condition": "condition",
}


@dataclass(frozen=True)
class Labels:
    """Key -> label. phrases: what an object of a utility is, as a noun with its article.

    What is not told is made from the key.
    """

    objects: Mapping[str, str] = field(default_factory=lambda: _OBJECTS)
    utilities: Mapping[str, str] = field(default_factory=lambda: _UTILITIES)
    tasks: Mapping[str, str] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=lambda: _PHRASES)

    def object(self, key: str) -> str:
        return self.objects.get(key) or " ".join(_WORDS.findall(key))

    def utility(self, key: str) -> str:
        """Heating (source), for heating(source)."""
        spaced = re.sub(r"\s*\(", " (", key.replace("_", " "))
        return self.utilities.get(key) or spaced[:1].upper() + spaced[1:]

    def task(self, key: str) -> str:
        return self.tasks.get(key) or " ".join(key.replace("omlette", "omelette").split())

    def phrase(self, key: str) -> str:
        return self.phrases.get(key) or f"something for {self.utility(key).lower()}"


def read_labels(data: bytes, judged: Judged) -> Reading[Labels]:
    """Of a catalogue of one's own. A key that the catalogue does not know is a fault."""
    noted: list[RowError] = []
    place = Place(json_files.json_in(data, FILE, noted), "", FILE, noted)
    fields = None if noted else place.fields(("objects", "utilities", "tasks", "phrases"))
    if fields is None:
        return Reading(None, tuple(noted))
    known = {
        "objects": set(judged.objects),
        "utilities": set(judged.utilities),
        "tasks": {pair.task for pair in judged.pairs},
        "phrases": set(judged.utilities),
    }
    read_of = {name: _texts(fields[name], keys) for name, keys in known.items()}
    return Reading(None if noted else Labels(**read_of), tuple(noted))


def labels_document(labels: Labels) -> str:
    told: dict[str, Json] = {
        "objects": {**labels.objects},
        "utilities": {**labels.utilities},
        "tasks": {**labels.tasks},
        "phrases": {**labels.phrases},
    }
    return json_files.document(told)


def _texts(place: Place, known: set[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, inner in place.entries():
        if key not in known:
            inner.fault(f"The catalogue has no {key!r}.")
        found[key] = inner.text()
    return found
