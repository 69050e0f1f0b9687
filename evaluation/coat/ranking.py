"""Which of two configurations serves better, and which of them are equivalent."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from evaluation.coat.records import Rated

Key = tuple[int, int]


class Order(StrEnum):
    """lexicographic: less time, then less of material. sum: less of both together."""

    LEXICOGRAPHIC = "lexicographic"
    SUM = "sum"


@dataclass(frozen=True)
class Ranked:
    """rank: 1 for the best; equivalent ones share theirs, and the next counts them all."""

    rank: int
    rated: Rated


def key_of(rated: Rated, order: Order) -> Key:
    """The smaller, the better; equal keys are equivalent."""
    return (rated.time + rated.material, 0) if order == Order.SUM else (rated.time, rated.material)


def ranked(rows: Iterable[Rated], order: Order) -> list[Ranked]:
    """By rank, then by id."""
    keyed = sorted(((key_of(each, order), each) for each in rows), key=_by_key_and_id)
    times = Counter(key for key, _ in keyed)
    before = [0, *accumulate(times.values())]
    rank_of = {key: place + 1 for key, place in zip(times, before, strict=False)}
    return [Ranked(rank_of[key], each) for key, each in keyed]


def equivalents(rows: Iterable[Rated], order: Order) -> list[list[Rated]]:
    """The groups of two and more that are equivalent, the best group first."""
    groups: dict[int, list[Rated]] = {}
    for each in ranked(rows, order):
        groups.setdefault(each.rank, []).append(each.rated)
    return [group for group in groups.values() if len(group) > 1]


def unique_best(rows: Sequence[Rated], order: Order) -> Rated | None:
    """The one that beats all others; None where several are equally good, or there is none."""
    found = ranked(rows, order)
    several = len(found) > 1 and found[1].rank == 1
    return found[0].rated if found and not several else None


def _by_key_and_id(keyed: tuple[Key, Rated]) -> tuple[Key, int]:
    key, rated = keyed
    return key, rated.configuration.id
