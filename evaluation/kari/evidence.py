"""What knowledge bases say for an affordance: the things that have it, and what those are like.

Walks over the sources, each line looked at once: `frequent` counts what things are good for,
`find_things` keeps what can be used so, `describe` what else is said of these things. The last two
keep no more than they are allowed, and say how much they left out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evaluation.kari import phrases
from evaluation.kari.facts import Fact, Kind
from evaluation.kari.lemmas import PLAIN, Lemmas
from evaluation.kari.phrases import Matcher

MOST_THINGS = 300
MOST_FACTS = 60


@dataclass(frozen=True)
class Found:
    """things: affordance -> thing -> the facts that say so. left_out: affordance -> how many
    more facts there were, of these things or of further ones.
    """

    things: Mapping[str, Mapping[str, tuple[Fact, ...]]]
    left_out: Mapping[str, int]


@dataclass(frozen=True)
class Described:
    """facts: thing -> what is said of it beside its affordances. left_out: thing -> how many
    more there were.
    """

    facts: Mapping[str, tuple[Fact, ...]]
    left_out: Mapping[str, int]


@dataclass(frozen=True)
class Thing:
    """A positive object of an affordance. why: the facts that say that it has it."""

    name: str
    why: tuple[Fact, ...]
    facts: tuple[Fact, ...]

    def of_kind(self, kind: Kind) -> tuple[str, ...]:
        """What is said of this kind, once each, in the order of the sources."""
        return tuple(dict.fromkeys(fact.words for fact in self.facts if fact.kind == kind))


def frequent(
    facts: Iterable[Fact], *, least: int = 3, lemmas: Lemmas = PLAIN
) -> list[tuple[str, int]]:
    """The affordances that the sources speak of most: their words and how many facts do.

    least: facts that an affordance needs. lemmas: for the verbs, sharpest where it knows verbs
    alone. The most frequent first, of equals by the alphabet.
    Keeps a number for each different phrase, and nothing else.
    """
    counts = Counter(
        phrases.canonical(fact.words, lemmas) for fact in facts if fact.kind == Kind.AFFORDANCE
    )
    del counts[""]
    ranked = sorted(counts.items(), key=lambda counted: (-counted[1], counted[0]))
    return [(words, count) for words, count in ranked if count >= least]


def find_things(facts: Iterable[Fact], matcher: Matcher, *, most: int = MOST_THINGS) -> Found:
    """The things that have the matcher's affordances. most: things that are kept of each."""
    things: dict[str, dict[str, list[Fact]]] = {}
    left_out: dict[str, int] = {}
    for fact in facts:
        if fact.kind != Kind.AFFORDANCE:
            continue
        for match in matcher.matches(fact.words):
            known = things.setdefault(match.affordance, {})
            room = fact.thing in known or len(known) < most
            if not (room and _kept(known, fact, MOST_FACTS)):
                left_out[match.affordance] = left_out.get(match.affordance, 0) + 1
    frozen = {affordance: _frozen(known) for affordance, known in things.items()}
    return Found(frozen, left_out)


def describe(facts: Iterable[Fact], things: Iterable[str], *, most: int = MOST_FACTS) -> Described:
    """What is said of these things beside their affordances. most: facts that are kept of each."""
    known: dict[str, list[Fact]] = {thing: [] for thing in things}
    left_out: dict[str, int] = {}
    for fact in facts:
        wanted = fact.kind != Kind.AFFORDANCE and fact.thing in known
        if wanted and not _kept(known, fact, most):
            left_out[fact.thing] = left_out.get(fact.thing, 0) + 1
    return Described(_frozen(known), left_out)


def things_of(found: Found, described: Described, affordance: str) -> tuple[Thing, ...]:
    """The affordance's things of which something physical is said, by name; none for none."""
    named = sorted(found.things.get(affordance, {}).items())
    return tuple(
        Thing(name, why, described.facts[name]) for name, why in named if described.facts.get(name)
    )


def split(things: Sequence[Thing], groups: int = 3) -> tuple[tuple[Thing, ...], ...]:
    """The things dealt into so many groups of nearly one size; the first group is never smaller.

    Raises ValueError for fewer than one group.
    """
    if groups < 1:
        raise ValueError(f"{groups} groups.")
    return tuple(tuple(things[at::groups]) for at in range(groups))


def _kept(known: dict[str, list[Fact]], fact: Fact, most: int) -> bool:
    """Keep the fact with its thing, unless there are so many already."""
    facts = known.setdefault(fact.thing, [])
    if len(facts) < most:
        facts.append(fact)
        return True
    return False


def _frozen(known: Mapping[str, Sequence[Fact]]) -> dict[str, tuple[Fact, ...]]:
    return {name: tuple(facts) for name, facts in known.items()}
