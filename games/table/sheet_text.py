"""An object's sheet made from what is written of it: values and parts, and figures for its size.

A catalogue lists what its objects have. Where only a text is given, as in a file of questions,
this reads the text by the words of the lexicon, and by nothing else.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from games.lexicon import Kind, Lexicon, Value, words_of
from games.sheets import Dimension, ObjectSheet, Property
from games.table.prose import (
    AROUND,
    ASIDE,
    BETWEEN,
    CLAUSE,
    CLOSELY,
    DENIED,
    DENIED_LIST,
    DETAIL,
    DOING,
    FIELDS,
    FIGURE,
    HEADS,
    HOMONYMS,
    LOOSE_STUFF,
    OF_A_DETAIL,
    OF_THE_WHOLE,
    OPENERS,
    PARTING,
    SENTENCE,
    STUFF,
    SUBJECT,
)
from games.table.size_text import measures_in
from games.table.unsaid import unsaid


@dataclass(frozen=True)
class Said:
    """A value that a text gives to a part ("" for the whole), or denies."""

    value: Value
    part: str
    denied: bool = False


@dataclass(frozen=True)
class Hit:
    start: int
    end: int
    value: Value


class Described(Protocol):
    """An object in words, each field by itself."""

    @property
    def description(self) -> str: ...
    @property
    def material(self) -> str: ...
    @property
    def shape(self) -> str: ...
    @property
    def size(self) -> str: ...
    @property
    def surface(self) -> str: ...


def sheet_from_text(lexicon: Lexicon, described: Described, *, key: str = "") -> ObjectSheet:
    """The sheet of an object that is only described; it has no name, which nothing may rest on."""
    texts: dict[str, str] = {name: getattr(described, name) for name in FIELDS}
    said = [each for name in FIELDS for each in _said(lexicon, texts[name], name)]
    denied = frozenset(each.value.value for each in said if each.denied)
    given = [each for each in said if not each.denied]
    given += [
        replace(each, part="")
        for each in _said(lexicon, re.split(r",| with | on ", texts["shape"])[0], "shape")
        if each.part in HEADS and not each.denied
    ]
    of_parts = _of_parts_only(lexicon, texts["material"])
    listed = frozenset(
        Property(each.value.dimension, each.value.value, each.part)
        for each in given
        if each.part or each.value.value not in of_parts
    )
    main = _main_material(lexicon, texts["material"] or texts["description"])
    substances = frozenset(
        each.value.value
        for each in _said(lexicon, texts["material"], "material")
        if each.value.kind == Kind.SUBSTANCE and not each.denied
    )
    properties = unsaid(lexicon, listed, denied=denied, main=main, substances=substances)
    names = frozenset(each.value for each in properties if not each.part)
    return ObjectSheet(
        key=key,
        name="",
        description=_whole_text(texts),
        properties=properties,
        measures=measures_in(texts["size"], texts["description"], names, lexicon),
    )


def _whole_text(texts: Mapping[str, str]) -> str:
    """All that is written, for readers of prose: the description, then field by field."""
    others = (f"{name.capitalize()}: {texts[name]}." for name in FIELDS[:-1] if texts[name])
    return " ".join((texts["description"], *others)).strip()


def _said(lexicon: Lexicon, text: str, field: str) -> Iterator[Said]:
    whole = DENIED_LIST.sub(lambda found: found[0].replace(",", ""), text.lower())
    for number, sentence in enumerate(SENTENCE.split(whole)):
        subject = ""
        for place, clause in enumerate(CLAUSE.split(sentence)):
            opening = number == 0 and (field != "material" or place == 0)
            spoken = _clause(lexicon, clause, field=field, subject=subject, opening=opening)
            subject = spoken.subject
            for each in spoken.said:
                if _belongs(each.value, field=field, opening=number == 0):
                    yield each


@dataclass(frozen=True)
class Clause:
    """subject: the part that it speaks of, and that the next clause may still speak of."""

    said: tuple[Said, ...]
    subject: str


def _of_detail(said: Said, clause: str, *, opening: bool) -> Said:
    """A form that prose gives to something on the object is no form of the whole."""
    if said.part or said.value.kind != Kind.FORM or said.value.dimension != Dimension.SHAPE:
        return said
    word = next((word for word in said.value.words if word in clause), "")
    before = clause[: clause.find(word)] if word else clause
    whole = opening or OF_THE_WHOLE.match(clause) is not None
    return said if whole and not OF_A_DETAIL.search(before) else replace(said, part=DETAIL)


def _clause(
    lexicon: Lexicon, clause: str, *, field: str, subject: str, opening: bool = False
) -> Clause:
    """What one clause gives and denies; what follows a denial is denied to the clause's end."""
    clause = ASIDE.sub("", AROUND.sub("around", clause))
    denial = DENIED.search(clause)
    given, denied = (clause[: denial.start()], clause[denial.end() :]) if denial else (clause, "")
    words = words_of(given)
    hits = _hits(lexicon, words, field)
    if words[:1] and words[0] in OPENERS:
        subject = ""
    subject = _subject(words, hits) or subject
    if field == "material" and not opening:
        subject = _part_of_list(words, hits) or subject
    said = [Said(hit.value, part) for hit, part in _attached(words, hits, subject)]
    refused = _hits(lexicon, words_of(denied), field)
    if field == "description":
        said = [_of_detail(each, clause, opening=opening) for each in said]
    return Clause((*said, *(Said(hit.value, "", denied=True) for hit in refused)), subject)


