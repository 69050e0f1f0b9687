"""Who stands where in one list of the leaderboard, and which of its rows can be told apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import combinations

from evaluation import entries
from evaluation.entries import Entry
from evaluation.metrics import ranks
from evaluation.metrics.comparison import Side, compare_success
from evaluation.metrics.intervals import Figure, Resampling
from evaluation.metrics.plays import EndedPlay
from evaluation.metrics.ranks import Rank
from evaluation.records import Edition


class Standing(IntEnum):
    """Whether a row has a rank, and why not; lists stand in this order.

    BOUND: its player knows the hidden object. MARKED: contaminated, or no person played.
    PROVISIONAL: games are still played, or were stopped.
    """

    RANKED = 0
    BOUND = 1
    MARKED = 2
    PROVISIONAL = 3


@dataclass(frozen=True)
class Ranking:
    """ranks: reference -> rank of a ranked entry. apart: (first, second) -> difference of success.

    Pairs are in the order in which the entries came.
    """

    ranks: Mapping[str, Rank]
    apart: Mapping[tuple[str, str], Figure]


def standing_of(entry: Entry) -> Standing:
    if entry.provisional:
        return Standing.PROVISIONAL
    if entry.bound:
        return Standing.BOUND
    return Standing.MARKED if entry.contaminated or entry.simulated else Standing.RANKED


def ranking_of(ranked: Sequence[Entry]) -> Ranking:
    """Of entries of one list, the best first; each pair is compared once by a process."""
    apart = {
        (first.reference, second.reference): _apart(
            first.reference, first.edition, second.reference, second.edition
        )
        for first, second in combinations(ranked, 2)
    }
    return Ranking(ranks.ranks([entry.reference for entry in ranked], apart), apart)


@lru_cache(maxsize=64)
def plays_of(reference: str, edition: Edition) -> Sequence[EndedPlay]:
    """Its plays without their questions, read once for each edition."""
    return tuple(entries.bare_plays_of(reference))


def forget() -> None:
    """Empty what this process keeps, for tests that make their own runs."""
    plays_of.cache_clear()
    _apart.cache_clear()


@lru_cache(maxsize=8192)
def _apart(first: str, of_first: Edition, second: str, of_second: Edition) -> Figure:
    sides = Side(first, plays_of(first, of_first)), Side(second, plays_of(second, of_second))
    return ranks.believed(compare_success(*sides, Resampling()))
