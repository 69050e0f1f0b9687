"""What is known of one physical object: its description, properties and measures."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Dimension(StrEnum):
    MATERIAL = "material"
    SHAPE = "shape"
    SIZE = "size"
    SURFACE = "surface"


class Extent(StrEnum):
    """What a measure measures; lengths in cm, mass in g."""

    LENGTH = "length"
    WIDTH = "width"
    HEIGHT = "height"
    MASS = "mass"


@dataclass(frozen=True)
class Property:
    """One value that an object has, of one named part or of the whole, whose `part` is ""."""

    dimension: Dimension
    value: str
    part: str = ""


@dataclass(frozen=True)
class Measure:
    """A range in cm (lengths) or g (mass); both ends are the same where it does not vary."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not 0 < self.low <= self.high:
            raise ValueError(
                f"A measure runs from low to high above 0, not {self.low} to {self.high}."
            )


@dataclass(frozen=True)
class ObjectSheet:
    """Everything that an Oracle may know of an object; never sent to a Questioner.

    measures: an extent that is not listed is unknown.
    """

    key: str
    name: str
    description: str
    properties: frozenset[Property] = frozenset()
    measures: Mapping[Extent, Measure] = field(default_factory=dict)
