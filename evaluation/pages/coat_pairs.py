"""A pair's configurations as a ranking: what they cost and why, which are equivalent."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaluation import coat_stored
from evaluation.coat.labels import Labels
from evaluation.coat.partition import Category, Partition
from evaluation.coat.pools import Pools
from evaluation.coat.ranking import ranked
from evaluation.coat.records import Pair, Rated, State
from evaluation.models import CoatCatalogue, PenaltyScheme
from evaluation.pages import coat_reasons, coat_words

PLACES = 60
"""Rows of the ranking on one page."""


@dataclass(frozen=True)
class Alike:
    """Configurations of one object that differ in nothing but the material."""

    label: str
    values: Sequence[str]


@dataclass(frozen=True)
class Ranking:
    """Configurations that cost the same: rank among all of the pair, and how many they are.

    why_time, why_material: what adds up to the penalties, each reason once.
    """

    rank: int
    count: int
    alike: Sequence[Alike]
    category: Category
    time: int
    material: int
    why_time: Sequence[str]
    why_material: Sequence[str]

    @property
    def sum(self) -> int:
        return self.time + self.material

    @property
    def mark(self) -> str:
        """The shape that stands beside the category."""
        marks = {Category.IDEAL: "yes", Category.BAD: "no", Category.MODERATE: "half"}
        return marks.get(self.category, "")


@dataclass(frozen=True)
class Fitting:
    number: int
    label: str
    configurations: int


@dataclass(frozen=True)
class PairPage:
    """counts: category -> how many. threshold: from which penalty on a configuration is bad."""

    catalogue: CoatCatalogue
    number: int
    utility: str
    utility_number: int
    task: str
    objects: Sequence[Fitting]
    counts: Sequence[tuple[Category, int]]
    rows: Sequence[Ranking]
    threshold: int
    before: int | None
    after: int | None


def schemes() -> list[PenaltyScheme]:
    return list(PenaltyScheme.objects.order_by("slug", "version"))


def pair_page(row: CoatCatalogue, number: int, pools: Pools, category: str) -> PairPage | None:
    """category: shown alone; empty for all. None where the catalogue has not so many pairs."""
    judged, labels = pools.catalogue.judged, coat_stored.labels_of(row.pk)
    if not 1 <= number <= len(judged.pairs):
        return None
    pair = judged.pairs[number - 1]
    rows = _ranking(row, pools, pair)
    return PairPage(
        catalogue=row,
        number=number,
        utility=labels.utility(pair.utility),
        utility_number=judged.utilities.index(pair.utility) + 1,
        task=labels.task(pair.task),
        objects=_fitting(row, pools, pair),
        counts=_counts(rows),
        threshold=coat_stored.used_scheme(pools).threshold,
        rows=[each for each in rows if not category or each.category == category],
        before=number - 1 or None,
        after=number + 1 if number < len(judged.pairs) else None,
    )


def _fitting(row: CoatCatalogue, pools: Pools, pair: Pair) -> list[Fitting]:
    judged, labels = pools.catalogue.judged, coat_stored.labels_of(row.pk)
    return [
        Fitting(
            number=judged.objects.index(name) + 1,
            label=labels.object(name),
            configurations=len(pools.catalogue.configurations_of[name]),
        )
        for name in judged.context_of[pair]
    ]


def _counts(rows: Sequence[Ranking]) -> list[tuple[Category, int]]:
    found: Counter[Category] = Counter()
    for each in rows:
        found[each.category] += each.count
    return [(category, found[category]) for category in Category if found[category]]


def _ranking(row: CoatCatalogue, pools: Pools, pair: Pair) -> list[Ranking]:
    """A line for each rank; several for one where the same sum is made of other penalties."""
    partition, labels = pools.partitions[pair], coat_stored.labels_of(row.pk)
    groups: dict[tuple[int, int, int, Category], list[State]] = {}
    for each in ranked(_all(partition), pools.policies.order):
        rated = each.rated
        category = partition.categories[rated.configuration.id]
        key = (each.rank, rated.time, rated.material, category)
        groups.setdefault(key, []).append(rated.configuration.state)
    return [
        Ranking(
            rank=rank,
            count=len(states),
            alike=_alike(states, labels),
            category=category,
            time=time,
            material=material,
            why_time=coat_reasons.time_reasons(pools, states),
            why_material=coat_reasons.material_reasons(pools, pair, states, labels),
        )
        for (rank, time, material, category), states in groups.items()
    ]


def _alike(states: Sequence[State], labels: Labels) -> list[Alike]:
    """The material of what is alike in all else stands as a list."""
    materials: dict[State, list[str]] = {}
    for each in states:
        materials.setdefault(replace(each, material=""), []).append(each.material)
    return [
        Alike(labels.object(each.object_name), coat_words.values(each, ", ".join(found)))
        for each, found in materials.items()
    ]


def _all(partition: Partition) -> list[Rated]:
    """Each once, though an ideal one of the legacy partition may be moderate, too."""
    lists = (partition.ideal, partition.moderate, partition.bad, partition.uncategorised)
    found = {each.configuration.id: each for of in lists for each in of}
    return list(found.values())
