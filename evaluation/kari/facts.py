"""What knowledge bases say of things, each with the line that says so, all in one form."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.candidates import ARTIFACT, purposes_of
from games.knowledge import Edge, KnownTuple, Synset
from games.sheets import Dimension, ObjectSheet


class Kind(StrEnum):
    """affordance: what can be done with it or what it can do. description: a definition."""

    AFFORDANCE = "affordance"
    MATERIAL = "material"
    PART = "part"
    PROPERTY = "property"
    DESCRIPTION = "description"


@dataclass(frozen=True)
class Origin:
    """source: the file's name. synset: WordNet's offset, "" elsewhere. raw: the line itself."""

    source: str
    line: int
    raw: str
    synset: str = ""


@dataclass(frozen=True)
class Fact:
    """thing: its name in lower case. words: what is said, in the source's own words."""

    kind: Kind
    thing: str
    words: str
    origin: Origin


@dataclass(frozen=True)
class _Meaning:
    """reverse: the thing that the fact is about stands on the other side."""

    kind: Kind
    reverse: bool = False


_EDGES: Mapping[str, _Meaning] = {
    "UsedFor": _Meaning(Kind.AFFORDANCE),
    "CapableOf": _Meaning(Kind.AFFORDANCE),
    "MadeOf": _Meaning(Kind.MATERIAL),
    "HasA": _Meaning(Kind.PART),
    "PartOf": _Meaning(Kind.PART, reverse=True),
    "HasProperty": _Meaning(Kind.PROPERTY),
    "MayHaveProperty": _Meaning(Kind.PROPERTY),
}
RELATIONS = frozenset(_EDGES)
"""The relations of CSKG that are read; `knowledge.edges` is asked for them."""

_PREDICATES: Mapping[str, _Meaning] = {
    "make of": _Meaning(Kind.MATERIAL),
    "be made of": _Meaning(Kind.MATERIAL),
    "consist of": _Meaning(Kind.MATERIAL),
    "has-part": _Meaning(Kind.PART),
    "have": _Meaning(Kind.PART),
    "is-part-of": _Meaning(Kind.PART, reverse=True),
    "be": _Meaning(Kind.PROPERTY),
    "have property": _Meaning(Kind.PROPERTY),
    "use for": _Meaning(Kind.AFFORDANCE),
    "be used for": _Meaning(Kind.AFFORDANCE),
}
_SAYING_NOTHING = frozenset({"isa", "be in", "be on", "be at", "live in", "within"})
_PART_MERONYM, _SUBSTANCE_MERONYM = "%p", "%s"
_MADE_OF = re.compile(r"\bmade (?:of|from) ([a-z]+)")


def of_edges(edges: Iterable[Edge], file: str) -> Iterator[Fact]:
    """What CSKG's edges of RELATIONS say."""
    for edge in edges:
        meaning = _EDGES.get(edge.relation)
        if meaning:
            origin = Origin(file, edge.line, edge.raw)
            yield from _fact(meaning, edge.subject, edge.object, origin)


def of_tuples(tuples: Iterable[KnownTuple], file: str) -> Iterator[Fact]:
    """What the tuples say; a verb that stands for no other kind says what the thing can do."""
    for each in tuples:
        origin = Origin(file, each.line, each.raw)
        meaning = _PREDICATES.get(each.predicate)
        if meaning:
            yield from _fact(meaning, each.subject, each.object, origin)
        elif each.predicate not in _SAYING_NOTHING:
            can = f"{each.predicate} {each.object}"
            yield from _fact(_Meaning(Kind.AFFORDANCE), each.subject, can, origin)


def names_of(synsets: Iterable[Synset]) -> dict[str, str]:
    """Offset -> first word, of all nouns: what parts and substances are called."""
    return {synset.offset: synset.words[0] for synset in synsets}


def of_synsets(synsets: Iterable[Synset], file: str, *, names: Mapping[str, str]) -> Iterator[Fact]:
    """What WordNet's human-made things are for, made of and have as parts, under each name.

    names: from names_of, over the same file.
    """
    for synset in synsets:
        if synset.lexical_file == ARTIFACT:
            origin = Origin(file, synset.line, synset.raw, synset.offset)
            for kind, words in _of_synset(synset, names):
                for name in synset.words:
                    yield from _fact(_Meaning(kind), name, words, origin)


def of_sheet(
    sheet: ObjectSheet, affordances: Iterable[str], *, file: str, line: int
) -> Iterator[Fact]:
    """What a catalogue knows of an object, for rules that may be made with a catalogue.

    affordances: keys of those that it is labelled with. file, line: where the object stands. The
    set of these rules has to say so: see `rule_sets.Used`.
    """
    origin = Origin(file, line, sheet.description)
    for affordance in affordances:
        yield Fact(Kind.AFFORDANCE, sheet.name.casefold(), affordance.replace("_", " "), origin)
    yield Fact(Kind.DESCRIPTION, sheet.name.casefold(), sheet.description, origin)
    for held in sorted(sheet.properties, key=lambda each: (each.dimension, each.value, each.part)):
        kind = Kind.MATERIAL if held.dimension == Dimension.MATERIAL else Kind.PROPERTY
        words = held.value.replace("_", " ")
        yield Fact(kind, sheet.name.casefold(), words, origin)
        if held.part:
            yield Fact(Kind.PART, sheet.name.casefold(), f"{words} {held.part}", origin)


def _of_synset(synset: Synset, names: Mapping[str, str]) -> Iterator[tuple[Kind, str]]:
    definition = synset.gloss.partition(";")[0]
    yield Kind.DESCRIPTION, definition
    yield from ((Kind.AFFORDANCE, phrase) for phrase in purposes_of(synset.gloss))
    yield from ((Kind.MATERIAL, found[1]) for found in _MADE_OF.finditer(definition))
    for pointer in synset.pointers:
        name = names.get(pointer.offset) if pointer.part_of_speech == "n" else None
        if name and pointer.symbol == _PART_MERONYM:
            yield Kind.PART, name
        elif name and pointer.symbol == _SUBSTANCE_MERONYM:
            yield Kind.MATERIAL, name


def _fact(meaning: _Meaning, subject: str, object_: str, origin: Origin) -> Iterator[Fact]:
    thing, words = (object_, subject) if meaning.reverse else (subject, object_)
    if thing and words:
        yield Fact(meaning.kind, thing.casefold(), words, origin)
