"""Comparisons with a yardstick: wider than a tray, as hard as rock, the height of a stool."""

import re

from games.checking.findings import Finding, pair, refused
from games.checking.phrases import phrase
from games.checking.words import Words, bases
from games.rules import Reason
from games.sheets import Dimension

# Qualities of shape that are measured as soon as they are compared.
MEASURED = ("thin", "thic", "deep", "shal", "slim", "slen", "skin", "chun", "fat", "broa", "flat")

OPENING = re.compile(
    r" than(?= |$)|_than_|(?:^| )(?:size|length|height|width|weight|shape|colou?r|material"
    r"|thickness|diameter) (?:of|as)(?= )|(?<=\bsame) as\b"
    r"| (?:compared (?:to|with)|relative to)(?= )"
)
EQUAL = re.compile(r"\bas (?P<head>(?:\w+ )*?\w+) as (?P<yardstick>.+)$")
LIKE = re.compile(r"^(?P<head>(?:\w+ )*?\w+) as (?P<yardstick>(?!well\b).+)$")
CARRIED = {
    "shape": Dimension.SHAPE,
    "colour": Dimension.SURFACE,
    "color": Dimension.SURFACE,
    "material": Dimension.MATERIAL,
    "materials": Dimension.MATERIAL,
    "colours": Dimension.SURFACE,
    "colors": Dimension.SURFACE,
}
VAGUE = ("more", "less", "fewer", "at_least", "")


def compared(tokens: list[str], words: Words) -> list[Finding] | None:
    """What the comparison probes, None where the words are none."""
    text = " ".join(tokens)
    equal, opening = EQUAL.search(text), OPENING.search(text)
    like = LIKE.match(text)
    if like and words.dimension(like["head"].split()[-1]) and not opening:
        equal = equal or like
    if equal:
        head, yardstick = equal["head"].split(), equal["yardstick"].split()
    elif opening:
        head, yardstick = text[: opening.start()].split(), text[opening.end() :].split()
    else:
        return None
    carrier = opening and next((noun for noun in CARRIED if noun in opening[0].split()), None)
    if carrier:
        return [pair(CARRIED[carrier], tokens, words)]
    if reason := _reason(head, yardstick, words):
        return [reason]
    return _measured(tokens, head, yardstick, words)


def _measured(
    tokens: list[str], head: list[str], yardstick: list[str], words: Words
) -> list[Finding]:
    """The comparison's pair, and those of properties that are named before it."""
    if len(head) > 2 and head[-2] == "in" and words.among(head[-1], "size.nouns"):
        head = head[:-2]
    graded = head[-1] if head else ""
    where = _dimension(graded, head, yardstick, words)
    counted = {"more", "less"} & set(head)
    named = [word for word in head[:-1] if _is_property(word, words)]
    if where != Dimension.SIZE or counted or not named or words.among(named[-1], "size.nouns"):
        return [pair(where, tokens, words)]
    at = tokens.index(named[-1]) + 1
    return [*phrase(tokens[:at], words), pair(Dimension.SIZE, tokens[at:], words)]


def _is_property(word: str, words: Words) -> bool:
    lists = words.lists
    return bool(words.dimension(word)) and word not in lists["frame.degrees"] | {"same", "as"}


def _reason(head: list[str], yardstick: list[str], words: Words) -> Reason | None:
    """Why the comparison is none of size, shape, matter or surface."""
    if set(yardstick[:5]) & words.lists["refused.time_or_price"]:
        return Reason.NOT_PHYSICAL
    if set(yardstick) & words.lists["refused.spelling"]:
        return Reason.CATEGORY_OR_IDENTITY
    if reason := refused(head, words):
        return reason
    forms = {head[-1], *bases(head[-1])} if head else set()
    judged = forms & (words.lists["refused.not_physical"] | {"pretty", "good"})
    return Reason.NOT_PHYSICAL if judged else None


def _dimension(graded: str, head: list[str], yardstick: list[str], words: Words) -> Dimension:
    if graded in VAGUE or "_" in graded:
        return _counted_dimension(yardstick or head, words)
    if graded == "other" and yardstick:
        return words.dimension(yardstick[-1]) or Dimension.SHAPE
    known = words.dimension(graded)
    return Dimension.SIZE if known is None or graded.startswith(MEASURED) else known


def _counted_dimension(counted: list[str], words: Words) -> Dimension:
    """The dimension of what there is more or less of: materials, colours, legs, kilos."""
    for word in counted:
        if word in CARRIED:
            return CARRIED[word]
        if words.among(word, "size.units", "size.nouns"):
            return Dimension.SIZE
        if words.among(word, "shape.parts", "frame.generic"):
            return Dimension.SHAPE
    return Dimension.SIZE
