"""Base forms of English nouns and verbs, by WordNet's own method: lists of irregular forms, then
endings taken off.

Without a dictionary every ending that could be taken off is, so that a word may have a base that is
no word: `string` has `stre`. Two words match where they share a base, and such bases rarely meet
another word. WordNet's files make it sharper: `irregular` from its .exc files, `known` from its
indexes. Source: WordNet's manual page morphy(7WN); that a doubled letter goes with its ending
(cutting, cut) is ours, since WordNet lists those words one by one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from games.knowledge import BrokenLine, OnBroken, stop

SHORTEST = 3
ENDINGS = (
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
    ("ied", "y"),
    ("es", "e"),
    ("es", ""),
    ("ed", "e"),
    ("ed", ""),
    ("ing", "e"),
    ("ing", ""),
)
# The irregular forms that phrases about things are full of, for where there is no WordNet.
COMMON_IRREGULAR: Mapping[str, tuple[str, ...]] = {
    "held": ("hold",),
    "bent": ("bend",),
    "broken": ("break",),
    "torn": ("tear",),
    "knives": ("knife",),
    "leaves": ("leaf", "leave"),
    "shelves": ("shelf",),
    "loaves": ("loaf",),
    "halves": ("half",),
    "teeth": ("tooth",),
    "feet": ("foot",),
    "made": ("make",),
    "kept": ("keep",),
    "tying": ("tie",),
    "lying": ("lie",),
    "ground": ("grind",),
    "wound": ("wind",),
    "stuck": ("stick",),
    "hung": ("hang",),
    "dug": ("dig",),
    "swept": ("sweep",),
    "woven": ("weave",),
    "worn": ("wear",),
    "children": ("child",),
    "mice": ("mouse",),
}


@dataclass(frozen=True, eq=False)
class Lemmas:
    """known: all base forms there are; empty where no dictionary is at hand."""

    irregular: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    known: frozenset[str] = frozenset()

    def bases(self, word: str) -> frozenset[str]:
        """The word itself and every base form that it may be of. word: in lower case."""
        listed = self.irregular.get(word) or COMMON_IRREGULAR.get(word, ())
        taken_off = (base for base in _detached(word) if len(base) >= SHORTEST)
        regular = (base for base in taken_off if not self.known or base in self.known)
        return frozenset((word, *listed, *regular))

    def base(self, word: str) -> str:
        """The one base form to write: by a dictionary, else the listed one or the word itself."""
        listed = self.irregular.get(word) or COMMON_IRREGULAR.get(word)
        regular = (base for base in _detached(word) if base in self.known)
        return listed[0] if listed else next(regular, word)

    def alike(self, one: str, other: str) -> bool:
        """Whether the two may be forms of one word."""
        return one == other or not self.bases(one).isdisjoint(self.bases(other))


PLAIN = Lemmas()


def exceptions(
    lines: Iterable[str], file: str, *, broken: OnBroken = stop
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Irregular forms with their bases, from a file of WordNet such as verb.exc."""
    for number, line in enumerate(lines, start=1):
        form, *bases = line.split() or [""]
        if bases:
            yield form, tuple(bases)
        else:
            broken(BrokenLine(file, number, "The line is no form followed by its bases."))


def headwords(lines: Iterable[str], file: str, *, broken: OnBroken = stop) -> Iterator[str]:
    """The words of one of WordNet's indexes that are single words, such as index.verb."""
    for number, line in enumerate(lines, start=1):
        if line.startswith("  "):  # the licence at the top
            continue
        word = line.split(" ", 1)[0].strip()
        if not word:
            broken(BrokenLine(file, number, "The line begins with no word."))
        elif "_" not in word:
            yield word


def _detached(word: str) -> Iterator[str]:
    for ending, instead in ENDINGS:
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            yield stem + instead
            if ending in ("ing", "ed") and not instead and stem[-1:] == stem[-2:-1] != "":
                yield stem[:-1]
