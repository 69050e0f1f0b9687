"""Which positive objects a rule covers, round by round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.kari.branches import branches
from evaluation.kari.evaluating import evaluate_ways
from evaluation.kari.tree import Node
from evaluation.kari.worlds import World
from games.estimates import Interval, Undefined
from games.rules import Answer
from games.wilson import interval


@dataclass(frozen=True)
class Round:
    """The standing rule on one group of objects, before the round changes it.

    covered: those that fulfil the rule, each with the place of the way that fired first.
    """

    number: int
    covered: tuple[tuple[str, int], ...]
    uncovered: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.covered) + len(self.uncovered) + len(self.unknown)

    @property
    def share(self) -> float | Undefined:
        """Covered of all; an object that cannot be told is not covered."""
        return len(self.covered) / self.size if self.size else Undefined("no_objects")

    @property
    def within(self) -> Interval | Undefined:
        return interval(len(self.covered), self.size) if self.size else Undefined("no_objects")


def cover(number: int, node: Node, worlds: Mapping[str, World]) -> Round:
    """The rule on a round's group. worlds: object -> what is known of it."""
    ways = branches(node)
    tried = {name: evaluate_ways(ways, world) for name, world in worlds.items()}
    return Round(
        number,
        covered=tuple((name, one.fired) for name, one in tried.items() if one.fired is not None),
        uncovered=tuple(name for name, one in tried.items() if one.answer == Answer.NO),
        unknown=tuple(name for name, one in tried.items() if one.answer == Answer.CANNOT_TELL),
    )


def idle_ways(node: Node, rounds: Sequence[Round]) -> tuple[int, ...]:
    """The ways of the rule that fired for no object of any round.

    rounds: of this very rule, whose ways are counted as `branches` lists them.
    """
    fired = {way for each in rounds for _, way in each.covered}
    return tuple(way for way in range(len(branches(node))) if way not in fired)
