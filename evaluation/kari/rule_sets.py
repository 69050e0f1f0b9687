"""Rule sets as values: rules, the lines behind them, a vocabulary, what they were made with."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluation.kari.anchoring import Anchor
from evaluation.kari.facts import Origin
from evaluation.kari.tree import Node
from evaluation.kari.vocabulary import Vocabulary, of_values, with_synonym
from games.roles import Pair
from games.sheets import Dimension


@dataclass(frozen=True)
class Word:
    """A canonical value with its other words, sorted."""

    pair: Pair
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cited:
    """A line of a source that stands behind a property of a rule. thing: of what it speaks."""

    pair: Pair
    thing: str
    origin: Origin


@dataclass(frozen=True)
class Rule:
    """text: the affordance in words, by which candidates are matched."""

    affordance: str
    text: str
    node: Node
    evidence: tuple[Cited, ...] = ()


@dataclass(frozen=True)
class Used:
    """What of a catalogue the rules were made with.

    catalogue: its version. objects: keys, sorted. labels: whether its labels were looked at.
    """

    catalogue: str
    objects: tuple[str, ...]
    labels: bool = False


@dataclass(frozen=True)
class RuleSet:
    """rules: one for each affordance, in the order of their keys. version: counts from 1, a new
    one for each change. vocabulary: in the order of dimensions and values, empty where values are
    not settled. made_with: name -> text, such as the model and the sources, in their order.
    """

    name: str
    version: int
    rules: tuple[Rule, ...]
    vocabulary: tuple[Word, ...] = ()
    made_with: tuple[tuple[str, str], ...] = ()
    used: tuple[Used, ...] = ()

    @property
    def label(self) -> str:
        """How a run's spec and pages name it."""
        return f"{self.name}/{self.version}"

    def rule_of(self, affordance: str) -> Rule | None:
        return next((rule for rule in self.rules if rule.affordance == affordance), None)


def contamination(rule_set: RuleSet, catalogue: str, objects: Iterable[str]) -> str:
    """What a run on games with these objects says of the set; "" where it knew none of them.

    Labels that were looked at count for every object of their catalogue.
    """
    played = set(objects)
    for used in rule_set.used:
        if used.catalogue != catalogue:
            continue
        known = played & set(used.objects)
        if used.labels:
            return f"rules {rule_set.label} were made with labels of {catalogue}"
        if known:
            return f"rules {rule_set.label} were made with {len(known)} of the games' objects"
    return ""


def words_of(vocabulary: Vocabulary) -> tuple[Word, ...]:
    """The vocabulary as a set carries it."""
    known = [Pair(d, value) for d in sorted(Dimension) for value in vocabulary.values(d)]
    return tuple(Word(pair, vocabulary.synonyms(pair)) for pair in known)


def vocabulary_of(words: Sequence[Word]) -> Vocabulary:
    """The set's vocabulary to work with. Raises WordTaken for a word with two meanings."""
    vocabulary = of_values(word.pair for word in words)
    for word in words:
        for synonym in word.synonyms:
            vocabulary = with_synonym(vocabulary, word.pair, synonym)
    return vocabulary


def cited(pair: Pair, anchors: Iterable[Anchor]) -> tuple[Cited, ...]:
    """The anchors of a property as a rule carries them."""
    return tuple(
        Cited(pair, anchor.thing, fact.origin) for anchor in anchors for fact in anchor.facts
    )