def _belongs(value: Value, *, field: str, opening: bool) -> bool:
    """Whether such a value may be taken from there: sizes in prose are mostly those of parts."""
    if field in ("material", "size", "surface") and value.kind == Kind.FORM:
        return value.dimension != Dimension.SHAPE
    if field == "description" and value.dimension == Dimension.SIZE:
        return opening
    return field == "material" or value.value not in LOOSE_STUFF | HOMONYMS


def _attached(words: tuple[str, ...], hits: list[Hit], subject: str) -> list[tuple[Hit, str]]:
    """Each hit with its part: adjectives go to the part that they precede, or that is spoken of."""
    found: list[tuple[Hit, str]] = []
    run: list[Hit] = []
    behind = -1
    for hit in hits:
        between = words[run[-1].end : hit.start] if run else ()
        is_part = hit.value.kind in (Kind.PART, Kind.FITTING, Kind.PLACE)
        joined = _adjoin(between) or is_part and between[:1] in (("on",), ("at",))
        if is_part and words[hit.end - 1].endswith("ed"):
            found.append((hit, ""))
            continue
        if not joined:
            found.extend((each, subject) for each in run)
            run = []
        if is_part:
            found.extend((each, hit.value.value) for each in run)
            found.append((hit, ""))
            run = []
        elif hit.value.value in LOOSE_STUFF:
            run = []
            found.append((hit, ""))
        elif _after_part(words, found, hit):
            found.append((hit, found[-1][0].value.value))
            behind = hit.end
        elif found and behind == hit.start and found[-1][0].end == behind:
            found.append((hit, found[-1][1]))
            behind = hit.end
        else:
            run.append(hit)
    return found + [(each, subject) for each in run]


def _adjoin(between: tuple[str, ...]) -> bool:
    """Whether these words may part two adjectives of one noun; one of them may be unknown."""
    unknown = [word for word in between if word not in BETWEEN]
    return len(unknown) < 2 and not set(unknown) & PARTING


def _after_part(words: tuple[str, ...], found: list[tuple[Hit, str]], hit: Hit) -> bool:
    """Whether the hit tells of the part right before it: "a handle of wood"."""
    if not found or found[-1][0].value.kind not in (Kind.PART, Kind.FITTING):
        return False
    between = words[found[-1][0].end : hit.start]
    return 0 < len(between) <= 2 and set(between) <= CLOSELY


def _subject(words: tuple[str, ...], hits: list[Hit]) -> str:
    """The part that the clause speaks of: "the handle is curved"."""
    text = " ".join(words)
    lead = len((SUBJECT.match(text) or [""])[0].split())
    parts = [hit for hit in hits if hit.value.kind in (Kind.PART, Kind.FITTING, Kind.PLACE)]
    if lead == 0 or not parts:
        return ""
    first = parts[0]
    follows = words[first.end : first.end + 1]
    is_subject = follows in (("is",), ("are",), ("has",), ("have",), ("feels",), ("tapers",))
    return first.value.value if is_subject and first.start <= lead + 2 else ""


def _part_of_list(words: tuple[str, ...], hits: list[Hit]) -> str:
    """The unknown noun that a later item of a list of materials ends with: "steel shackle"."""
    last = words[-1] if words else ""
    is_read = any(hit.end == len(words) for hit in hits)
    known = last in BETWEEN or last in PARTING or last in STUFF or FIGURE.search(last)
    return "" if is_read or known or not hits else last


def _hits(lexicon: Lexicon, words: tuple[str, ...], field: str) -> list[Hit]:
    found: list[Hit] = []
    place = 0
    while place < len(words):
        for end in range(min(place + lexicon.longest, len(words)), place, -1):
            values = lexicon.by_words.get(words[place:end])
            if values and not (field == "description" and set(words[place:end]) <= DOING):
                if not _is_figure(words, place, values[0]):
                    found.extend(Hit(place, end, value) for value in _meant(values, field))
                place = end - 1
                break
        place += 1
    return found


def _is_figure(words: tuple[str, ...], place: int, value: Value) -> bool:
    """Whether the word only names the extent of a figure: "22 cm tall"."""
    before = words[place - 1] if place else ""
    return value.dimension == Dimension.SIZE and FIGURE.search(before) is not None


def _meant(values: Iterable[Value], field: str) -> list[Value]:
    """Of several meanings those of the field's own dimension; in prose no material's, if any."""
    meant = list(values)
    if field == "description":
        return [each for each in meant if each.dimension != Dimension.MATERIAL] or meant
    return [each for each in meant if each.dimension == field] or meant


def _of_parts_only(lexicon: Lexicon, text: str) -> frozenset[str]:
    """The substances that a list of materials gives to parts: "the steel" is not the whole then."""
    said = [each for each in _said(lexicon, text, "material") if not each.denied]
    whole = {each.value.value for each in said if not each.part}
    parts = {each.value.value for each in said if each.part}
    substances = (name for name in parts if lexicon.values[name].kind == Kind.SUBSTANCE)
    families = (lexicon.broader(name) | lexicon.narrower(name) for name in substances)
    return frozenset[str]().union(*(family for family in families if not family & whole))


def _main_material(lexicon: Lexicon, text: str) -> frozenset[str]:
    """The substances that a list of materials begins with, up to the next noun or comma."""
    words = words_of(re.split(r"[,;.]|\bwith\b|\band\b", text.lower())[0])
    return frozenset(
        hit.value.value
        for hit in _hits(lexicon, words, "material")
        if hit.value.kind == Kind.SUBSTANCE
    )
