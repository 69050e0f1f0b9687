"""Values that stand in the place of a figure or beside it."""

from dataclasses import dataclass

LEVEL = 0.95


@dataclass(frozen=True)
class Interval:
    """Of the level that LEVEL names."""

    low: float
    high: float


@dataclass(frozen=True)
class Undefined:
    """A figure or an interval that cannot be given; reason is a code, never nan.

    missing: cases that were not measured, where that is the reason.
    """

    reason: str
    missing: int = 0
