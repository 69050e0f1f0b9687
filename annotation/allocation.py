"""In which order each rater gets the units of a study."""

from collections.abc import Collection, Sequence
from enum import StrEnum
from hashlib import sha256


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

    def rank(what: str, name: str) -> bytes:
        return sha256(repr((str(seed), rater, what, name)).encode()).digest()

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
