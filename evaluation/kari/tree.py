"""A rule as a tree: conditions on an object and its parts, joined by AND and OR.

`all_of` and `any_of` build trees in one shape: no AND directly inside an AND, no OR directly
inside an OR, none of either with a single member.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from games.roles import Pair
from games.sheets import Dimension

OBJECT = "object"
PREDICATES = {
    "MADE_OF": Dimension.MATERIAL,
    "SHAPE": Dimension.SHAPE,
    "SIZE": Dimension.SIZE,
    "SURFACE": Dimension.SURFACE,
}
PREDICATE_OF = {dimension: name for name, dimension in PREDICATES.items()}


@dataclass(frozen=True)
class Place:
    """Where something stands in the text of a rule; both count from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


@dataclass(frozen=True)
class Atom:
    """`of`, the object or one of its parts, has this property. place: None for what is not read."""

    of: str
    pair: Pair
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Part:
    """`of`, the object or one of its parts, has a part that is called `name` from here on."""

    of: str
    name: str
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True)
class And:
    members: tuple["Node", ...]


@dataclass(frozen=True)
class Or:
    members: tuple["Node", ...]


Node = Atom | Part | And | Or


def all_of(members: Iterable[Node]) -> Node:
    """Their conjunction. Raises ValueError for no members."""
    flat = _flat(members, And)
    return flat[0] if len(flat) == 1 else And(flat)


def any_of(members: Iterable[Node]) -> Node:
    """Their disjunction. Raises ValueError for no members."""
    flat = _flat(members, Or)
    return flat[0] if len(flat) == 1 else Or(flat)


def leaves(node: Node) -> Iterator[Atom | Part]:
    """Atoms and parts in the order of the text."""
    if isinstance(node, And | Or):
        for member in node.members:
            yield from leaves(member)
    else:
        yield node


def atoms(node: Node) -> Iterator[Atom]:
    return (leaf for leaf in leaves(node) if isinstance(leaf, Atom))


def parts(node: Node) -> Iterator[Part]:
    return (leaf for leaf in leaves(node) if isinstance(leaf, Part))


def pairs(node: Node) -> tuple[Pair, ...]:
    """The properties that the rule speaks of, once each, in the order of the text."""
    return tuple(dict.fromkeys(atom.pair for atom in atoms(node)))


def _flat(members: Iterable[Node], kind: type[And] | type[Or]) -> tuple[Node, ...]:
    flat: list[Node] = []
    for member in members:
        flat += member.members if isinstance(member, kind) else (member,)
    if not flat:
        raise ValueError("AND and OR need a member.")
    return tuple(flat)
