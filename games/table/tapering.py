"""Questions on which end is the wide one: "wider at the top than at the base"."""

import re

from games.table.probe import Probe, Unread

WIDE = r"(?:wid(?:er|est|ens?|ening)|broad(?:er|est)|thick(?:er|est)|fat(?:ter|test)|flar\w+)"
NARROW = r"(?:narrow(?:er|est|s|ing)?|thin(?:ner|nest|s)?|slim(?:mer|mest)?|taper(?:s|ed|ing)?)"
ENDS = {
    "top": r"(?:top|rim|mouth|upper \w+|upwards?|above)",
    "bottom": r"(?:bottom|base|foot|lower \w+|downwards?|below|underneath)",
    "middle": r"(?:middle|centre|center|waist|halfway)",
}
BETWEEN = r"(?: \w+){0,2} "
OTHER = {"top": "bottom", "bottom": "top"}


def read_taper(text: str) -> Probe | None:
    """Which end is asked to be wide or narrow, None where none is."""
    for end, place in ENDS.items():
        if re.search(rf"\b{WIDE}{BETWEEN}{place}\b", text.split(" than ")[0]):
            return _wide_at(end)
        if re.search(rf"\b{NARROW}{BETWEEN}{place}\b", text.split(" than ")[0]):
            return _wide_at(OTHER[end]) if end in OTHER else _narrow_in_the_middle()
    return None


def _wide_at(end: str) -> Unread:
    if end == "middle":
        return Unread(mentions=_says(WIDE, end), denials=_says(NARROW, end), certain=True)
    return Unread(
        mentions=f"{_says(WIDE, end)}|{_says(NARROW, OTHER[end])}",
        denials=f"{_says(WIDE, OTHER[end])}|{_says(NARROW, end)}",
        certain=True,
    )


def _narrow_in_the_middle() -> Unread:
    mentions = rf"{_says(NARROW, 'middle')}|\bwaist(?:ed)?\b"
    return Unread(mentions=mentions, denials=_says(WIDE, "middle"), certain=True)


def _says(word: str, end: str) -> str:
    return rf"\b{word}\b(?:(?! than | from | open )[^.;,0-9]){{0,30}}?\b{ENDS[end]}\b"
