"""What a description says in words of its own: mentions, counts of parts, figures of parts."""

import re
from functools import lru_cache

from games.lexicon import words_of
from games.table.counting import IRREGULAR, NUMBER, number_of
from games.table.measures_text import quantities
from games.table.probe import Scale

DENYING = re.compile(r"\b(no|not|without|never|nor|nothing|lacks?|cannot|neither)\b|n['’]t\b")
CLAUSE = re.compile(r"[.,;:]|\bbut\b")
# Words behind which another thing is spoken of.
APART = r"(?:of|with|in|on|and|at|that|has|to|by|for|from|is|are|which|along|or)\b"
EACH = re.compile(r"\b(?:both|each|either|every|all|two|opposite|top and bottom)\b")

# The word behind a figure, and what it measures.
EXTENTS = {
    "long": Scale.LENGTH, "length": Scale.LENGTH, "wide": Scale.WIDTH, "broad": Scale.WIDTH,
    "across": Scale.WIDTH, "diameter": Scale.WIDTH, "thick": Scale.THICKNESS, "tall": Scale.HEIGHT,
    "high": Scale.HEIGHT, "deep": Scale.HEIGHT, "thin": Scale.THICKNESS,
}  # fmt: skip


def mention(*phrases: str) -> str:
    """A pattern for any of these phrases, with a plural or a hyphen."""
    forms = (r"[\s-]+".join(map(re.escape, phrase.split())) for phrase in phrases)
    return rf"\b(?:{'|'.join(forms)})(?:e?s)?\b"


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


@lru_cache(maxsize=20_000)
def said_of(pattern: str, text: str) -> bool | None:
    """Whether the text says so: True where a clause does, False where it is denied, else None."""
    denied: bool | None = None
    for hit in _compiled(pattern).finditer(text):
        if not _denies(text[max(0, hit.start() - 40) : hit.start()]):
            return True
        denied = False
    return denied


def _denies(before: str) -> bool:
    return DENYING.search(CLAUSE.split(before)[-1]) is not None


@lru_cache(maxsize=20_000)
def count_in(noun: str, text: str) -> tuple[float, float]:
    """The least and the largest number of such parts that the text tells; (0, 0) for no word."""
    lowered = text.lower()
    pattern = _compiled(
        rf"\b({NUMBER}|half a dozen|a|an|each|both)(?: of)? (?:(?!{APART})[\w-]+,? ){{0,3}}?({noun})"
    )
    counts: set[int] = set()
    for hit in pattern.finditer(lowered):
        if hit[1] in ("a", "an", "each"):
            counts.update([] if _is_plural(hit[2]) else [1])
        elif hit[1] == "both":
            counts.add(2)
        else:
            counts.add(6 if hit[1] == "half a dozen" else number_of(hit[1]) or 1)
    if counts:
        return float(max(counts)), float(max(counts))
    said = said_of(rf"\b{noun}", text)
    if not said:
        return 0.0, 0.0
    found = _compiled(rf"\b{noun}").search(lowered)
    return (2.0, float("inf")) if found and _is_plural(found[0]) else (1.0, 1.0)


def _is_plural(noun: str) -> bool:
    return noun in IRREGULAR or noun.endswith("s") and not noun.endswith("ss")


@lru_cache(maxsize=20_000)
def figures_of(noun: str, text: str) -> tuple[tuple[str, float, float, bool], ...]:
    """The figures in clauses that name the part: (word of extent, low, high, is a mass)."""
    found: list[tuple[str, float, float, bool]] = []
    for clause in re.split(r"[;:]\s|,\s|\.\s|\.$|\band (?=the\b|it\b)|\bwith\b", text.lower()):
        if not _compiled(rf"\b{noun}").search(clause):
            continue
        words = words_of(clause)
        for each in quantities(words):
            label = words[each.end] if each.end < len(words) else ""
            found.append((label, each.low, each.high, each.is_mass))
    return tuple(found)
