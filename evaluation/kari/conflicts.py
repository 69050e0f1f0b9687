"""Rules of different affordances that say the same, or of which one always brings the other."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from evaluation.kari.branches import branches
from evaluation.kari.implying import NOTHING_BROADER, ways_imply
from evaluation.kari.tree import Node
from games.pool import Broader

BoolArray = NDArray[np.bool_]


class Relation(StrEnum):
    """same: each fulfils the other. leads_to: what fulfils the one fulfils the other."""

    SAME = "same"
    LEADS_TO = "leads_to"


@dataclass(frozen=True)
class Conflict:
    """Two affordances whose rules do not tell them apart, for all objects or for some.

    against: objects (rows of the labels) that have `one` and not `other`, and for SAME also those
        that have `other` and not `one`: labels that the rules contradict.
    """

    one: str
    other: str
    relation: Relation
    against: tuple[int, ...] = ()


def conflicts(rules: Mapping[str, Node], broader: Broader = NOTHING_BROADER) -> list[Conflict]:
    """Every pair of affordances whose rules follow from each other, or one from the other.

    Whether that is wrong, labels say: see `against_labels`. Raises TooManyBranches.
    """
    ways = {affordance: branches(rule) for affordance, rule in rules.items()}
    found: list[Conflict] = []
    for one, other in combinations(rules, 2):
        there = ways_imply(ways[one], ways[other], broader)
        back = ways_imply(ways[other], ways[one], broader)
        if there and back:
            found.append(Conflict(one, other, Relation.SAME))
        elif there or back:
            pair = (one, other) if there else (other, one)
            found.append(Conflict(*pair, Relation.LEADS_TO))
    return found


def against_labels(found: Conflict, labels: Mapping[str, BoolArray]) -> Conflict:
    """The same with the objects whose labels contradict it.

    labels: affordance -> (objects,), whether each object has it.
    """
    one, other = labels[found.one], labels[found.other]
    wrong = one ^ other if found.relation == Relation.SAME else one & ~other
    return Conflict(found.one, found.other, found.relation, tuple(np.flatnonzero(wrong).tolist()))
