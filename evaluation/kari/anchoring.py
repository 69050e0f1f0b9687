"""Which lines of the knowledge bases stand behind each condition of a rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.kari.evidence import Thing
from evaluation.kari.facts import Fact, Kind
from evaluation.kari.lemmas import PLAIN, Lemmas
from evaluation.kari.phrases import contains
from evaluation.kari.tree import Node, pairs
from evaluation.kari.vocabulary import Vocabulary
from evaluation.kari.worlds import ToldWorld
from games.roles import Pair
from games.rules import Answer
from games.sheets import Dimension

# What is said of a thing's materials speaks of no other dimension; the rest may speak of any.
_SPEAKING = {
    Dimension.MATERIAL: frozenset({Kind.MATERIAL, Kind.PROPERTY, Kind.DESCRIPTION}),
    Dimension.SHAPE: frozenset({Kind.PART, Kind.PROPERTY, Kind.DESCRIPTION}),
    Dimension.SIZE: frozenset({Kind.PROPERTY, Kind.DESCRIPTION}),
    Dimension.SURFACE: frozenset({Kind.PROPERTY, Kind.DESCRIPTION}),
}


@dataclass(frozen=True)
class Anchor:
    """Facts that have a condition's words, or those of a synonym, of one thing."""

    thing: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, eq=False)
class Reader:
    """How words are found again. vocabulary: its synonyms count as the value."""

    vocabulary: Vocabulary
    lemmas: Lemmas = PLAIN

    def supporting(self, pair: Pair, thing: Thing) -> tuple[Fact, ...]:
        """The facts of the thing that have the value's words or those of a synonym."""
        wordings = (pair.value, *self.vocabulary.synonyms(pair))
        return tuple(
            fact
            for fact in thing.facts
            if fact.kind in _SPEAKING[pair.dimension]
            and any(contains(fact.words, wording, self.lemmas) for wording in wordings)
        )

    def world(self, node: Node, thing: Thing) -> ToldWorld:
        """The thing as far as the facts tell it: yes, or unknown, since no fact says no."""
        found = (pair for pair in pairs(node) if self.supporting(pair, thing))
        return ToldWorld(dict.fromkeys(found, Answer.YES))


def anchors(
    node: Node, things: Sequence[Thing], reader: Reader
) -> Mapping[Pair, tuple[Anchor, ...]]:
    """Every condition of the rule, in the text's order, with its anchors; none for no anchor."""
    return {
        pair: tuple(
            Anchor(thing.name, facts)
            for thing in things
            if (facts := reader.supporting(pair, thing))
        )
        for pair in pairs(node)
    }


def unanchored(found: Mapping[Pair, Sequence[Anchor]]) -> tuple[Pair, ...]:
    """The conditions that nothing stands behind."""
    return tuple(pair for pair, anchored in found.items() if not anchored)
