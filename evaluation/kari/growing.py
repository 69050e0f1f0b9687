"""What grows as rules are induced: a rule by another way, the vocabulary by a rule's words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count

from evaluation.kari.tree import OBJECT, And, Atom, Node, Part, all_of, any_of, parts
from evaluation.kari.vocabulary import Vocabulary, with_synonym, with_value
from games.roles import Pair


def with_way(rule: Node, way: Node) -> Node:
    """The rule or else the way, whose parts get new names where the rule has them already.

    tip becomes tip_2, or the first number that is free. What the two say of parts stays apart.
    """
    taken = {OBJECT} | {part.name for part in parts(rule)}
    own = {part.name for part in parts(way)}
    # Two names never become one: each new name begins with an old one and ends in its number.
    names = {name: _free(name, taken | own) for name in own & taken}
    return any_of([rule, _renamed(way, names)])


def doubtful(words: Sequence[Pair], vocabulary: Vocabulary) -> tuple[Pair, ...]:
    """New words that may mean the same as a value of the vocabulary, or as another of them."""
    many = Counter(word.dimension for word in words)
    return tuple(
        word for word in words if many[word.dimension] > 1 or vocabulary.values(word.dimension)
    )


def with_words(
    vocabulary: Vocabulary, words: Sequence[Pair], same: Mapping[Pair, Pair]
) -> Vocabulary:
    """The vocabulary with a rule's new words, each as a value or as another word for one.

    words: in the order of the rule's text. same: word -> the value, or the other one of the words,
    that it means; of new words that mean the same the first is the value.
    """
    meant: dict[Pair, Pair] = {}
    for word in words:
        end = _end(word, same)
        value = meant.setdefault(end, vocabulary.canonical(end) or word)
        if value == word:
            vocabulary = with_value(vocabulary, word)
        else:
            vocabulary = with_synonym(vocabulary, value, word.value)
    return vocabulary


def _end(word: Pair, same: Mapping[Pair, Pair]) -> Pair:
    """Where a word leads by what the others mean; in a circle, one of it for all that are in it."""
    met: list[Pair] = []
    while word in same and word not in met:
        met.append(word)
        word = same[word]
    return min(met[met.index(word) :], key=str) if word in met else word


def _free(name: str, taken: set[str]) -> str:
    return next(f"{name}_{n}" for n in count(2) if f"{name}_{n}" not in taken)


def _renamed(node: Node, names: Mapping[str, str]) -> Node:
    if isinstance(node, Atom):
        return replace(node, of=names.get(node.of, node.of))
    if isinstance(node, Part):
        name = names.get(node.name, node.name)
        return replace(node, of=names.get(node.of, node.of), name=name)
    build = all_of if isinstance(node, And) else any_of
    return build(_renamed(member, names) for member in node.members)
