"""What the files of a whole folder say about each set in it."""

from collections.abc import Mapping
from dataclasses import dataclass

from evaluation.coat.variations import VARIATIONS, Kind, Variation


@dataclass(frozen=True)
class Part:
    """A set in a folder. sha256: of its lines. files: path in the folder -> SHA-256."""

    kind: Kind
    variation: str
    questions: int
    seed: int
    sha256: str
    files: Mapping[str, str]

    @property
    def name(self) -> str:
        return set_name(self.kind, self.variation)

    @property
    def of(self) -> Variation:
        return VARIATIONS[self.kind][self.variation]


@dataclass(frozen=True)
class Origin:
    """Where the catalogue is from: its title, licence as the Hugging Face Hub names it, hash."""

    title: str
    licence: str
    sha256: str


def set_name(kind: Kind, variation: str) -> str:
    return f"{kind}-{variation}"
