"""The three seats at a game beside the hidden object, whoever or whatever sits in them."""

from dataclasses import dataclass
from typing import Protocol

from games.llm.chat import Reply
from games.rules import Answer, Reason, View
from games.sheets import Dimension, ObjectSheet


@dataclass(frozen=True)
class Pair:
    """One property that a question probes, in the question's own words: SIZE:larger_than_hand."""

    dimension: Dimension
    value: str

    def __str__(self) -> str:
        return f"{self.dimension.name}:{self.value}"


@dataclass(frozen=True)
class Ruling:
    """What a Checker says of a question.

    reason: None where the question is valid; it then probes exactly one pair.
    replies: the model replies that led to it, none for a rule-based Checker.
    """

    reason: Reason | None
    pairs: tuple[Pair, ...] = ()
    replies: tuple[Reply, ...] = ()

    @property
    def valid(self) -> bool:
        return self.reason is None


@dataclass(frozen=True)
class Verdict:
    """What an Oracle says of an object.

    answer: what it holds to be true, CANNOT_TELL where it does not know.
    forced: yes or no, also where it does not know; used where the protocol demands an answer.
    source: "table" or "model".
    confidence: 0 to 1, how likely the forced answer is right; None where the source gives none.
    """

    answer: Answer
    forced: Answer
    source: str
    confidence: float | None = None
    replies: tuple[Reply, ...] = ()

    def __post_init__(self) -> None:
        if self.forced == Answer.CANNOT_TELL:
            raise ValueError("A forced answer is yes or no.")


@dataclass(frozen=True)
class Question:
    text: str


@dataclass(frozen=True)
class Guess:
    affordance: str


@dataclass(frozen=True)
class Unparseable:
    """A reply that is neither a question nor a guess; `why` is a diagnosis."""

    text: str
    why: str


Move = Question | Guess | Unparseable


class UnusableReply(Exception):
    """A model replied, but not with what was asked for.

    replies: what it said, so that nothing of it is lost.
    """

    def __init__(self, message: str, replies: tuple[Reply, ...] = ()) -> None:
        super().__init__(message)
        self.replies = replies


class Checker(Protocol):
    @property
    def version(self) -> str:
        """Name and version, changed whenever a ruling could change."""
        ...

    @property
    def costly(self) -> bool:
        """Whether asking it again costs time or money, so that its rulings are stored."""
        ...

    async def check(self, question: str) -> Ruling: ...


class Oracle(Protocol):
    @property
    def version(self) -> str:
        """Name and version, changed whenever an answer could change."""
        ...

    @property
    def costly(self) -> bool:
        """Whether asking it costs time or money, so that a stored answer is looked for before."""
        ...

    async def answer(self, sheet: ObjectSheet, question: str) -> Verdict: ...


class Questioner(Protocol):
    @property
    def name(self) -> str: ...

    async def move(self, view: View) -> Move: ...
