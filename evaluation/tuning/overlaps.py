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


def learnt_from(chats: Iterable[Chat], texts: Iterable[str]) -> int:
    """How many of these questions stand among the chats."""
    known = {unordered(chat.asked[-1].text) for chat in chats}
    return sum(unordered(text) in known for text in texts)
