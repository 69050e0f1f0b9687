"""Which phrases of a knowledge base speak of an affordance.

A phrase matches where it begins with the affordance's verb and its other words follow in their
order, in whatever form: `piercing right through leather` matches `pierce through`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from evaluation.kari.lemmas import PLAIN, Lemmas

LONGEST = 8
# Words that knowledge bases put before a verb or a noun, and that change nothing.
IDLE = frozenset(("a", "an", "the", "to", "be", "for", "it", "its", "some", "your", "one", "used"))
_WORD = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True)
class Match:
    """exact: whether the phrase says nothing beside the affordance's own words."""

    affordance: str
    exact: bool


@dataclass(frozen=True)
class Wording:
    """One way to say an affordance, as the base forms of each of its words."""

    affordance: str
    words: tuple[frozenset[str], ...]


@dataclass(frozen=True, eq=False)
class Matcher:
    """by_verb: a base form of the first word -> the wordings that begin with it."""

    by_verb: Mapping[str, Sequence[Wording]]
    lemmas: Lemmas = field(default=PLAIN)

    def matches(self, phrase: str) -> tuple[Match, ...]:
        """Every affordance that the phrase speaks of, once each, in the order of their keys."""
        words = words_of(phrase)
        if not words or len(words) > LONGEST:
            return ()
        # Few phrases begin with a wanted verb; the forms of the others' words are never needed.
        verbs = self.lemmas.bases(words[0])
        wordings = {id(each): each for verb in verbs for each in self.by_verb.get(verb, ())}
        rest = [self.lemmas.bases(word) for word in words[1:]] if wordings else []
        found: dict[str, bool] = {}
        for wording in wordings.values():
            if _follow(wording.words[1:], rest):
                exact = len(wording.words) == len(words)
                found[wording.affordance] = found.get(wording.affordance, False) or exact
        return tuple(Match(affordance, found[affordance]) for affordance in sorted(found))


def matcher(wordings: Mapping[str, Iterable[str]], lemmas: Lemmas = PLAIN) -> Matcher:
    """For affordances with their wordings, such as pierce_through: pierce through, poke holes in.

    Raises ValueError for a wording without words.
    """
    by_verb: dict[str, list[Wording]] = {}
    for affordance, phrases in wordings.items():
        for phrase in phrases:
            words = tuple(lemmas.bases(word) for word in words_of(phrase))
            if not words:
                raise ValueError(f"{phrase!r} of {affordance} has no words.")
            for verb in words[0]:
                by_verb.setdefault(verb, []).append(Wording(affordance, words))
    return Matcher(by_verb, lemmas)


def words_of(phrase: str) -> list[str]:
    """The words in lower case, without those that change nothing."""
    return [word for word in _WORD.findall(phrase.casefold()) if word not in IDLE]


def canonical(phrase: str, lemmas: Lemmas = PLAIN) -> str:
    """The phrase as a rule's affordance: its verb in the base form, without idle words.

    "" where nothing is left, or more than LONGEST words.
    """
    words = words_of(phrase)
    if not words or len(words) > LONGEST:
        return ""
    return " ".join([lemmas.base(words[0]), *words[1:]])


def contains(text: str, value: str, lemmas: Lemmas = PLAIN) -> bool:
    """Whether the text has the value's words side by side, in whatever form.

    value: in snake case.
    """
    words, wanted = words_of(text), words_of(value)
    starts = range(len(words) - len(wanted) + 1)
    return bool(wanted) and any(
        all(lemmas.alike(words[at + n], word) for n, word in enumerate(wanted)) for at in starts
    )


def _follow(wanted: Sequence[frozenset[str]], words: Sequence[frozenset[str]]) -> bool:
    """Whether the wanted words come in their order, others between them or not."""
    rest = iter(words)
    return all(any(not each.isdisjoint(word) for word in rest) for each in wanted)
