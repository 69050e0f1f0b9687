"""The packaged words of questions and descriptions, read once from the folder `words`."""

import hashlib
import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Protocol

from games.sheets import Dimension

FOLDER = Path(__file__).with_name("words")
# Values that say the same as a quality of a part: a flat bottom, a base that is flat.
COMPOUNDS = {
    "flat_bottom": ("flat", "base"),
    "flat_sides": ("flat", "sides"),
    "straight_edges": ("straight", "edge"),
    "open_top": ("open", "top"),
}
# Last words of phrases that have no plural: "hole in it".
UNCOUNTED = frozenset(
    {"it", "up", "in", "on", "off", "out", "through", "inside", "me", "at", "over"}
)
FILES = ("properties.toml", "yardsticks.toml")


class Kind(StrEnum):
    """What a value names.

    QUALITY counts wherever on the object it is, as a COLOUR does; FORM is said of the whole.
    SUBSTANCE is what things are made of. BEHAVIOUR shows in use, so that a text may leave it
    out. PART is something that only some objects have, FITTING a part too small to matter to
    the rest, and PLACE a part that every object has, so that it only says where to look.
    """

    QUALITY = "quality"
    SUBSTANCE = "substance"
    FORM = "form"
    COLOUR = "colour"
    BEHAVIOUR = "behaviour"
    PART = "part"
    FITTING = "fitting"
    PLACE = "place"


