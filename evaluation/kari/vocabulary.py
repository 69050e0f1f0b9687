"""The words that rules may use: canonical values of each dimension, growing, with synonyms."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from evaluation.kari.tree import And, Atom, Node, Or, all_of, any_of, atoms
from games.roles import Pair
from games.sheets import Dimension


class NotInVocabulary(Exception):
    """A value was to be changed that the vocabulary does not have."""


class WordTaken(Exception):
    """The word stands already for another value of the dimension."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """meanings: each word that may be written, with its dimension -> the canonical value.

    A canonical value stands for itself; the words of one dimension mean one value each.
    """

    meanings: Mapping[Pair, str]

    def canonical(self, pair: Pair) -> Pair | None:
        """The canonical property of a word, or None where the dimension has no such word."""
        value = self.meanings.get(pair)
        return None if value is None else Pair(pair.dimension, value)

    def has(self, pair: Pair) -> bool:
        """Whether this is a canonical value itself."""
        return self.meanings.get(pair) == pair.value

    def values(self, dimension: Dimension) -> tuple[str, ...]:
        """The canonical values, sorted."""
        return tuple(sorted({v for p, v in self.meanings.items() if p.dimension == dimension}))

    def synonyms(self, pair: Pair) -> tuple[str, ...]:
        """The other words of a canonical value, sorted."""
        return tuple(
            sorted(
                word.value
                for word, value in self.meanings.items()
                if word.dimension == pair.dimension and value == pair.value != word.value
            )
        )

    def dimensions_of(self, value: str) -> tuple[Dimension, ...]:
        """In which dimensions the word is known."""
        return tuple(each for each in Dimension if Pair(each, value) in self.meanings)


def of_values(pairs: Iterable[Pair]) -> Vocabulary:
    """A vocabulary of these canonical values, without synonyms."""
    return Vocabulary({pair: pair.value for pair in pairs})


def with_value(vocabulary: Vocabulary, pair: Pair) -> Vocabulary:
    """With a new canonical value; unchanged where it is one. Raises WordTaken for a synonym."""
    if vocabulary.has(pair):
        return vocabulary
    _check_free(vocabulary, pair)
    return Vocabulary({**vocabulary.meanings, pair: pair.value})


def with_synonym(vocabulary: Vocabulary, pair: Pair, word: str) -> Vocabulary:
    """With another word for a canonical value; unchanged where it is one.

    Raises NotInVocabulary for a value that is not canonical, WordTaken for a word of another one.
    """
    if not vocabulary.has(pair):
        raise NotInVocabulary(f"{pair} is no value of the vocabulary.")
    written = Pair(pair.dimension, word)
    if vocabulary.canonical(written) == pair:
        return vocabulary
    _check_free(vocabulary, written)
    return Vocabulary({**vocabulary.meanings, written: pair.value})


def canonicalised(node: Node, vocabulary: Vocabulary) -> Node:
    """The rule with every known word replaced by its canonical value; others stay."""
    if isinstance(node, Atom):
        return replace(node, pair=vocabulary.canonical(node.pair) or node.pair)
    if isinstance(node, And):
        return all_of(canonicalised(member, vocabulary) for member in node.members)
    if isinstance(node, Or):
        return any_of(canonicalised(member, vocabulary) for member in node.members)
    return node


def new_words(node: Node, vocabulary: Vocabulary) -> tuple[Pair, ...]:
    """What the rule says and the vocabulary has no word for, once each, in the text's order."""
    said = dict.fromkeys(atom.pair for atom in atoms(node))
    return tuple(pair for pair in said if vocabulary.canonical(pair) is None)


def _check_free(vocabulary: Vocabulary, pair: Pair) -> None:
    taken = vocabulary.canonical(pair)
    if taken is not None:
        raise WordTaken(f"{pair} stands for {taken.value} already.")
