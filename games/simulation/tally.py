"""What happened in a run, as the players saw it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Spread:
    """Of `count` durations: median, 95th percentile and longest, in seconds."""

    count: int
    p50: float
    p95: float
    longest: float


@dataclass
class Tally:
    """errors: what a person would have called a fault, by kind. retries: what was sent again.

    mischief: what the players did on purpose. surprises: what was not expected, but is no fault.
    outages: what was killed. endings: how the players' parts ended, as they saw it.
    rows: what became of questions.
    games: study games that were played to their end; won: how many of them.
    faults: a line for each error, with where it was seen.
    """

    errors: Counter[str] = field(default_factory=Counter)
    retries: Counter[str] = field(default_factory=Counter)
    mischief: Counter[str] = field(default_factory=Counter)
    surprises: Counter[str] = field(default_factory=Counter)
    outages: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    rows: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    games: int = 0
    won: int = 0
    faults: list[str] = field(default_factory=list)

    def fault(self, kind: str, where: str) -> None:
        self.errors[kind] += 1
        if len(self.faults) < 50:
            self.faults.append(f"{kind}: {where}")

    def took(self, kind: str, seconds: float) -> None:
        self.seconds.setdefault(kind, []).append(seconds)

    def spreads(self) -> Mapping[str, Spread]:
        return {kind: spread(durations) for kind, durations in sorted(self.seconds.items())}


def spread(seconds: Sequence[float]) -> Spread:
    """Raises ValueError where there is nothing."""
    if not seconds:
        raise ValueError("There are no durations.")
    p50, p95 = np.percentile(seconds, [50, 95]).tolist()
    return Spread(count=len(seconds), p50=p50, p95=p95, longest=max(seconds))
