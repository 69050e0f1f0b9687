"""A rule multiplied out into its ways: each a set of conditions that have to hold together.

What a rule says of a part is about one and the same part; what it says of the object holds where
any part of it has the property. So a way is a set of groups of properties, and it holds where each
group is found together on some part.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod

from evaluation.kari.tree import OBJECT, And, Atom, Node, Or, Part
from games.roles import Pair

MOST = 500


class TooManyBranches(Exception):
    """The rule has more ways than MOST once it is multiplied out."""


@dataclass(frozen=True)
class Group:
    """Properties that have to be found together. of: the name of the part, or OBJECT for one."""

    of: str
    pairs: frozenset[Pair]


@dataclass(frozen=True)
class Branch:
    """One way to fulfil a rule. atoms: once each, in the order of the text."""

    atoms: tuple[Atom, ...]

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        of_parts: dict[str, set[Pair]] = {}
        for atom in self.atoms:
            if atom.of != OBJECT:
                of_parts.setdefault(atom.of, set()).add(atom.pair)
        alone = [Group(OBJECT, frozenset({a.pair})) for a in self.atoms if a.of == OBJECT]
        return (*alone, *(Group(of, frozenset(pairs)) for of, pairs in of_parts.items()))

    @property
    def pairs(self) -> frozenset[Pair]:
        return frozenset(atom.pair for atom in self.atoms)


def count(node: Node) -> int:
    """How many ways the rule has, without multiplying it out."""
    if isinstance(node, And):
        return prod(map(count, node.members))
    if isinstance(node, Or):
        return sum(map(count, node.members))
    return 1


def branches(node: Node) -> tuple[Branch, ...]:
    """The rule's ways in the order of its text. Raises TooManyBranches."""
    found = count(node)
    if found > MOST:
        raise TooManyBranches(f"The rule has {found} ways; {MOST} at most are allowed.")
    return tuple(Branch(tuple(dict.fromkeys(atoms))) for atoms in _multiplied(node))


def _multiplied(node: Node) -> list[tuple[Atom, ...]]:
    if isinstance(node, Atom):
        return [(node,)]
    if isinstance(node, Part):
        return [()]
    if isinstance(node, Or):
        return [way for member in node.members for way in _multiplied(member)]
    return [sum(ways, ()) for ways in product(*map(_multiplied, node.members))]
