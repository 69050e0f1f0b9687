"""The questions that a pair can have in a variation: a branch for each correct option."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum

from evaluation.coat.pools import Pools
from evaluation.coat.questions import Option, Role
from evaluation.coat.records import Pair
from evaluation.coat.sampling import Branch, Group
from evaluation.coat.variations import Kind, Variation


class Padding(StrEnum):
    """What happens where a pair has too few objects that serve the utility but not the task.

    strict: it has no question. padded: objects that serve neither fill in, as in the original.
    """

    STRICT = "strict"
    PADDED = "padded"


def branches_of(
    pools: Pools, variation: Variation, pair: Pair, padding: Padding = Padding.STRICT
) -> list[Branch]:
    """pair: without a task for task-u."""
    if variation.kind == Kind.TASK_0:
        return list(_task_0(pools, variation, pair, padding))
    return list(_BRANCHES[variation.kind](pools, variation, pair))


def _task_u(pools: Pools, variation: Variation, pair: Pair) -> Iterator[Branch]:
    others = _named(pools.other_objects(pair, Role.RANDOM), Role.RANDOM)
    group = Group(Role.RANDOM, others, variation.taken[Role.RANDOM])
    for name in pools.catalogue.judged.objects_of[pair.utility]:
        yield Branch(Option(name, Role.CORRECT), (group,))


def _task_0(pools: Pools, variation: Variation, pair: Pair, padding: Padding) -> Iterator[Branch]:
    wanted = variation.taken[Role.UTILITY]
    serving = _named(pools.other_objects(pair, Role.UTILITY), Role.UTILITY)
    groups: tuple[Group, ...] = (Group(Role.UTILITY, serving, wanted),)
    if padding == Padding.PADDED and len(serving) < wanted:
        others = _named(pools.other_objects(pair, Role.RANDOM), Role.RANDOM)
        groups = (
            Group(Role.UTILITY, serving, len(serving)),
            Group(Role.RANDOM, others, wanted - len(serving)),
        )
    for name in pools.catalogue.judged.context_of[pair]:
        yield Branch(Option(name, Role.CORRECT), groups)


def _task_1(pools: Pools, variation: Variation, pair: Pair) -> Iterator[Branch]:
    partition = pools.partitions[pair]
    same = pools.options(pair, partition.non_ideal, Role.SAME)
    different = pools.options(pair, partition.non_ideal, Role.DIFFERENT)
    groups = {
        name: (
            Group(
                Role.SAME,
                [each for each in same if each.object_name == name],
                variation.taken[Role.SAME],
            ),
            Group(
                Role.DIFFERENT,
                [each for each in different if each.object_name != name],
                variation.taken[Role.DIFFERENT],
            ),
        )
        for name in {each.configuration.state.object_name for each in partition.ideal}
    }
    for correct in pools.options(pair, partition.ideal, Role.CORRECT):
        yield Branch(correct, groups[correct.object_name])


def _task_2(pools: Pools, variation: Variation, pair: Pair) -> Iterator[Branch]:
    bad = pools.options(pair, pools.partitions[pair].bad, Role.BAD)
    bads = Group(Role.BAD, bad, variation.taken[Role.BAD])
    moderate = [each for each, _ in pools.best_first(pair)]
    options = pools.options(pair, moderate, Role.MODERATE)
    for correct, start in _best_of_moderate(pools, pair):
        worse = Group(Role.MODERATE, options, variation.taken[Role.MODERATE], start)
        yield Branch(correct, (worse, bads))


def _full_ideal(pools: Pools, variation: Variation, pair: Pair) -> Iterator[Branch]:
    partition = pools.partitions[pair]
    context = pools.options(pair, partition.non_ideal, Role.CONTEXT)
    groups = (
        Group(Role.CONTEXT, context, variation.taken[Role.CONTEXT]),
        *_others(pools, variation, pair),
    )
    for correct in pools.options(pair, partition.ideal, Role.CORRECT):
        yield Branch(correct, groups)


def _full_moderate(pools: Pools, variation: Variation, pair: Pair) -> Iterator[Branch]:
    """The original never offers bad ones here, though the paper does."""
    bad = () if pools.legacy else pools.partitions[pair].bad
    moderate = [each for each, _ in pools.best_first(pair)]
    context = pools.options(pair, (*moderate, *bad), Role.CONTEXT)
    others = _others(pools, variation, pair)
    for correct, start in _best_of_moderate(pools, pair):
        worse = Group(Role.CONTEXT, context, variation.taken[Role.CONTEXT], start)
        yield Branch(correct, (worse, *others))


def _best_of_moderate(pools: Pools, pair: Pair) -> Iterator[tuple[Option, int]]:
    """Each moderate configuration as the correct one, with the place where worse ones begin."""
    found = pools.best_first(pair)
    corrects = pools.options(pair, [each for each, _ in found], Role.CORRECT)
    return zip(corrects, (start for _, start in found), strict=True)


def _others(pools: Pools, variation: Variation, pair: Pair) -> tuple[Group, ...]:
    return tuple(
        Group(role, pools.other_states(pair, role), variation.taken[role])
        for role in (Role.UTILITY, Role.RANDOM)
    )


def _named(names: Sequence[str], role: Role) -> list[Option]:
    return [Option(name, role) for name in names]


_BRANCHES: Mapping[Kind, Callable[[Pools, Variation, Pair], Iterator[Branch]]] = {
    Kind.TASK_U: _task_u,
    Kind.TASK_1: _task_1,
    Kind.TASK_2: _task_2,
    Kind.FULL_IDEAL: _full_ideal,
    Kind.FULL_MODERATE: _full_moderate,
}
