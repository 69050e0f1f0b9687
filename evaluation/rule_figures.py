"""A stored set of rules against a stored catalogue: which objects it fires on, who contradicts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from evaluation.kari import conflicts, evaluating, scoring, worlds
from evaluation.kari.branches import branches
from evaluation.kari.conflicts import Conflict
from evaluation.kari.rule_sets import Rule, RuleSet
from evaluation.kari.scoring import Score
from evaluation.kari.tree import Node
from evaluation.kari.worlds import SheetWorld
from games import matrices, selectors
from games.matrices import LabelMatrix
from games.pool import Broader
from games.roles import Pair
from games.rules import Answer

BoolArray = NDArray[np.bool_]
CONFLICTS_KEPT = 200


@dataclass(frozen=True, eq=False)
class Known:
    """A catalogue as rules meet it. worlds: of the objects, in the order of the labels' rows."""

    worlds: Sequence[SheetWorld]
    matrix: LabelMatrix
    broader: Broader

    def labels_of(self, affordance: str) -> BoolArray:
        """(objects,): whether each has it."""
        column = self.matrix.affordances.index(affordance)
        return np.asarray(self.matrix.labels[:, column])


@dataclass(frozen=True)
class Met:
    """One object before one rule. label: None for an affordance that the catalogue lacks.

    way: the place from 1 of the first way that holds, None where none does.
    """

    object_id: int
    answer: Answer
    label: bool | None
    way: int | None

    @property
    def disagrees(self) -> bool:
        """An object that cannot be told counts as one on which the rule does not fire."""
        return self.label is not None and (self.answer == Answer.YES) != self.label


@lru_cache(maxsize=4)
def known(catalogue_id: int) -> Known:
    """Made once by a process; a catalogue never changes."""
    listed = selectors.vocabulary_of(catalogue_id)
    broader = {Pair(each.dimension, each.value): each.broader for each in listed}
    sheets = selectors.sheets_of(catalogue_id)
    matrix = matrices.labels_of(catalogue_id)
    made = [worlds.of_sheet(sheets[pk], frozenset(broader), broader) for pk in matrix.objects]
    return Known(made, matrix, broader)


def scores_of(rule_set: RuleSet, catalogue_id: int) -> Mapping[str, Score]:
    """Affordance -> score, of the rules whose affordance the catalogue has."""
    found = known(catalogue_id)
    rules = _shared(rule_set, found)
    fired = scoring.fire([rule.node for rule in rules], found.worlds)
    labels = [found.labels_of(rule.affordance) for rule in rules]
    columns = np.array(labels, dtype=bool).reshape(len(rules), len(found.worlds)).T
    scores = scoring.scores(fired, columns)
    return {rule.affordance: score for rule, score in zip(rules, scores, strict=True)}


def conflicts_of(rule_set: RuleSet, catalogue_id: int) -> list[Conflict]:
    """Of the same rules, those that most labels contradict first."""
    found = known(catalogue_id)
    nodes = {rule.affordance: rule.node for rule in _shared(rule_set, found)}
    labels = {affordance: found.labels_of(affordance) for affordance in nodes}
    told = [
        conflicts.against_labels(each, labels) for each in conflicts.conflicts(nodes, found.broader)
    ]
    return sorted(told, key=lambda each: (-len(each.against), each.one, each.other))


def meet(affordance: str, node: Node, catalogue_id: int) -> list[Met]:
    """The rule on every object of the catalogue, in its order. Raises TooManyBranches."""
    found = known(catalogue_id)
    has = affordance in found.matrix.affordances
    labels = found.labels_of(affordance).tolist() if has else [None] * len(found.worlds)
    ways = branches(node)
    met = [evaluating.evaluate_ways(ways, world) for world in found.worlds]
    return [
        Met(object_id, each.answer, label, None if each.fired is None else each.fired + 1)
        for object_id, each, label in zip(found.matrix.objects, met, labels, strict=True)
    ]


def forget() -> None:
    """Empty what this process keeps, for tests that make their own catalogues."""
    known.cache_clear()


def _shared(rule_set: RuleSet, found: Known) -> list[Rule]:
    has = set(found.matrix.affordances)
    return [rule for rule in rule_set.rules if rule.affordance in has]
