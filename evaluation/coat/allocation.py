"""How many questions of a set each pair gets."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from evaluation.coat.partition import Partition
from evaluation.coat.records import Catalogue, Judged, Pair


class Weights(StrEnum):
    """What a pair of a set about states weighs.

    legacy: its moderate and bad configurations, as the original program has it. paper: all
    configurations of the objects that serve its utility.
    """

    LEGACY = "legacy"
    PAPER = "paper"


def spread(weights: Sequence[int], size: int) -> list[int]:
    """Rounded down; the rest goes round from the first on, one each."""
    shares = _rounded_down(weights, size)
    each, first = divmod(size - sum(shares), len(shares))
    return [share + each + (at < first) for at, share in enumerate(shares)]


def last_takes_the_rest(weights: Sequence[int], size: int) -> list[int]:
    """Rounded down; the last one gets what is left."""
    shares = _rounded_down(weights, size)
    shares[-1] += size - sum(shares)
    return shares


def physical_weights(
    catalogue: Catalogue, partitions: Mapping[Pair, Partition], weights: Weights
) -> list[int]:
    """Of each pair, in the order of the file of tasks."""
    if weights == Weights.LEGACY:
        found = (partitions[pair] for pair in catalogue.judged.pairs)
        return [len(each.moderate) + len(each.bad) for each in found]
    of_utility = {
        utility: sum(len(catalogue.configurations_of[name]) for name in names)
        for utility, names in catalogue.judged.objects_of.items()
    }
    return [of_utility[pair.utility] for pair in catalogue.judged.pairs]


def by_utility(judged: Judged, size: int) -> dict[str, int]:
    """A utility weighs as much as it has objects."""
    weights = [len(judged.objects_of[utility]) for utility in judged.utilities]
    return dict(zip(judged.utilities, last_takes_the_rest(weights, size), strict=True))


def by_task(judged: Judged, size: int) -> dict[Pair, int]:
    """A utility's share over its tasks, evenly; the last task gets what is left."""
    shares: dict[Pair, int] = {}
    of_utility = by_utility(judged, size)
    for utility, tasks in judged.tasks_of.items():
        split = last_takes_the_rest([1] * len(tasks), of_utility[utility])
        shares |= {Pair(utility, task): share for task, share in zip(tasks, split, strict=True)}
    return shares


def _rounded_down(weights: Sequence[int], size: int) -> list[int]:
    """Equal weights stand in for weights that are all nothing."""
    total = sum(weights)
    if not total:
        return [size // len(weights)] * len(weights)
    return [weight * size // total for weight in weights]
