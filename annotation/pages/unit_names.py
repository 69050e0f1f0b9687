"""Units as pages name them: in words, with the key beside where it says anything else."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from annotation.kinds.snapshots import words
from annotation.models import Unit
from games.formats.lines import Json

NAMED = ("task_text", "utility", "name", "affordance", "question")
KEYS = frozenset({"affordance", "object", "utility"})


@dataclass(frozen=True)
class Name:
    """key: "" where it is nothing but these words with underscores."""

    words: str
    key: str


def name_of(unit: Unit) -> Name:
    told = about(unit.snapshot) or words(unit.key)
    return Name(told, "" if _plain(told) == _plain(unit.key) else unit.key)


def about(snapshot: Mapping[str, Json]) -> str:
    """What the unit is about, in a few words; "" where no field is known that tells."""
    fields = NAMED if "name" in snapshot else ("object", *NAMED)
    told = [(name, str(snapshot[name])) for name in fields if name in snapshot]
    return ": ".join(words(text) if name in KEYS else text for name, text in told)


def _plain(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())
