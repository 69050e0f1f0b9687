"""Slips of the pen: the known word that an unknown one is a single slip away from."""

from collections import defaultdict
from collections.abc import Iterable

SHORTEST = 4
# Shorter words that differ in one letter are mostly both words of their own: dish, disc.
SHORTEST_CHANGED = 6


class Speller:
    """Finds words that lack a letter, have one more or another one, or two that changed places.

    Two words are that near only if they are alike once each has lost at most one letter, so
    every word meant is kept under all its shortened forms. The first letter must be right.
    known: words that are right as they are, but never what another word was to be.
    """

    def __init__(self, meant: Iterable[str], known: Iterable[str]) -> None:
        words = frozenset(meant)
        self._known = words | frozenset(known)
        self._shortened: defaultdict[str, set[str]] = defaultdict(set)
        for word in words:
            for form in _shortened(word) if len(word) >= SHORTEST else ():
                self._shortened[form].add(word)

    def corrected(self, word: str) -> str:
        """The word itself where it is known, short or near to none; else the nearest in length."""
        if len(word) < SHORTEST or word in self._known:
            return word
        alike = {other for form in _shortened(word) for other in self._shortened.get(form, ())}
        near = (other for other in alike if is_slip(word, other))
        return min(near, key=lambda other: (abs(len(other) - len(word)), other), default=word)


def is_slip(word: str, other: str) -> bool:
    """Whether one slip made this word of the other one."""
    if word[:1] != other[:1]:
        return False
    if len(word) != len(other):
        short, long = sorted((word, other), key=len)
        if len(long) - len(short) != 1 or short not in _shortened(long):
            return False
        return len(long) >= SHORTEST_CHANGED or len(set(long)) == len(set(short))
    differ = [place for place in range(len(word)) if word[place] != other[place]]
    if len(differ) == 1:
        return len(word) >= SHORTEST_CHANGED
    swapped = len(differ) == 2 and differ[1] - differ[0] == 1
    return swapped and word[differ[0]] == other[differ[1]] and word[differ[1]] == other[differ[0]]


def _shortened(word: str) -> set[str]:
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}
