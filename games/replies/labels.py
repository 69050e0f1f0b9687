"""Find the one candidate or option that a text names, by whole words."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_WORD = re.compile(r"[^\W_]+")
# Words joined by `_` or `-` are one label: `hold` is no whole word of `hold_water`.
_JOINED = re.compile(r"[^\W_]+(?:[_-][^\W_]+)*")
_SPACED = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class _Span:
    label: str
    start: int
    end: int


def squeezed(text: str) -> str:
    """Return letters and digits alone: case, spaces, `_`, `-`, quotes and signs do not count."""
    return "".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def named_label(text: str, labels: Sequence[str]) -> str | None:
    """Return the label that the whole text is, with or without a leading `to`."""
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    forms = {"".join(words)} | ({"".join(words[1:])} if words[:1] == ["to"] else set())
    return next((label for label in labels if squeezed(label) in forms), None)


def labels_on(text: str, labels: Sequence[str], *, joined: bool = True) -> list[str]:
    """Return every label that stands in the text as whole words, longest first.

    Words that a longer label took are not matched again by a shorter one.
    joined: whether `a_b` is one word, so that only the label `a_b` stands in it.
    """
    return list(dict.fromkeys(span.label for span in _spans(text, labels, joined)))


def words_before(text: str, label: str, *, count: int) -> list[str]:
    """Return the words that stand right before the label's first mention."""
    spans = _spans(text, [label], joined=False)
    words = list(_WORD.finditer(text.casefold()))
    earlier = [word[0] for word in words if spans and word.end() <= spans[0].start]
    return earlier[-count:]


def _spans(text: str, labels: Sequence[str], joined: bool) -> list[_Span]:
    units = list((_JOINED if joined else _SPACED).finditer(text.casefold()))
    taken: dict[int, _Span] = {}
    found: list[_Span] = []
    for label in sorted(labels, key=lambda label: len(squeezed(label)), reverse=True):
        spans = [span for span in _mentions(units, label) if _free(span, taken)]
        found += spans
        taken |= {place: span for span in spans for place in range(span.start, span.end)}
    return found


def _free(span: _Span, taken: dict[int, _Span]) -> bool:
    """Whether no longer label holds the place; two labels of one spelling both stand there."""
    holder = taken.get(span.start)
    return holder is None or (holder.start, holder.end) == (span.start, span.end)


def _mentions(units: list[re.Match[str]], label: str) -> list[_Span]:
    wanted = squeezed(label)
    found = []
    for index, first in enumerate(units):
        text = ""
        for unit in units[index:]:
            text += squeezed(unit[0])
            if not wanted.startswith(text):
                break
            if text == wanted:
                found.append(_Span(label, first.start(), unit.end()))
    return found
