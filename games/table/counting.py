"""Questions on how many: "four legs", "more than one hole", "an even number of wheels"."""

import re
from dataclasses import dataclass

from games.lexicon import Kind, Lexicon, plural, words_of
from games.table.asking import Asked
from games.table.probe import Counted

ENDLESS = float("inf")
WORDS = {
    "one": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90, "hundred": 100, "dozen": 12, "pair": 2, "couple": 2, "twin": 2, "double": 2,
}  # fmt: skip
NUMBER = rf"(?:(?:twenty|thirty|forty|fifty|sixty)[ -])?(?:{'|'.join(WORDS)}|\d+)"
IRREGULAR = {
    "teeth": "tooth", "feet": "foot", "leaves": "leaf", "knives": "knife", "shelves": "shelf",
    "halves": "half", "vertices": "vertex",
}  # fmt: skip
ASKED = re.compile(
    rf"\b(?:(at least|no fewer than|no less than|minimum of|more than|over|above|fewer than|"
    rf"less than|under|up to|at most|no more than|maximum of|exactly|precisely|just|only) )?"
    rf"(?:(?:a|an|the|its) )?(?:(half) (?:a |an )?)?({NUMBER}|several|many|multiple|numerous|"
    rf"(?:even|odd) number)(?: of)?(?: the)? ((?:\w+ ){{0,3}}?)(\w+)\b(?!-)"
)
AS_MANY = re.compile(
    r"\b(?:as many|(?:the )?same number of|more|fewer) (\w+) (?:as|than) (?:an? |the )?(\w+)"
)
# How many of them some things have that people count by.
WELL_KNOWN = {
    ("legs", "horse"): 4, ("legs", "dog"): 4, ("legs", "cat"): 4, ("legs", "chair"): 4,
    ("legs", "table"): 4, ("legs", "cow"): 4, ("legs", "person"): 2, ("legs", "human"): 2,
    ("legs", "spider"): 8, ("legs", "insect"): 6, ("legs", "tripod"): 3, ("wheels", "car"): 4,
    ("wheels", "bicycle"): 2, ("wheels", "bike"): 2, ("wheels", "tricycle"): 3,
    ("fingers", "hand"): 5, ("sides", "square"): 4, ("sides", "triangle"): 3,
    ("corners", "triangle"): 3, ("corners", "square"): 4, ("arms", "person"): 2,
    ("faces", "cube"): 6, ("sides", "cube"): 6,
}  # fmt: skip
PARTS = (Kind.PART, Kind.FITTING, Kind.PLACE)
FEW = ("one", "single", "1")
# Counted words that are no parts of a thing.
NOT_COUNTED = frozenset(
    words_of(
        """times materials colours colors ways pieces parts dimensions tone halves hands substances
        directions shades hand is has does was this its as metals people persons inches tones
        kinds types sorts"""
    )
)


@dataclass(frozen=True)
class Range:
    low: float
    high: float
    parity: str = ""


def read_count(asked: Asked, lexicon: Lexicon) -> Counted | None:
    """What is asked of the number of some part, None where nothing is."""
    text = asked.full_text
    if found := AS_MANY.search(text):
        known = WELL_KNOWN.get((found[1], found[2]))
        if known and found[0].startswith(("as", "same", "the same")):
            return _counted(found[1], Range(known, known), lexicon)
        if known:
            more = found[0].startswith("more")
            range_ = Range(known + 1, ENDLESS) if more else Range(0, known - 1)
            return _counted(found[1], range_, lexicon)
    for found in ASKED.finditer(text):
        range_ = _range(found[1] or "", found[3], half=bool(found[2]))
        noun = _noun(
            f"{found[4]}{found[5]}".split(),
            text[found.end() :].split(),
            lexicon,
            singly=found[3] in FEW,
        )
        if noun is None and found[3] in FEW and found[1] in ("only", "just", "exactly"):
            noun = None if found[5] in NOT_COUNTED else found[5]
        if noun:
            return _counted(noun, range_, lexicon)
    return None


def number_of(words: str) -> int | None:
    """The number that these words write: "twenty four", "40", "a dozen" without its article."""
    total = 0
    for word in words.split():
        if word.isdigit():
            total += int(word)
        elif word in WORDS:
            total += WORDS[word]
        else:
            return None
    return total or None


def _range(limit: str, number: str, *, half: bool) -> Range:
    if number.endswith("number"):
        return Range(1, ENDLESS, parity=number.split()[0])
    if number in ("several", "many", "multiple", "numerous"):
        return Range({"several": 3, "multiple": 2}.get(number, 4), ENDLESS)
    count = float(number_of(number) or 0) / (2 if half else 1)
    match limit:
        case "at least" | "no fewer than" | "no less than" | "minimum of":
            return Range(count, ENDLESS)
        case "more than" | "over" | "above":
            return Range(count + 1, ENDLESS)
        case "fewer than" | "less than" | "under":
            return Range(0, count - 1)
        case "up to" | "at most" | "no more than" | "maximum of":
            return Range(0, count)
    return Range(count, count)


def _noun(words: list[str], behind: list[str], lexicon: Lexicon, *, singly: bool) -> str | None:
    """The noun that is counted: the first plural, or the first part where one is asked for."""
    for place, word in enumerate((*words, *behind[:2])):
        if word in NOT_COUNTED:
            return None
        if (*words, *behind)[:place] and word in ("of", "in", "on", "with", "than", "long"):
            return None
        is_plural = word in IRREGULAR or (word.endswith("s") and not word.endswith(("ss", "us")))
        if is_plural and len(word) > 3:
            return word
        if singly and _is_part(word, lexicon):
            return word
    return None


def _is_part(word: str, lexicon: Lexicon) -> bool:
    kinds = (Kind.PART, Kind.FITTING)
    values = lexicon.by_words.get((word,), ())
    return word == "hole" or any(value.kind in kinds for value in values)


def _counted(noun: str, range_: Range, lexicon: Lexicon) -> Counted:
    meant = lexicon.by_words.get((noun,), ())
    values = [value for value in meant if value.kind in PARTS or value.value in ("hole", "corners")]
    names = {noun, singular(noun)} | {
        word for value in values for word in value.words if " " not in word
    }
    names |= {plural(name) for name in names}
    return Counted(
        noun=rf"(?:{'|'.join(sorted(map(re.escape, names), key=len, reverse=True))})\b",
        low=range_.low,
        high=range_.high,
        parts=frozenset(value.value for value in meant),
        parity=range_.parity,
        certain=bool(values) or not meant,
    )


def singular(noun: str) -> str:
    if noun in IRREGULAR:
        return IRREGULAR[noun]
    if noun.endswith(("ches", "shes", "xes", "sses")):
        return noun[:-2]
    if noun.endswith("ies"):
        return noun[:-3] + "y"
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun
