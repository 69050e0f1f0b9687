"""A question with its options, and the set that it belongs to."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from evaluation.coat.partition import Category
from evaluation.coat.records import Configuration

LETTERS = "ABCDE"


class Role(StrEnum):
    """Where an option was taken from.

    same, different: other configurations of the correct one's object, of the pair's other
    objects. context: any other configuration of the pair's objects. utility: an object that
    serves the utility, but not the task. random: an object that serves neither.
    """

    CORRECT = "correct"
    SAME = "same"
    DIFFERENT = "different"
    CONTEXT = "context"
    MODERATE = "moderate"
    BAD = "bad"
    UTILITY = "utility"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Option:
    """configuration: none where only the object's name is shown.

    category: of the configuration for the pair; none for an object that does not serve it.
    """

    object_name: str
    role: Role
    configuration: Configuration | None = None
    category: Category | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """number: from 1 in its set. task: "" where none is told. answer: the place of an option."""

    number: int
    utility: str
    task: str
    options: tuple[Option, ...]
    answer: int

    @property
    def letter(self) -> str:
        return LETTERS[self.answer]

    def by_letter(self) -> Mapping[str, Option]:
        return dict(zip(LETTERS, self.options, strict=False))
