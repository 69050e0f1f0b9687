"""How many different questions there are, by formula, from the categories and keys alone.

It shares nothing with the generator but the pools, so that either can show the other wrong.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import comb

from evaluation.coat.branches import Padding
from evaluation.coat.pools import Pools
from evaluation.coat.questions import Role
from evaluation.coat.ranking import Key, key_of
from evaluation.coat.records import Pair, Rated
from evaluation.coat.variations import Kind, Variation


def possible(pools: Pools, pair: Pair, variation: Variation, padding: Padding) -> int:
    """How many different questions the pair can have; a pair of task-u has no task."""
    if variation.kind == Kind.TASK_0:
        return task_0(pools, pair, variation, padding)
    return _FORMULAS[variation.kind](pools, pair, variation)


def task_u(pools: Pools, pair: Pair, variation: Variation) -> int:
    judged = pools.catalogue.judged
    serving = len(judged.objects_of[pair.utility])
    return serving * comb(len(judged.objects) - serving, variation.options - 1)


def task_0(pools: Pools, pair: Pair, variation: Variation, padding: Padding) -> int:
    judged = pools.catalogue.judged
    fitting = set(judged.context_of[pair])
    serving = set(judged.objects_of[pair.utility])
    left, others = len(serving - fitting), variation.options - 1
    if padding == Padding.STRICT or left >= others:
        return len(fitting) * comb(left, others)
    return len(fitting) * comb(len(judged.objects) - len(serving | fitting), others - left)


def task_1(pools: Pools, pair: Pair, variation: Variation) -> int:
    partition = pools.partitions[pair]
    ideal = Counter(each.configuration.state.object_name for each in partition.ideal)
    other = Counter(each.configuration.state.object_name for each in partition.non_ideal)
    same, different = variation.taken[Role.SAME], variation.taken[Role.DIFFERENT]
    return sum(
        times * comb(other[name], same) * comb(other.total() - other[name], different)
        for name, times in ideal.items()
    )


def task_2(pools: Pools, pair: Pair, variation: Variation) -> int:
    partition = pools.partitions[pair]
    keys = [key_of(each, pools.policies.order) for each in partition.moderate]
    moderate = 1 + variation.taken[Role.MODERATE]
    return unique_best_subsets(keys, moderate) * comb(len(partition.bad), variation.taken[Role.BAD])


def unique_best_subsets(keys: Sequence[Key], count: int) -> int:
    """How many subsets of this size have one best: any that beats all others of the subset."""
    times = Counter(keys)
    return sum(
        of * comb(sum(times[other] for other in times if other > key), count - 1)
        for key, of in times.items()
    )


def unique_best_by_trying(keys: Sequence[Key], count: int) -> int:
    """The same, by looking at every subset."""
    return sum(subset.count(min(subset)) == 1 for subset in combinations(keys, count))


def full(pools: Pools, pair: Pair, variation: Variation) -> int:
    utility, random = (
        comb(_states(pools, pools.other_objects(pair, role)), variation.taken[role])
        for role in (Role.UTILITY, Role.RANDOM)
    )
    wanted = variation.taken[Role.CONTEXT]
    return sum(comb(size, wanted) for size in _context_sizes(pools, pair, variation)) * (
        utility * random
    )


def _context_sizes(pools: Pools, pair: Pair, variation: Variation) -> list[int]:
    """Of each configuration that can be correct, how many options of context it beats."""
    partition = pools.partitions[pair]
    if variation.kind == Kind.FULL_IDEAL:
        return [len(partition.non_ideal)] * len(partition.ideal)
    order = pools.policies.order
    bad = 0 if pools.legacy else len(partition.bad)

    def beaten(correct: Rated) -> int:
        key = key_of(correct, order)
        return sum(key_of(each, order) > key for each in partition.moderate)

    return [bad + beaten(each) for each in partition.moderate]


def _states(pools: Pools, names: Sequence[str]) -> int:
    return sum(len(pools.catalogue.configurations_of[name]) for name in names)


_FORMULAS: Mapping[Kind, Callable[[Pools, Pair, Variation], int]] = {
    Kind.TASK_U: task_u,
    Kind.TASK_1: task_1,
    Kind.TASK_2: task_2,
    Kind.FULL_IDEAL: full,
    Kind.FULL_MODERATE: full,
}
