"""Who judges which unit next: an order for each rater, and the next free unit in it."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from random import Random


class Policy(StrEnum):
    """How a rater's order is made.

    Shuffled blocks: blocks in a random order, the units of one together and shuffled.
    """

    SHUFFLED_BLOCKS = "shuffled_blocks"
    SHUFFLED = "shuffled"
    AS_GIVEN = "as_given"


def order(
    units: Sequence[tuple[str, str]], *, seed: int | str, rater: str, policy: Policy
) -> list[str]:
    """The keys of the units in this rater's order.

    units: (key, block). A shuffled order is the same for the same seed and rater, however the
    units come, and units that are added later leave the order of the others as it was.
    """
    if policy == Policy.AS_GIVEN:
        return [key for key, _ in units]

    def rank(what: str, name: str) -> float:
        # A text as a seed is hashed by SHA-512, so no process has an order of its own.
        return Random(repr((str(seed), rater, what, name))).random()

    drawn = [(rank("unit", key), key, block) for key, block in units]
    if policy == Policy.SHUFFLED:
        return [key for _, key, _ in sorted(drawn)]
    blocks = {block: rank("block", block) for block in {block for _, block in units}}
    drawn.sort(key=lambda unit: (blocks[unit[2]], unit[2], *unit[:2]))
    return [key for _, key, _ in drawn]


def lay_out(
    ordered: Sequence[str], *, training: Collection[str], gold: Collection[str], every: int
) -> list[str]:
    """The order with the training units first and the hidden gold units spread behind them.

    A training unit is no hidden one, whether its answer is known or not.
    """
    learnt = [key for key in ordered if key in training]
    return learnt + with_gold([key for key in ordered if key not in training], gold, every)


def with_gold(ordered: Sequence[str], gold: Collection[str], every: int) -> list[str]:
    """The order with a gold unit after each `every` others, until none is left.

    Where there are too many for that, all stand evenly closer. The gold units keep their order
    among themselves, as do the others. Raises ValueError for an `every` below 1.
    """
    if every < 1:
        raise ValueError(f"A gold unit after each {every} others; 1 is the least.")
    hidden = [key for key in ordered if key in gold]
    others = [key for key in ordered if key not in gold]
    spread: list[str] = []
    done = 0
    for number, key in enumerate(hidden, start=1):
        place = min(number * every, number * len(others) // len(hidden))
        spread += [*others[done:place], key]
        done = place
    return spread + others[done:]


def ahead(
    ordered: Sequence[str],
    mine: Sequence[str],
    *,
    blocks: Mapping[str, str],
    for_all: Collection[str] = (),
) -> list[str]:
    """The units that a rater has not got, in the order in which to look for a free seat.

    It is the rater's order, but what is left of the block they are in comes first, lest a seat
    freed elsewhere call them away.

    mine: what the rater has, in the order given. blocks: key -> block.
    for_all: units that every rater judges (training, hidden gold): they belong to no block, and
        those that stand before a unit of the block stay before it.
    """
    got, everyones = frozenset(mine), frozenset(for_all)
    left = [key for key in ordered if key not in got]
    block = next((blocks.get(key) for key in reversed(mine) if key not in everyones), None)
    inside = {key for key in left if key in blocks and blocks[key] == block} - everyones
    end = max((at for at, key in enumerate(left, start=1) if key in inside), default=0)
    first = [key for key in left[:end] if key in inside or key in everyones]
    passed = [key for key in left[:end] if key not in inside and key not in everyones]
    return first + passed + left[end:]


def next_unit(
    ordered: Sequence[str],
    taken: Mapping[str, int],
    mine: Sequence[str],
    *,
    seats: int,
    blocks: Mapping[str, str],
    for_all: Collection[str] = (),
) -> str | None:
    """The first of the units ahead that has a free seat; None where nothing is left for the rater.

    taken: key -> seats that are taken, by anyone. seats: how many raters judge a unit; those
    that are for all have no such limit. The rest is as in `ahead`.
    """
    for key in ahead(ordered, mine, blocks=blocks, for_all=for_all):
        if key in for_all or taken.get(key, 0) < seats:
            return key
    return None
