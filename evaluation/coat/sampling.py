"""Questions drawn without replacement from all there are, by number, without listing them."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from math import comb, prod
from random import Random

from evaluation.coat.questions import Option, Role


@dataclass(frozen=True)
class Group:
    """So many distractors are taken from these options, from the place `start` on."""

    role: Role
    options: Sequence[Option]
    count: int
    start: int = 0

    @property
    def size(self) -> int:
        return len(self.options) - self.start

    @cached_property
    def subsets(self) -> int:
        return comb(self.size, self.count)


@dataclass(frozen=True)
class Branch:
    """All questions that have this correct option: one subset of each group."""

    correct: Option
    groups: tuple[Group, ...]

    @cached_property
    def total(self) -> int:
        return prod(group.subsets for group in self.groups)

    def distractors(self, number: int) -> list[Option]:
        """Of the question with this number, below the total."""
        found: list[Option] = []
        for group in self.groups:
            number, place = divmod(number, group.subsets)
            places = subset(place, group.size, group.count)
            found += [group.options[group.start + at] for at in places]
        return found


def subset(number: int, size: int, count: int) -> list[int]:
    """The subset with this number among those of `count` places below `size`.

    The combinatorial number system: c places below x have comb(x, c) subsets, so the largest
    place is the last x with as many below it.
    """
    places = []
    for left in range(count, 0, -1):
        column = _column(left, 1 << size.bit_length())
        size = bisect_right(column, number, hi=size) - 1
        places.append(size)
        number -= column[size]
    return places


@cache
def _column(count: int, length: int) -> list[int]:
    return [comb(size, count) for size in range(length)]


class Undrawn:
    """The numbers below a total, drawn one at a time, none twice, however large the total."""

    def __init__(self, total: int) -> None:
        self.left = total
        self._moved: dict[int, int] = {}

    def draw(self, rng: Random) -> int:
        """left is not 0."""
        at = rng.randrange(self.left)
        self.left -= 1
        drawn = self._moved.get(at, at)
        # The last number still there takes the place of the drawn one.
        self._moved[at] = self._moved.pop(self.left, self.left)
        return drawn


Drawn = tuple[Option, list[Option]]
"""The correct option, and the others."""


def by_question(branches: Sequence[Branch], wanted: int, rng: Random) -> Iterator[Drawn]:
    """Each question equally likely. As many as wanted, or all there are."""
    ends = list(accumulate(branch.total for branch in branches))
    undrawn = Undrawn(ends[-1] if ends else 0)
    for _ in range(min(wanted, undrawn.left)):
        number = undrawn.draw(rng)
        at = bisect_right(ends, number)
        branch = branches[at]
        yield branch.correct, branch.distractors(number - ends[at] + branch.total)


def by_correct(
    branches: Sequence[Branch], wanted: int, rng: Random, *, corrects: Random
) -> Iterator[Drawn]:
    """Each correct option equally likely while it has a question left.

    corrects: draws the correct options, and nothing else; so sets with the same branches, drawn
    with an equal one, have the same correct options in the same order, as far as they have them.
    """
    undrawn = [Undrawn(branch.total) for branch in branches]
    left = min(wanted, sum(each.left for each in undrawn))
    while left:
        at = corrects.randrange(len(branches))
        if undrawn[at].left:
            left -= 1
            yield branches[at].correct, branches[at].distractors(undrawn[at].draw(rng))
