"""Which rule each affordance takes: the one whose affordance's text says nearly the same."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

THRESHOLD = 0.7


@dataclass(frozen=True)
class Matched:
    """rule: its place. similarity: the cosine of the two texts' vectors."""

    rule: int
    similarity: float


def match(
    affordances: Vectors, rules: Vectors, threshold: float = THRESHOLD
) -> tuple[Matched | None, ...]:
    """For each affordance the most similar rule if it is above the threshold, else None.

    affordances: (affordances, dimensions), rules: (rules, dimensions), each row of length 1. Of
        equally similar rules the first is taken.
    """
    if not len(rules):
        return (None,) * len(affordances)
    likeness = affordances @ rules.T
    best = likeness.argmax(axis=1).tolist()
    found = (Matched(rule, float(likeness[row, rule])) for row, rule in enumerate(best))
    return tuple(one if one.similarity > threshold else None for one in found)
