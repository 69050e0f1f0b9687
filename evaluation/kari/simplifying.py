"""A rule without what it says twice: the same meaning in fewer ways."""

from collections.abc import Sequence

from evaluation.kari.branches import branches
from evaluation.kari.implying import NOTHING_BROADER, leads_to_any
from evaluation.kari.tree import OBJECT, And, Node, Or, Part, all_of, any_of, atoms, parts
from games.pool import Broader


def simplify(node: Node, broader: Broader = NOTHING_BROADER) -> Node:
    """The rule without repeated members, ways that follow from others, and parts without atoms.

    Of two ways that say the same the first stays. Raises TooManyBranches.
    """
    return _without_idle_parts(_simplified(node, broader))


def _simplified(node: Node, broader: Broader) -> Node:
    if isinstance(node, And):
        return all_of(dict.fromkeys(_simplified(member, broader) for member in node.members))
    if isinstance(node, Or):
        flat = any_of(_simplified(member, broader) for member in node.members)
        return any_of(_needed(flat.members, broader)) if isinstance(flat, Or) else flat
    return node


def _needed(members: Sequence[Node], broader: Broader) -> list[Node]:
    """The members of an OR that hold somewhere where no other does; the last are dropped first."""
    kept = list(members)
    for at in reversed(range(len(members))):
        others = kept[:at] + kept[at + 1 :]
        if others and _follows(members[at], others, broader):
            kept = others
    return kept


def _follows(member: Node, others: Sequence[Node], broader: Broader) -> bool:
    ways = [way for other in others for way in branches(other)]
    outside = _outside([member, *others])
    return all(
        leads_to_any(branch, ways, broader=broader, outside=outside) for branch in branches(member)
    )


def _outside(members: Sequence[Node]) -> frozenset[str]:
    """Parts that the members speak of and that none of them introduces."""
    said = {atom.of for member in members for atom in atoms(member)}
    own = {part.name for member in members for part in parts(member)}
    return frozenset(said - own - {OBJECT})


def _without_idle_parts(node: Node) -> Node:
    used = {atom.of for atom in atoms(node)}
    owners = {part.name: part.of for part in parts(node)}
    for name in list(used):
        while name in owners and owners[name] not in used:
            name = owners[name]
            used.add(name)
    return _only(node, used)


def _only(node: Node, used: set[str]) -> Node:
    if isinstance(node, And):
        members = [
            _only(each, used)
            for each in node.members
            if not isinstance(each, Part) or each.name in used
        ]
        return all_of(members or node.members)
    if isinstance(node, Or):
        return any_of(_only(each, used) for each in node.members)
    return node
