"""Questions that a model was tuned on, whatever the order of their options."""

import re
from collections.abc import Iterable

from evaluation.tuning.chats import Chat

_LETTER = re.compile(r"^[A-Z]\. ")

Unordered = tuple[frozenset[str], frozenset[str]]
"""What a question says, and its options without their letters; spaces of columns are one."""


def unordered(text: str) -> Unordered:
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    options = {_LETTER.sub("", line) for line in lines if _LETTER.match(line)}
    told = {line for line in lines if not _LETTER.match(line)}
    return frozenset(told), frozenset(options)


def asked_in(chats: Iterable[Chat]) -> frozenset[Unordered]:
    """What the chats ask."""
    return frozenset(unordered(chat.asked[-1].text) for chat in chats)


def count(known: frozenset[Unordered], texts: Iterable[str]) -> int:
    """How many of these questions are among those known."""
    return sum(unordered(text) in known for text in texts)
