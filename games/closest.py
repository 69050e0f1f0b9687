"""Which texts say nearly the same."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Near:
    """similarity: the cosine of the two texts' vectors, at most 1."""

    one: str
    other: str
    similarity: float


def closest(keys: Sequence[str], vectors: NDArray[np.float32], count: int) -> tuple[Near, ...]:
    """The `count` most similar pairs, the closest first.

    vectors: (texts, dimensions), each of length 1, in the order of the keys.
    """
    likeness = vectors @ vectors.T
    one, other = np.triu_indices(len(keys), k=1)
    similarity = likeness[one, other]
    order = np.argsort(-similarity, kind="stable")[:count]
    return tuple(
        Near(keys[one[at]], keys[other[at]], float(similarity[at])) for at in order.tolist()
    )
