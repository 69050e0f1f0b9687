"""Which key of the keyboard chooses which answer: each its own within a part of the form."""

from collections import Counter
from collections.abc import Iterator, Sequence
from string import ascii_lowercase

RESERVED = frozenset("?usc")
"""Guidelines, undo, skip, comment."""

DIGITS = "1234567890"
LETTERS = "".join(letter for letter in ascii_lowercase if letter not in RESERVED)
FREE = DIGITS + LETTERS


def assign(parts: Sequence[Sequence[str]]) -> list[list[str]]:
    """The key of each choice of each part; "" where none is left.

    parts: the choices' own keys, "" for none. A choice keeps its own key, unless that is reserved
    or taken in its part; it then gets a letter, as does whoever of two came second. What has no
    key gets the next free one, at first those that are nobody's own in another part.
    """
    owned = Counter(key for part in parts for key in set(part) - RESERVED - {""})
    return [_in_part(part, owned) for part in parts]


def _in_part(own: Sequence[str], owned: Counter[str]) -> list[str]:
    mine = set(own) - RESERVED - {""}
    taken: set[str] = set()
    digits, letters = _free(FREE, mine, owned, taken), _free(LETTERS, mine, owned, taken)
    keys = []
    for key in own:
        if key not in mine or key in taken:
            key = next(letters if key else digits, "")
        taken.add(key)
        keys.append(key)
    return keys


def _free(keys: str, mine: set[str], owned: Counter[str], taken: set[str]) -> Iterator[str]:
    """Keys that nobody in the part has, those first that are nobody's own elsewhere, too."""
    candidates = [key for key in keys if key not in mine]
    for key in sorted(candidates, key=lambda key: key in owned):
        if key not in taken:
            yield key
