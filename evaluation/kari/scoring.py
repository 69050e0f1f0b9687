"""How right rules are on a catalogue whose labels are known, before any game is played."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.kari.branches import Branch, Group, branches
from evaluation.kari.evaluating import RANK
from evaluation.kari.tree import Node
from evaluation.kari.worlds import WHOLE, World
from games.estimates import Interval, Undefined
from games.roles import Pair
from games.rules import Answer
from games.wilson import interval

BoolArray = NDArray[np.bool_]
Ranks = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Fired:
    """(objects, rules) each. yes: fulfilled. unknown: cannot be told; the rest is no."""

    yes: BoolArray
    unknown: BoolArray


@dataclass(frozen=True)
class Score:
    """A rule against its affordance's labels. An unknown object counts as not fired.

    hits: fired and labelled yes. misfires: fired and labelled no. missed: labelled yes, not
    fired. unknown: of the objects that count, how many could not be told.
    """

    hits: int
    misfires: int
    missed: int
    unknown: int

    @property
    def precision(self) -> float | Undefined:
        """Labelled yes, of those that fired."""
        fired = self.hits + self.misfires
        return self.hits / fired if fired else Undefined("never_fired")

    @property
    def precision_within(self) -> Interval | Undefined:
        fired = self.hits + self.misfires
        return interval(self.hits, fired) if fired else Undefined("never_fired")

    @property
    def coverage(self) -> float | Undefined:
        """Fired, of those labelled yes."""
        positive = self.hits + self.missed
        return self.hits / positive if positive else Undefined("no_positives")

    @property
    def coverage_within(self) -> Interval | Undefined:
        positive = self.hits + self.missed
        return interval(self.hits, positive) if positive else Undefined("no_positives")


def fire(rules: Sequence[Node], worlds: Sequence[World]) -> Fired:
    """Every rule on every object, as `evaluating.evaluate` would answer, all objects at once.

    Raises TooManyBranches.
    """
    grid = _Grid(worlds)
    found = [_rank_of_rule(branches(rule), grid) for rule in rules]
    ranks = np.array(found, dtype=np.int8).reshape(len(rules), len(worlds)).T
    return Fired(ranks == RANK[Answer.YES], ranks == RANK[Answer.CANNOT_TELL])


class _Grid:
    """Every part of every object, the whole among them, and what is known of each property."""

    def __init__(self, worlds: Sequence[World]) -> None:
        self.places = [(world, part) for world in worlds for part in (WHOLE, *world.parts)]
        sizes = [1 + len(world.parts) for world in worlds]
        self.starts = np.cumsum([0, *sizes[:-1]]) if sizes else np.zeros(0, dtype=int)
        self.ranks: dict[Pair, Ranks] = {}

    def rank(self, pair: Pair) -> Ranks:
        """(places,): each property is looked up once, however many rules speak of it."""
        if pair not in self.ranks:
            answers = [RANK[world.holds(pair, part)] for world, part in self.places]
            self.ranks[pair] = np.array(answers, dtype=np.int8)
        return self.ranks[pair]

    def group(self, group: Group) -> Ranks:
        """(objects,): the best part for all of the group together."""
        together = np.minimum.reduce([self.rank(pair) for pair in group.pairs])
        return np.asarray(np.maximum.reduceat(together, self.starts))


def _rank_of_rule(ways: Sequence[Branch], grid: _Grid) -> Ranks:
    """(objects,): the best of the ways, each as good as the worst of its groups."""
    sure = np.full(len(grid.starts), RANK[Answer.YES], dtype=np.int8)
    if not len(sure):
        return sure
    of_ways = [np.minimum.reduce([sure, *map(grid.group, way.groups)]) for way in ways]
    return np.asarray(np.maximum.reduce(of_ways))


def scores(fired: Fired, labels: BoolArray, counted: BoolArray | None = None) -> list[Score]:
    """A score for each rule.

    labels: (objects, rules), whether the object has the rule's affordance. counted: the same
        shape, which pairs have a label at all; None for all.
    Raises ValueError for another shape than that of what fired.
    """
    counts = np.ones_like(labels) if counted is None else counted
    if not fired.yes.shape == labels.shape == counts.shape:
        raise ValueError(f"Rules fired on {fired.yes.shape}, labels are {labels.shape}.")
    hits = (fired.yes & labels & counts).sum(axis=0)
    misfires = (fired.yes & ~labels & counts).sum(axis=0)
    missed = (~fired.yes & labels & counts).sum(axis=0)
    unknown = (fired.unknown & counts).sum(axis=0)
    columns = (hits.tolist(), misfires.tolist(), missed.tolist(), unknown.tolist())
    return [Score(*row) for row in zip(*columns, strict=True)]