class ListedValue(Protocol):
    """A line of a catalogue's closed vocabulary."""

    @property
    def dimension(self) -> Dimension: ...
    @property
    def value(self) -> str: ...
    @property
    def broader(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Value:
    """One canonical value with all its words; see the head of properties.toml for the fields."""

    dimension: Dimension
    value: str
    words: tuple[str, ...]
    broader: tuple[str, ...] = ()
    opposite: tuple[str, ...] = ()
    complement: tuple[str, ...] = ()
    usually: tuple[str, ...] = ()
    seldom: tuple[str, ...] = ()
    kind: Kind = Kind.QUALITY


@dataclass(frozen=True)
class Yardstick:
    """A thing to compare with; sides in cm from the longest to the shortest, mass in g.

    inside: the sides of the room within it, where something is to fit in.
    tall: how high it stands.
    """

    name: str
    sides: tuple[float, float, float]
    inside: tuple[float, float, float]
    tall: float
    mass: float


@dataclass(frozen=True)
class Lexicon:
    """by_words: a phrase of question words -> the values that it may mean."""

    values: Mapping[str, Value]
    by_words: Mapping[tuple[str, ...], tuple[Value, ...]]
    yardsticks: Mapping[tuple[str, ...], Yardstick]
    longest: int
    digest: str

    def broader(self, name: str) -> frozenset[str]:
        """The value itself and every value that holds wherever it does."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            now = waiting.pop()
            if now not in found:
                found.add(now)
                waiting.extend(self.values[now].broader if now in self.values else ())
        return frozenset(found)

    def narrower(self, name: str) -> frozenset[str]:
        """The value itself and every value that it follows from."""
        return _narrower(self).get(name, frozenset()) | {name}

    def complements(self, name: str) -> frozenset[str]:
        """The values of which exactly one holds, this one or that."""
        return frozenset(self.values[name].complement if name in self.values else ())

    def opposites(self, name: str) -> frozenset[str]:
        """The values that exclude this one, whichever of the two entries says so."""
        own = self.values[name].opposite if name in self.values else ()
        return frozenset(own) | self.complements(name) | _excluded_by(self).get(name, frozenset())

    def __hash__(self) -> int:
        return hash(self.digest)


@cache
def _excluded_by(lexicon: Lexicon) -> Mapping[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for value in lexicon.values.values():
        for other in value.opposite:
            found[other].add(value.value)
    return {name: frozenset(others) for name, others in found.items()}


@cache
def _narrower(lexicon: Lexicon) -> Mapping[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name in lexicon.values:
        for other in lexicon.broader(name):
            found[other].add(name)
    return {name: frozenset(others) for name, others in found.items()}


def words_of(text: str) -> tuple[str, ...]:
    """The text's words in lower case: hyphens part words, apostrophes and accents go."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return tuple(re.findall(r"[a-z]+|\d+(?:\.\d+)?", re.sub(r"['’‘`]", "", plain)))


def plural(word: str) -> str:
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + "s"


@cache
def load(folder: Path = FOLDER) -> Lexicon:
    """The lexicon of these word files; its digest changes whenever one of them does."""
    texts = [(folder / name).read_bytes() for name in FILES]
    properties, yardsticks = (tomllib.loads(text.decode()) for text in texts)
    values = [_value(row) for row in properties["value"]]
    by_words = _index(values)
    return Lexicon(
        values={value.value: value for value in values},
        by_words=by_words,
        yardsticks=_yardsticks(yardsticks["yardstick"]),
        longest=max(map(len, by_words)),
        digest=hashlib.sha256(b"".join(texts)).hexdigest(),
    )


def with_vocabulary(lexicon: Lexicon, vocabulary: Iterable[ListedValue]) -> Lexicon:
    """The lexicon with a catalogue's values added.

    Among values of the catalogue only its own broader values hold. A value that the lexicon
    knows under another name (see_through, transparent) takes over that one's words.
    """
    listed_values = tuple(vocabulary)
    listed_names = {listed.value for listed in listed_values}
    values = dict(lexicon.values)
    for listed in listed_values:
        values[listed.value] = _merged(lexicon, listed, listed_names)
    by_words = _index(values.values())
    together = lexicon.digest + vocabulary_digest(listed_values)
    digest = hashlib.sha256(together.encode()).hexdigest()
    return Lexicon(values, by_words, lexicon.yardsticks, max(map(len, by_words)), digest)


def _merged(lexicon: Lexicon, listed: ListedValue, listed_names: set[str]) -> Value:
    """The value of a catalogue with what the lexicon knows of it, or of its namesake."""
    phrase = listed.value.replace("_", " ")
    known = lexicon.values.get(listed.value)
    if known is None:
        namesakes = lexicon.by_words.get(words_of(phrase), ())
        known = next((each for each in namesakes if each.value not in listed_names), None)
    if known is None:
        kind = Kind.SUBSTANCE if listed.dimension == Dimension.MATERIAL else Kind.QUALITY
        return Value(listed.dimension, listed.value, (phrase,), tuple(listed.broader), kind=kind)
    unlisted = (name for name in known.broader if name not in listed_names)
    return replace(
        known,
        dimension=listed.dimension,
        value=listed.value,
        words=tuple(dict.fromkeys((phrase, *known.words))),
        broader=tuple(dict.fromkeys((*listed.broader, *unlisted))),
    )


def vocabulary_digest(vocabulary: Iterable[ListedValue]) -> str:
    lines = sorted(
        f"{listed.dimension}:{listed.value}<{','.join(sorted(listed.broader))}"
        for listed in vocabulary
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _value(row: Mapping[str, object]) -> Value:
    return Value(
        dimension=Dimension(str(row["dimension"])),
        value=str(row["value"]),
        words=_strings(row["words"]),
        broader=_strings(row.get("broader", [])),
        opposite=_strings(row.get("opposite", [])),
        complement=_strings(row.get("complement", [])),
        usually=_strings(row.get("usually", [])),
        seldom=_strings(row.get("seldom", [])),
        kind=Kind(str(row.get("kind", "quality"))),
    )


def _strings(field: object) -> tuple[str, ...]:
    if not isinstance(field, list):
        raise ValueError(f"{field!r} is no list of words.")
    return tuple(str(word) for word in field)


def _index(values: Iterable[Value]) -> dict[tuple[str, ...], tuple[Value, ...]]:
    found: defaultdict[tuple[str, ...], dict[str, Value]] = defaultdict(dict)
    for value in values:
        for phrase in value.words:
            words = words_of(phrase)
            found[words].setdefault(value.value, value)
            if words[-1] not in UNCOUNTED:
                found[(*words[:-1], plural(words[-1]))].setdefault(value.value, value)
    return {words: tuple(meant.values()) for words, meant in found.items()}


def _yardsticks(rows: Iterable[Mapping[str, object]]) -> dict[tuple[str, ...], Yardstick]:
    found: dict[tuple[str, ...], Yardstick] = {}
    for row in rows:
        sides = [float(str(row[side])) for side in ("length", "width", "height")]
        inside = row.get("inside", sides)
        assert isinstance(inside, list)
        for phrase in _strings(row["words"]):
            words = words_of(phrase)
            yardstick = Yardstick(
                name=phrase,
                sides=_descending(sides),
                inside=_descending(inside),
                tall=float(str(row.get("tall", max(sides)))),
                mass=float(str(row["mass"])),
            )
            found.setdefault(words, yardstick)
            found.setdefault((*words[:-1], plural(words[-1])), yardstick)
    return found


def _descending(sides: Iterable[float]) -> tuple[float, float, float]:
    high, middle, low = sorted(map(float, sides), reverse=True)
    return high, middle, low
