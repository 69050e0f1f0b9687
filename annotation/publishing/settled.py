"""What a study came to, unit by unit, as publishing takes it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from annotation.kinds.affordance_definition import TEXTS_OF
from annotation.kinds.answers import texts
from annotation.kinds.base import Kind, Level, Snapshot
from games.formats.lines import Json


@dataclass(frozen=True)
class Value:
    """What stands for a question of a unit; value: None while it is open.

    votes: choice -> how many chose it. answered: how many answered. open: choices that are level.
    reason, second_agrees, second_note: of an adjudicated value.
    """

    question: str
    value: Json
    votes: Mapping[str, int] = field(default_factory=dict)
    answered: int = 0
    open: tuple[str, ...] = ()
    adjudicated: bool = False
    reason: str = ""
    second_agrees: bool | None = None
    second_note: str = ""


@dataclass(frozen=True)
class SettledUnit:
    """values: question -> what stands for it. people, models: raters whose judgement counts."""

    key: str
    snapshot: Snapshot
    values: Mapping[str, Value] = field(default_factory=dict)
    people: int = 0
    models: int = 0

    def value(self, question: str) -> Json:
        return self.values[question].value if question in self.values else None

    def text(self, question: str) -> str:
        found = self.value(question)
        return found if isinstance(found, str) else ""

    def texts(self, question: str) -> list[str]:
        return texts(self.value(question))

    def reason(self, *questions: str) -> str:
        """Why adjudicators decided these as they did; "" where raters did."""
        told = (self.values[name].reason for name in questions if name in self.values)
        return " ".join(dict.fromkeys(each for each in told if each))

    def told(self, field: str) -> str:
        """A text of the snapshot."""
        return str(self.snapshot.get(field, ""))


@dataclass(frozen=True)
class Change:
    """One thing that comes out otherwise than it was. subject: what it is about."""

    unit: str
    subject: str
    before: str
    after: str
    reason: str = ""


@dataclass(frozen=True)
class Misfit:
    """A unit that cannot be published, because what it speaks of is not there or not whole."""

    unit: str
    problem: str

    def __str__(self) -> str:
        return f"{self.unit}: {self.problem}"


def open_questions(kind: Kind, unit: SettledUnit) -> list[str]:
    """Questions that a publication needs and that nobody has decided yet.

    What measures nothing, such as a comment, is not needed, but for the texts that a verdict on a
    definition asks for.
    """
    asked = kind.questions(unit.snapshot)
    names = [question.name for question in asked if question.level != Level.NONE]
    names += TEXTS_OF.get(unit.text("verdict"), ())
    return [name for name in names if unit.value(name) is None]


def parted(
    kind: Kind, units: Sequence[SettledUnit]
) -> tuple[list[SettledUnit], dict[str, list[str]]]:
    """The units that are decided whole, and of the others the questions that are open."""
    still = {unit.key: open_questions(kind, unit) for unit in units}
    decided = [unit for unit in units if not still[unit.key]]
    return decided, {key: names for key, names in still.items() if names}


@dataclass(frozen=True)
class SecondLooks:
    """Units with a decision that nobody has looked at again; with one that somebody disputes."""

    waiting: int
    disputed: int


def second_looks(units: Iterable[SettledUnit]) -> SecondLooks:
    decided = [
        {value.second_agrees for value in unit.values.values() if value.adjudicated}
        for unit in units
    ]
    return SecondLooks(
        waiting=sum(None in looks for looks in decided),
        disputed=sum(False in looks for looks in decided),
    )
