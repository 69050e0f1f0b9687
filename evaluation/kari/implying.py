"""When a rule, or one way of it, follows from another, whatever the object is.

A way follows from another where each of its groups is part of a group of the other: its parts are
found among the other's. With `broader`, steel counts as metal. Without it this is exact.
"""

from collections.abc import Iterable, Sequence

from evaluation.kari.branches import Branch, Group, branches
from evaluation.kari.tree import Node
from games.pool import Broader
from games.roles import Pair

NOTHING_BROADER: Broader = {}


def implies(one: Node, other: Node, broader: Broader = NOTHING_BROADER) -> bool:
    """Whether every object that fulfils one fulfils the other. Raises TooManyBranches."""
    return ways_imply(branches(one), branches(other), broader)


def ways_imply(
    one: Sequence[Branch], other: Sequence[Branch], broader: Broader = NOTHING_BROADER
) -> bool:
    """The same for rules that were multiplied out before."""
    return all(leads_to_any(branch, other, broader=broader) for branch in one)


def leads_to_any(
    branch: Branch,
    ways: Iterable[Branch],
    *,
    broader: Broader = NOTHING_BROADER,
    outside: frozenset[str] = frozenset(),
) -> bool:
    """Whether some of the ways holds wherever the branch does.

    outside: parts that were named outside of what is compared, which so keep their names.
    """
    wide = branch.groups
    if broader:
        wide = tuple(Group(group.of, widened(group.pairs, broader)) for group in wide)
    return any(all(_found(group, wide, outside) for group in way.groups) for way in ways)


def _found(wanted: Group, groups: tuple[Group, ...], outside: frozenset[str]) -> bool:
    return any(
        wanted.pairs <= group.pairs and (wanted.of not in outside or wanted.of == group.of)
        for group in groups
    )


def widened(pairs: frozenset[Pair], broader: Broader) -> frozenset[Pair]:
    """The properties and all that hold wherever one of them does."""
    found: set[Pair] = set()
    waiting = list(pairs)
    while waiting:
        pair = waiting.pop()
        if pair not in found:
            found.add(pair)
            waiting += [Pair(pair.dimension, value) for value in broader.get(pair, ())]
    return frozenset(found)
