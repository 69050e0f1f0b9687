"""Ranks with their uncertainty: between which places a player may stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.metrics.comparison import Difference
from evaluation.metrics.intervals import Estimate, Figure, Interval


@dataclass(frozen=True)
class Rank:
    """From the best to the worst place, 1 the first; equal where no other player is tied."""

    best: int
    worst: int


def believed(apart: Difference) -> Figure:
    """The difference by which two players are told apart.

    Over players where one side is a group, since its players are its cases; else over objects,
    since games of one object are alike.
    """
    over_players = apart.over_players
    return over_players if isinstance(over_players, Estimate) else apart.over_objects


def sign_of(difference: Figure) -> int:
    """1 or -1 where the 95% interval lies above or below 0; else 0: not distinguishable."""
    if not isinstance(difference, Estimate) or not isinstance(difference.interval, Interval):
        return 0
    return (difference.interval.low > 0) - (difference.interval.high < 0)


def ranks(names: Sequence[str], apart: Mapping[tuple[str, str], Figure]) -> dict[str, Rank]:
    """Name -> its rank: behind all that are distinguishably better, before all that are worse.

    apart: for each pair in the order of the names, the first less the second.
    """
    signs = {pair: sign_of(difference) for pair, difference in apart.items()}
    signs |= {(second, first): -sign for (first, second), sign in signs.items()}
    return {
        name: Rank(
            best=1 + sum(signs[name, other] < 0 for other in names if other != name),
            worst=len(names) - sum(signs[name, other] > 0 for other in names if other != name),
        )
        for name in names
    }
