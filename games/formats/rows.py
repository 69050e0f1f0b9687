"""What the files of a catalogue hold, row by row, and what can be wrong with a row."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from games.labels import Decided, Label, Raters, Split
from games.rules import GameSpec
from games.sheets import Dimension, ObjectSheet

T = TypeVar("T")


@dataclass(frozen=True)
class RowError:
    """One thing that is wrong in a file; line 0 speaks of the file as a whole, as does no field."""

    line: int
    field: str
    problem: str
    file: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return (
            f"{place}: {self.field}: {self.problem}" if self.field else f"{place}: {self.problem}"
        )


@dataclass(frozen=True)
class Reading(Generic[T]):
    """What was read; content is None where there is any error."""

    content: T | None
    errors: tuple[RowError, ...] = ()


@dataclass(frozen=True)
class Manifest:
    """canary: a string that marks every released file of the catalogue."""

    version: str
    title: str
    licence: str
    canary: str
    provenance: str


@dataclass(frozen=True)
class VocabularyValue:
    """A value that an object may carry; broader: values of its dimension that then hold too."""

    dimension: Dimension
    value: str
    broader: tuple[str, ...] = ()


@dataclass(frozen=True)
class ObjectRow:
    """origin: where the object was taken from, such as {"list": "own"}."""

    sheet: ObjectSheet
    origin: Mapping[str, str]


@dataclass(frozen=True)
class AffordanceRow:
    """requires: how many physical properties it takes."""

    key: str
    definition: str
    conditions: str
    requires: int
    origin: Mapping[str, str]


@dataclass(frozen=True)
class LabelRow:
    """The labels of one object that were decided in one way; not_deducible: key -> reason."""

    object_key: str
    yes: tuple[str, ...]
    no: tuple[str, ...]
    not_deducible: Mapping[str, str]
    decided: Decided
    raters: Raters

    def answers(self) -> dict[str, Label]:
        """Affordance key -> label."""
        groups = ((self.yes, Label.YES), (self.no, Label.NO))
        told = {key: label for keys, label in groups for key in keys}
        return told | dict.fromkeys(self.not_deducible, Label.NOT_DEDUCIBLE)


@dataclass(frozen=True)
class GameRow:
    key: str
    spec: GameSpec
    split: Split


@dataclass(frozen=True)
class CatalogueContent:
    """All that the files of a catalogue say; games may be none yet."""

    manifest: Manifest
    vocabulary: tuple[VocabularyValue, ...]
    objects: tuple[ObjectRow, ...]
    affordances: tuple[AffordanceRow, ...]
    labels: tuple[LabelRow, ...]
    games: tuple[GameRow, ...] = ()
