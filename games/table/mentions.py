"""Patterns for what a description says in words of its own."""

import re

from games.lexicon import Value
from games.table.measures_text import NUMBERS
from games.table.probe import Unread

COUNT = re.compile(
    r"\b(?:at least |exactly |more than )?(two|three|four|five|six|seven|eight|several|many|"
    r"multiple|pair|couple|[2-9])\b"
)


COUNTED = (
    "single", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    *"23456789",
)  # fmt: skip
VAGUE = frozenset({"several", "many", "multiple"})


def mention(*phrases: str) -> str:
    """A pattern for any of these phrases, with a plural or a hyphen."""
    forms = (r"[\s-]+".join(map(re.escape, phrase.split())) for phrase in phrases)
    return rf"\b(?:{'|'.join(forms)})(?:e?s)?\b"


def count_of(number: str, part: Value) -> Unread:
    """Whether a description speaks of so many of these parts, or of another number of them."""
    called = "|".join(word for word in part.words if " " not in word)
    noun = rf"(?:[\w-]+ ){{0,4}}?(?:{called})\b"
    if number in VAGUE:
        return Unread(mentions=rf"\b(?:{'|'.join(COUNTED[4:])}|{number}) {noun}")
    number = "two" if number in ("pair", "couple") else number
    digit = str(int(NUMBERS[number])) if number in NUMBERS else number
    pattern = rf"\b(?:{number}|{digit}) {noun}"
    if digit == "2":
        pattern += (
            rf"|\b(?:both|twin|pair of) {noun}|\b(?:{called}) (?:at|on) (?:each|either|both)\b"
        )
    others = "|".join(word for word in COUNTED if word not in (number, digit))
    denials = rf"(?<!each with )(?<!each has )\b(?:{others}) {noun}"
    return Unread(mentions=pattern, denials=denials, certain=True)
