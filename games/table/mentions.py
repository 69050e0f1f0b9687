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
AT_BOTH = re.compile(r"^ (?:at|on) (?:each|either|both) (?:ends?|sides?)\b")
PER_ONE = re.compile(
    r"^(?: [\w-]+){0,2}? (?:in|on|to|at|for|per|along) (?:each|every)\b|^ (?:each|apiece)\b"
)
# Words behind which another thing is spoken of.
APART = r"(?:of|with|in|on|and|at|that|has|to|by|for|from|is|are|which|along|or)\b"
AT_BOTH = re.compile(r"^ (?:at|on) (?:each|either|both) (?:ends?|sides?)\b")
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
def are_beside(parts: tuple[str, ...], words: str, text: str) -> bool:
    """Whether the text names the part and these words within a few words of each other."""
    if not words:
        return False
    part = "|".join(re.escape(each.replace("_", " ")) for each in parts)
    gap = r"(?:\s[\w-]+){0,4}?\s"
    pattern = rf"\b(?:{part})\b{gap}(?:{words})|(?:{words}){gap}(?:{part})\b"
    return _compiled(pattern).search(text) is not None


@lru_cache(maxsize=20_000)
def count_in(noun: str, text: str) -> tuple[float, float]:
    """The least and the largest number of such parts that the text tells; (0, 0) for no word."""
    lowered = text.lower()
    pattern = _compiled(
        rf"\b({NUMBER}|half a dozen|a|an|each|both)(?: of)? "
        rf"(?:(?!{APART})[\w-]+,? ){{0,3}}?({noun})"
    )
    counts: set[float] = set()
    for hit in pattern.finditer(lowered):
        behind = CLAUSE.split(lowered[hit.end() :])[0]
        count = _count(hit)
        if count == 1 and AT_BOTH.search(behind):
            return 2.0, 2.0
        if count and PER_ONE.search(behind):
            return max(count, *counts, 2.0), float("inf")
        counts |= {count} if count else set()
    if counts:
        return max(counts), max(counts)
    if not said_of(rf"\b{noun}", text):
        return 0.0, 0.0
    found = _compiled(rf"\b{noun}").search(lowered)
    return (2.0, float("inf")) if found and _is_plural(found[0]) else (1.0, 1.0)


def _count(hit: re.Match[str]) -> float:
    """The number that one mention gives; 0 where "a" does not belong to the noun."""
    number = hit[1].replace("-", " ")
    if number in ("a", "an", "each"):
        return 0.0 if _is_plural(hit[2]) else 1.0
    pairs = 2.0 if "pairs of" in hit[0] else 1.0
    known = {"both": 2, "half a dozen": 6}.get(number) or number_of(number) or 1
    return pairs * known


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
