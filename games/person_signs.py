"""Signs that a typed text may name a person: for people to look at first, never a verdict.

They err on the side of a look too many: it costs a second, and a released name stays released.
"""

import re
from enum import StrEnum


class Sign(StrEnum):
    """What was seen, in words for the page."""

    AT = "an @"
    ADDRESS = "a web address"
    NUMBER = "a long number"
    INTRODUCTION = "somebody introduced"
    NAMES = "capitalised words"


_ADDRESS = re.compile(
    r"https?:|\bwww\.|\b[\w-]{1,63}\.(?:com|org|net|edu|gov|info|io|me|cn|de|fr|it|es|ch|at|uk|eu)\b",
    re.I,
)
_NUMBER = re.compile(r"\+?\d(?:[ ()/.\-]{0,2}\d){6,}")
_INTRODUCTION = re.compile(
    r"\b(?:my|his|her|their) (?:\w+ )?name(?:'?s| is| was)\b"
    r"|\b(?:i am|i'm|this is|call me|ask for|named|contact|regards,?|mr\.?|mrs\.?|ms\.?|dr\.?)"
    r" +(?-i:[^\W\d_a-z])[\w'-]+"
    r"|\b(?:call me|i am called|i'm called|(?:prolific|my) id|my email|(?:e-?mail|phone|text) me)\b"
    r"|我叫|我是|我的名字|姓名|微信|手机|电话",
    re.I,
)
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_FIRST = re.compile(r"\w")
_ENDS = ".!?:…"
# Capitalised in English though they name no person.
_ORDINARY = (
    "I Teflon Velcro Plexiglas Plexiglass Styrofoam Kevlar Nylon Lego Lycra Formica Celsius "
    "Fahrenheit English Oracle Yes No"
)
# Who writes one of these with a capital writes every word with one.
_SMALL = "It Its Is Of A An The Made Or And Than In On To With Like Can Has Have"


def signs_of_a_person(text: str) -> tuple[Sign, ...]:
    """All signs in the text, in the order of the enumeration; empty for a plain question."""
    seen = {
        Sign.AT: "@" in text or "＠" in text,
        Sign.ADDRESS: bool(_ADDRESS.search(text)),
        Sign.NUMBER: bool(_NUMBER.search(text)),
        Sign.INTRODUCTION: bool(_INTRODUCTION.search(text)),
        Sign.NAMES: _capitalised_inside(text),
    }
    return tuple(sign for sign, there in seen.items() if there)


def _capitalised_inside(text: str) -> bool:
    """Whether a word inside a sentence has a capital that is not simply how the person types.

    Title Case Throughout and CAPITALS tell nothing; neither do scripts without small letters.
    """
    first = _FIRST.search(text)
    capitalised = (word for word in _WORD.finditer(text) if word[0][0].isupper())
    inside = [
        word[0]
        for word in capitalised
        if first and word.start() > first.start() and not _follows_an_end(text, word.start())
    ]
    return set(_SMALL.split()).isdisjoint(inside) and any(map(_name_like, inside))


def _follows_an_end(text: str, start: int) -> bool:
    """Whether the last sign before it ends a sentence."""
    at = start
    while at and text[at - 1].isspace():
        at -= 1
    return at > 0 and text[at - 1] in _ENDS


def _name_like(word: str) -> bool:
    """A capital and then small letters: Anna, McLeod, O'Neil, but not PVC, A4 or I'm."""
    plain = re.sub(r"['’](?:s|m|d|ve|ll|re|t)$", "", word)
    return (
        len(plain) > 1
        and any(sign.islower() for sign in plain[1:])
        and plain not in _ORDINARY.split()
    )
