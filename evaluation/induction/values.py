"""What an induction is told, asks and hears, as values."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from evaluation.kari.coverage import Round
from evaluation.kari.evidence import Thing
from evaluation.kari.tree import Node
from evaluation.kari.vocabulary import Vocabulary
from games.llm.chat import Message


class Role(StrEnum):
    PROPOSER = "proposer"
    AUDITOR = "auditor"
    VALIDATOR = "validator"


class Code(StrEnum):
    """Why a reply cannot be used; a rule that can be read has codes of kari.faults beside."""

    EMPTY = "empty"
    THINKING = "thinking"
    CUT_OFF = "cut_off"
    TOO_LONG = "too_long"
    NO_RULE = "no_rule"
    UNREADABLE = "unreadable"
    WORDY = "wordy"
    REPEATED = "repeated"
    TOO_MANY_WAYS = "too_many_ways"
    MISSING = "missing"
    TWO_ANSWERS = "two_answers"
    NOT_IN_VOCABULARY = "not_in_vocabulary"


@dataclass(frozen=True)
class Flaw:
    """code: of Code, or of kari.faults. problem: a sentence, which the model is told too."""

    code: str
    problem: str


@dataclass(frozen=True)
class Topic:
    """An affordance whose rule is induced. things: those known to have it, by name."""

    key: str
    text: str
    things: tuple[Thing, ...]


@dataclass(frozen=True)
class Caps:
    """asks: how often one step is asked until its reply can be used. shown: things in one prompt
    of the proposer. proposals: how often a round asks for further ways. ways: of a rule at most.
    """

    rounds: int = 3
    asks: int = 3
    shown: int = 8
    proposals: int = 2
    ways: int = 12


@dataclass(frozen=True, eq=False)
class Setting:
    """What the affordances of one induction share.

    affordances: keys of all; their verbs may stand in no value. vocabulary: as it is before
    this affordance.
    """

    affordances: tuple[str, ...]
    vocabulary: Vocabulary
    caps: Caps = field(default=Caps())


@dataclass(frozen=True)
class Heard:
    """finish_reason: as of a reply; `too_long` where the prompt exceeds the model's context."""

    text: str
    finish_reason: str = "stop"


Place = tuple[int, int]
"""Of a call within its affordance: step and attempt."""
Reader = Callable[[Heard], object]
"""Gives what a reply says, or the Flaw for which it cannot be used."""


@dataclass(frozen=True, eq=False)
class Ask:
    """A call that is to be made. subject: the thing or the words that it is about.

    sequence: counts the steps of an affordance from 1, attempt the asks of one step.
    """

    role: Role
    round: int
    sequence: int
    attempt: int
    subject: str
    messages: tuple[Message, ...]
    read: Reader

    @property
    def place(self) -> Place:
        return self.sequence, self.attempt

    def flaw_of(self, heard: Heard) -> Flaw | None:
        said = self.read(heard)
        return said if isinstance(said, Flaw) else None


@dataclass(frozen=True, eq=False)
class Standing:
    """Where an affordance is. rule: None before the first. rounds: those that were validated.

    passed_over: the steps that got no reply of use.
    """

    vocabulary: Vocabulary
    rule: Node | None = None
    rounds: tuple[Round, ...] = ()
    passed_over: frozenset[int] = frozenset()
