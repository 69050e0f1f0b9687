"""Words that were typed without the space between them: madeof -> made of."""

from functools import lru_cache

from games.checking.words import Words, bases, repaired

PIECES = frozenset(
    (
        *("is", "it", "the", "this", "there", "do", "does", "has", "have", "can", "could", "would"),
        *("you", "made", "of", "from", "out", "than", "used", "for", "to", "a", "an", "any", "be"),
        *("feel", "feels", "look", "looks", "with", "in"),
    )
)
# Pieces that may stand before a single other word; the rest need a second piece.
STRONG = frozenset(
    ("made", "of", "does", "have", "than", "used", "with", "from", "it", "has", "any")
)
SHORTEST, LONGEST = 4, 24
SHORTEST_REST = 3


@lru_cache(maxsize=4096)
def unglued(token: str, words: Words) -> tuple[str, ...]:
    """The words that the token was glued from; the token alone where it is one word."""
    if not SHORTEST <= len(token) <= LONGEST or not token.isalpha() or words.is_known(token):
        return (token,)
    if token.endswith("than") and words.dimension(token[:-4]) and words.is_known(token[:-4]):
        return (token[:-4], "than")
    return _split(token, (), words) or (token,)


def _split(rest: str, before: tuple[str, ...], words: Words) -> tuple[str, ...] | None:
    """The pieces of frame and the one word that may follow them, longest pieces first."""
    if not rest:
        return before if len(before) > 1 else None
    for size in range(min(len(rest), 5), 0, -1):
        piece = rest[:size]
        if piece not in PIECES or (size == 1 and not before):
            continue
        if found := _split(rest[size:], (*before, piece), words):
            return found
    framed = len(before) > 1 or (bool(before) and before[0] in STRONG)
    return (*before, rest) if framed and _is_word(rest, words) else None


def _is_word(rest: str, words: Words) -> bool:
    if len(rest) < SHORTEST_REST:
        return False
    named = any(words.dimension(form) for form in (rest, *bases(rest)))
    return named or rest in words.known or (len(rest) > 4 and repaired(rest, words) != rest)
