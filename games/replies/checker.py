"""Read a model Checker's reply: one DIMENSION:value pair a line, or one rejection."""

import re

from games.replies.spoken import spoken, without_fences
from games.roles import Pair, Ruling
from games.rules import Reason
from games.sheets import Dimension

_PAIR = re.compile(r"\W*(MATERIAL|SHAPE|SIZE|SURFACE)\W*[:：]\s*(.+)", re.IGNORECASE)
_REJECTION = re.compile(
    r"\W*(?:REJECT(?:ED|ION)?|INVALID|FORBIDDEN|NOT[ _]ALLOWED)\b\W*(.*)", re.IGNORECASE
)
# The first word that occurs decides, so the sharper words stand first.
_REASONS = (
    ("multiple", Reason.MULTIPLE_PROPERTIES),
    ("two", Reason.MULTIPLE_PROPERTIES),
    ("yes_no", Reason.NOT_YES_NO),
    ("open", Reason.NOT_YES_NO),
    ("function", Reason.FUNCTION_OR_USE),
    ("use", Reason.FUNCTION_OR_USE),
    ("purpose", Reason.FUNCTION_OR_USE),
    ("affordance", Reason.FUNCTION_OR_USE),
    ("activity", Reason.FUNCTION_OR_USE),
    ("category", Reason.CATEGORY_OR_IDENTITY),
    ("identity", Reason.CATEGORY_OR_IDENTITY),
    ("name", Reason.CATEGORY_OR_IDENTITY),
    ("physical", Reason.NOT_PHYSICAL),
    ("question", Reason.NOT_A_QUESTION),
    ("unparseable", Reason.UNPARSEABLE),
    ("unclear", Reason.UNPARSEABLE),
)


def checker_ruling(text: str) -> Ruling | None:
    """Return what the reply rules, or None where it holds neither a pair nor a rejection.

    A rejection outranks pairs. One pair is valid, more are refused as multiple
    properties and kept. A rejection that names no known reason counts as
    unparseable: the question is refused, nothing is guessed about why.
    """
    lines = without_fences(spoken(text).text).splitlines()
    rejections = [match for line in lines if (match := _REJECTION.match(line))]
    if rejections:
        return Ruling(_reason(rejections[0][1]))
    found = [_pair(match) for line in lines if (match := _PAIR.match(line))]
    pairs = tuple(dict.fromkeys(pair for pair in found if pair.value))
    if not pairs:
        return None
    return Ruling(Reason.MULTIPLE_PROPERTIES if len(pairs) > 1 else None, pairs)


def _reason(words: str) -> Reason:
    said = _snake(words)
    return next((reason for word, reason in _REASONS if word in said), Reason.UNPARSEABLE)


def _pair(match: re.Match[str]) -> Pair:
    return Pair(Dimension[match[1].upper()], _snake(match[2]))


def _snake(text: str) -> str:
    return "_".join(re.findall(r"[^\W_]+", text.lower()))
