"""How long things took: the middle and the quartiles, for times have long tails."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from evaluation.metrics.intervals import NOT_MEASURED, NOTHING_COUNTED, Undefined


@dataclass(frozen=True)
class Quartiles:
    """n: measured cases. missing: cases that were not measured, which the quartiles leave out."""

    low: float
    median: float
    high: float
    n: int
    missing: int = 0


def quartiles(values: Iterable[float | None]) -> Quartiles | Undefined:
    """Median and quartiles of what was measured, interpolated between neighbours.

    None: a case that was not measured. Returns Undefined("nothing_counted") without cases, and
    Undefined("not_measured") with their number where none was measured.
    Source: definition 7 of Hyndman & Fan (1996), The American Statistician 50, 361.
    """
    cases = list(values)
    measured = [value for value in cases if value is not None]
    if not cases:
        return Undefined(NOTHING_COUNTED)
    if not measured:
        return Undefined(NOT_MEASURED, len(cases))
    low, median, high = np.percentile(measured, [25, 50, 75]).tolist()
    return Quartiles(low, median, high, len(measured), len(cases) - len(measured))
