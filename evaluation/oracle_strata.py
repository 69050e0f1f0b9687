"""Which questions people are asked to judge: of each kind equally many, as far as there are."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, order=True)
class Stratum:
    """dimension: of the one property that a question probes, "" for none or several.

    source: who asked: people, models or programs.
    """

    dimension: str
    source: str


class TooFew(ValueError):
    """Fewer questions are there than were asked for; its message has both numbers."""


def draw(members: Mapping[int, Stratum], *, count: int, seed: int) -> list[int]:
    """Return `count` of the ids, each stratum as many as any other or all that it has.

    The same members, count and seed give the same ids; more members displace only a few.
    Raises TooFew.
    """
    if not 0 < count <= len(members):
        raise TooFew(f"{count:,} questions are asked for; {len(members):,} can be drawn.")
    strata: dict[Stratum, list[int]] = defaultdict(list)
    for member, stratum in members.items():
        strata[stratum].append(member)
    taken = shares({stratum: len(ids) for stratum, ids in strata.items()}, count)

    def rank(member: int) -> float:
        return Random(repr((seed, member))).random()

    return [
        member
        for stratum in sorted(strata)
        for member in sorted(strata[stratum], key=rank)[: taken[stratum]]
    ]


def shares(sizes: Mapping[Stratum, int], count: int) -> dict[Stratum, int]:
    """How many each stratum gives: what small ones lack, the larger ones give alike.

    The sum is `count`, which is at most the sum of the sizes.
    """
    left, taken = count, {}
    smallest_first = sorted(sizes, key=lambda stratum: (sizes[stratum], stratum))
    for place, stratum in enumerate(smallest_first):
        taken[stratum] = min(sizes[stratum], left // (len(sizes) - place))
        left -= taken[stratum]
    return taken
