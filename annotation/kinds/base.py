"""What a kind of judgement says of itself; `answers` and `consolidation` do the rest for all.

A unit carries a snapshot: a JSON object with all that its kind shows and asks about, so that no
kind knows another table. A kind turns a snapshot into questions. An answer to a unit is a JSON
object: the question's name -> what was chosen, and nothing for what was left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from games.formats.lines import Json

Snapshot = Mapping[str, Json]
Answer = Mapping[str, Json]


class Form(StrEnum):
    """How a question is answered: one choice, some choices, choices in an order, a text."""

    ONE = "one"
    SOME = "some"
    ORDER = "order"
    TEXT = "text"


class Level(StrEnum):
    """What agreement on a question is measured with."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    SETS = "sets"
    RANKS = "ranks"
    NONE = "none"


@dataclass(frozen=True)
class Field:
    """One field of a kind's snapshots: pages, files, documentation and checks take it from here.

    form: of units whose field `form` says so, "" of all. is_json: whether a cell of a table
    holds it as JSON, in a column `<name>:json`.
    """

    name: str
    means: str
    example: Json
    needed: bool = True
    form: str = ""

    @property
    def is_json(self) -> bool:
        return not isinstance(self.example, str)


class BadSnapshot(ValueError):
    """A unit that its kind cannot show; the message names the field and the limit."""


class BadAnswer(ValueError):
    """An answer that a question does not take. question: its name, "" for the unit as a whole."""

    def __init__(self, question: str, problem: str) -> None:
        super().__init__(problem)
        self.question = question


@dataclass(frozen=True)
class Choice:
    """value: what is stored. label: what is shown. key: on the keyboard, "" for none.

    group: choices of a group stand together, under its name.
    """

    value: str
    label: str
    key: str = ""
    definition: str = ""
    group: str = ""


@dataclass(frozen=True)
class Question:
    """One thing that is asked about a unit.

    choices: of an ordinal question from the lowest to the highest; of an order, what is ordered.
    least, most: how many choices, or characters of a text; most None: as many as there are.
    missing: values that count as no rating in agreement and as no vote (unsure).
    about: what the unit is asked for, where its page shows that among other things; the answers
        then say it again.
    """

    name: str
    text: str
    form: Form
    level: Level
    choices: tuple[Choice, ...] = ()
    least: int = 1
    most: int | None = 1
    missing: frozenset[str] = frozenset()
    about: str = ""


class Kind(Protocol):
    """One module of this package. Its page is templates/annotation/kinds/<key>.html.

    How several answers become one follows from the forms of the questions. A kind for which that
    is not all has a method `settle` too, as `consolidation.Settles` says.

    purpose: one line for researchers and raters, what it is for. guidelines: that a new study
    starts from. fields: of a snapshot; where a kind has several forms, one is named `form`, and its
    example is the form of the others' examples. expected: form, "" where there is none -> an answer
    to the unit that the examples make.
    """

    key: str
    title: str
    purpose: str
    guidelines: str
    fields: Sequence[Field]
    expected: Mapping[str, Answer]

    def check(self, snapshot: Snapshot) -> None:
        """Raises BadSnapshot for what a unit of this kind may not be."""

    def questions(self, snapshot: Snapshot) -> Sequence[Question]:
        """What is asked about the unit, in the order of the page."""

    def refuse(self, snapshot: Snapshot, answer: Answer) -> None:
        """Raises BadAnswer for answers that do not go together."""

    def block(self, snapshot: Snapshot) -> str:
        """Units of one block follow each other, so that what they share is read once."""
