"""A pair's configurations as a ranking: what each costs, which of them are equivalent."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evaluation import coat_stored
from evaluation.coat.partition import Category, Partition
from evaluation.coat.pools import Pools
from evaluation.coat.ranking import ranked
from evaluation.coat.records import Pair, Rated
from evaluation.models import CoatCatalogue, PenaltyScheme
from evaluation.pages import coat_words

PLACES = 60
"""Rows of the ranking on one page."""


@dataclass(frozen=True)
class Ranking:
    """rank: among all configurations of the pair. equals: how many others share it."""

    rank: int
    equals: int
    number: int
    label: str
    values: Sequence[str]
    category: Category
    time: int
    material: int

    @property
    def sum(self) -> int:
        return self.time + self.material

    @property
    def mark(self) -> str:
        """The shape that stands beside the category."""
        marks = {Category.IDEAL: "yes", Category.BAD: "no", Category.MODERATE: "unsure"}
        return marks.get(self.category, "")


@dataclass(frozen=True)
class Fitting:
    number: int
    label: str
    configurations: int


@dataclass(frozen=True)
class PairPage:
    """counts: category -> how many. table: the penalties that were used, as rows of words."""

    catalogue: CoatCatalogue
    number: int
    utility: str
    utility_number: int
    task: str
    objects: Sequence[Fitting]
    counts: Sequence[tuple[Category, int]]
    rows: Sequence[Ranking]
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
    found = Counter(each.category for each in rows)
    return [(category, found[category]) for category in Category if found[category]]


def _ranking(row: CoatCatalogue, pools: Pools, pair: Pair) -> list[Ranking]:
    partition, labels = pools.partitions[pair], coat_stored.labels_of(row.pk)
    found = ranked(_all(partition), pools.policies.order)
    sharing = Counter(each.rank for each in found)
    return [
        Ranking(
            rank=each.rank,
            equals=sharing[each.rank] - 1,
            number=each.rated.configuration.id,
            label=labels.object(each.rated.configuration.state.object_name),
            values=coat_words.values(each.rated.configuration.state),
            category=partition.categories[each.rated.configuration.id],
            time=each.rated.time,
            material=each.rated.material,
        )
        for each in found
    ]


def _all(partition: Partition) -> list[Rated]:
    """Each once, though an ideal one of the legacy partition may be moderate, too."""
    lists = (partition.ideal, partition.moderate, partition.bad, partition.uncategorised)
    found = {each.configuration.id: each for of in lists for each in of}
    return list(found.values())
