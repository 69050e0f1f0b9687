"""What is known of one object, as the evaluator asks for it: each property of each part."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

from games.pool import Broader, pairs_of
from games.roles import Pair
from games.rules import Answer
from games.sheets import Dimension, ObjectSheet

WHOLE = ""
SHARED = frozenset({Dimension.MATERIAL, Dimension.SURFACE})
"""What the whole is made of and how it feels, its parts are and do; its shape and size they don't
share."""


class World(Protocol):
    @property
    def parts(self) -> tuple[str, ...]:
        """The named parts, without the whole."""
        ...

    def holds(self, pair: Pair, part: str) -> Answer:
        """Whether this part, or the whole for "", has the property; CANNOT_TELL for unknown."""
        ...


@dataclass(frozen=True, eq=False)
class SheetWorld:
    """An object of a catalogue, whose vocabulary is closed: what is not listed is not so.

    listed: part -> its properties with all that is broader; "" for the whole.
    Unknown are values outside the vocabulary, and of a part with a material or surface of its own
    whether it shares that of the whole.
    """

    listed: Mapping[str, frozenset[Pair]]
    vocabulary: frozenset[Pair]

    @cached_property
    def parts(self) -> tuple[str, ...]:
        return tuple(sorted(self.listed.keys() - {WHOLE}))

    def holds(self, pair: Pair, part: str) -> Answer:
        own = self.listed.get(part, frozenset())
        if pair in own:
            return Answer.YES
        if pair not in self.vocabulary:
            return Answer.CANNOT_TELL
        if pair.dimension in SHARED and pair in self.listed.get(WHOLE, frozenset()):
            apart = any(each.dimension == pair.dimension for each in own)
            return Answer.CANNOT_TELL if apart else Answer.YES
        return Answer.NO


def of_sheet(sheet: ObjectSheet, vocabulary: frozenset[Pair], broader: Broader) -> SheetWorld:
    """The object's world. broader: as games.pool takes it."""
    names = {held.part for held in sheet.properties} | {WHOLE}
    return SheetWorld(
        {name: pairs_of(_only(sheet, name), broader) for name in sorted(names)}, vocabulary
    )


@dataclass(frozen=True, eq=False)
class ToldWorld:
    """An object of which is told, for some properties, whether any part of it has them.

    Two properties of one part then count as met where any parts have them.
    """

    told: Mapping[Pair, Answer]
    parts: tuple[str, ...] = field(default=(), init=False)

    def holds(self, pair: Pair, part: str) -> Answer:
        return self.told.get(pair, Answer.CANNOT_TELL)


def _only(sheet: ObjectSheet, part: str) -> ObjectSheet:
    return replace(
        sheet, properties=frozenset(held for held in sheet.properties if held.part == part)
    )
