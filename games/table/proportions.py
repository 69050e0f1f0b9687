"""Questions that set one extent of the object against another one of its own."""

import re

from games.table.counting import number_of
from games.table.probe import Probe, Proportion, Scale
from games.table.scales import COMPARATIVES, ENDLESS, EXTENTS, LESS, MORE, WORDS

SELF = r"(?:(?:it|they) (?:is|are) |its |it |they are |the )?"
PROPORTION = re.compile(rf"\b({COMPARATIVES}) (?:by far )?than {SELF}(?:overall )?({EXTENTS})\b")
MORE_THAN = re.compile(
    rf"\b(?:({EXTENTS}) (?:is )?(?:greater|more|larger|bigger|longer|higher) than {SELF}({EXTENTS})"
    rf"|more ({EXTENTS}) than {SELF}({EXTENTS}))\b"
)
LESS_THAN = re.compile(
    rf"\b(?:({EXTENTS}) (?:is )?(?:less|smaller|shorter|lower) than {SELF}({EXTENTS})"
    rf"|less ({EXTENTS}) than {SELF}({EXTENTS}))\b"
)
EVEN = re.compile(
    rf"\b(?:as ({EXTENTS}) as {SELF}({EXTENTS})|same ({EXTENTS}) and ({EXTENTS})"
    rf"|({EXTENTS}) and {SELF}({EXTENTS}) (?:the same|equal|alike|about the same|roughly equal)"
    rf"|({EXTENTS}) (?:the same as|equal to) {SELF}({EXTENTS}))\b"
)
TIMES = re.compile(
    rf"\b(more than|over|at least|less than|under|at most|exactly)? ?(?:(about|around|roughly) )?"
    rf"(?:(twice|double|thrice|half)|([a-z0-9]+) times) (?:(?:as )?({EXTENTS}) (?:as|than)"
    rf"|({COMPARATIVES}) than|(?:its|the) ({EXTENTS})(?: of)?) {SELF}({EXTENTS})?\b"
)
MULTIPLES = {
    "twice": 2.0,
    "double": 2.0,
    "thrice": 3.0,
    "several": 3.0,
    "many": 4.0,
    "couple": 2.0,
    "half": 0.5,
}


def read_proportion(text: str) -> Probe | None:
    if found := TIMES.search(text):
        return _times(found)
    if found := PROPORTION.search(text):
        word, other = found[1], WORDS[found[2]]
        one = MORE.get(word) or LESS[word]
        one = Scale.LENGTH if one == Scale.BULK else one
        return Proportion(one, other) if word in MORE else Proportion(other, one)
    if found := MORE_THAN.search(text):
        return Proportion(*_two(found))
    if found := LESS_THAN.search(text):
        less, more = _two(found)
        return Proportion(more, less)
    if found := EVEN.search(text):
        first, second = _two(found)
        return Proportion(first, second, alike=True)
    return None


def _two(found: re.Match[str]) -> tuple[Scale, Scale]:
    first, second = (word for word in found.groups() if word)
    return WORDS[first], WORDS[second]


def _times(found: re.Match[str]) -> Proportion | None:
    """ "More than twice as long as it is wide": a range for how many times."""
    times = MULTIPLES.get(found[3] or found[4] or "") or float(number_of(found[4] or "") or 0)
    word = found[5] or found[6] or found[7]
    if not times or not found[8]:
        return None
    one, other = WORDS.get(word) or MORE.get(word) or LESS[word], WORDS[found[8]]
    if found[1] in ("more than", "over", "at least"):
        return Proportion(one, other, low=times)
    if found[1] in ("less than", "under", "at most"):
        return Proportion(one, other, high=times)
    return Proportion(
        one,
        other,
        low=0.75 * times,
        high=ENDLESS
        if not found[1] and (times == 2 or found[4] in ("several", "many"))
        else 1.35 * times,
    )
