"""A rule with another way added, as induction grows it."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import count

from evaluation.kari.tree import OBJECT, And, Atom, Node, Part, all_of, any_of, parts


def with_way(rule: Node, way: Node) -> Node:
    """The rule or else the way, whose parts get new names where the rule has them already.

    tip becomes tip_2, or the first number that is free. What the two say of parts stays apart.
    """
    taken = {OBJECT} | {part.name for part in parts(rule)}
    own = {part.name for part in parts(way)}
    # Two names never become one: each new name begins with an old one and ends in its number.
    names = {name: _free(name, taken | own) for name in own & taken}
    return any_of([rule, _renamed(way, names)])


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
