"""How right rules are on a catalogue whose labels are known, before any game is played."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.kari.branches import branches
from evaluation.kari.evaluating import evaluate_ways
from evaluation.kari.tree import Node
from evaluation.kari.worlds import World
from games.estimates import Interval, Undefined
from games.rules import Answer
from games.wilson import interval

BoolArray = NDArray[np.bool_]


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
    """Every rule on every object. Raises TooManyBranches."""
    yes = np.zeros((len(worlds), len(rules)), dtype=bool)
    unknown = np.zeros_like(yes)
    for column, rule in enumerate(rules):
        ways = branches(rule)
        for row, world in enumerate(worlds):
            answer = evaluate_ways(ways, world).answer
            yes[row, column] = answer == Answer.YES
            unknown[row, column] = answer == Answer.CANNOT_TELL
    return Fired(yes, unknown)


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
