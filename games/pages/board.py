"""What the play page shows: a Questioner's view put into rows and words, never the secret."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import rules
from games.pages.given import Given
from games.rules import Answer, Limits, Outcome, Reason, TurnStatus, View

# Why, and a question that would do: in English in every language, as questions are.
REFUSALS: Mapping[Reason, tuple[str, str]] = {
    Reason.UNPARSEABLE: (
        gettext_noop("Not asked: this could not be read as an English question."),
        "Is it made of metal?",
    ),
    Reason.NOT_A_QUESTION: (
        gettext_noop("Not asked: this is not a question."),
        "Does it have a handle?",
    ),
    Reason.NOT_YES_NO: (
        gettext_noop("Not asked: this cannot be answered with yes or no."),
        "Is it longer than a hand?",
    ),
    Reason.FUNCTION_OR_USE: (
        gettext_noop("Not asked: this is about a use or what happens to it."),
        "Does it have a sharp edge?",
    ),
    Reason.CATEGORY_OR_IDENTITY: (
        gettext_noop("Not asked: this is about what kind of thing it is."),
        "Is it hollow?",
    ),
    Reason.NOT_PHYSICAL: (
        gettext_noop("Not asked: this is not about material, shape, size or surface."),
        "Is the surface smooth?",
    ),
    Reason.MULTIPLE_PROPERTIES: (
        gettext_noop("Not asked: this is about more than one property."),
        "Is it flat?",
    ),
    Reason.CANNOT_TELL: (
        gettext_noop("The Oracle cannot tell; ask it another way. No question is spent."),
        "Is it longer than 20 cm?",
    ),
    Reason.NOT_A_CANDIDATE: (gettext_noop("This is not one of the eight."), ""),
}


@dataclass(frozen=True)
class Candidate:
    """words: the affordance as people read it; definition: empty where the protocol hides it."""

    key: str
    words: str
    definition: str
    crossed_out: bool


@dataclass(frozen=True)
class Row:
    """One line of the transcript.

    kind: waiting, yes, no, refused, forfeited or failed.
    message, example: why a question was refused, and one that would do.
    waited_seconds: how long a waiting question has waited.
    """

    number: int
    attempt: int
    question: str
    kind: str
    message: str = ""
    example: str = ""
    doubted: bool = False
    waited_seconds: int = 0

    @property
    def answered(self) -> bool:
        return self.kind in ("yes", "no")


@dataclass(frozen=True)
class OracleNote:
    """The Oracle's name and how right it was, in words; practice: not comparable quality."""

    name: str
    accuracy: str
    practice: bool


@dataclass(frozen=True)
class Board:
    """token: the play's address. key: a fresh idempotency key for the next post.
    stamp: changes whenever the board would look different; a poll carries it.
    given: what a control condition gives in place of questions; None where there are questions.
    """

    token: UUID
    key: UUID
    stamp: str
    candidates: Sequence[Candidate]
    rows: Sequence[Row]
    number: int
    attempt: int
    attempts_left: int
    questions_left: int
    budget: int
    waiting: bool
    failed: bool
    outcome: Outcome | None
    given: Given | None = None

    @property
    def must_guess(self) -> bool:
        return self.questions_left == 0 and self.outcome is None

    @property
    def spent(self) -> int:
        return self.budget - self.questions_left


def words(affordance: str) -> str:
    return affordance.replace("_", " ")


def rows(view: View, doubted: frozenset[tuple[int, int]], *, waited_seconds: int) -> list[Row]:
    return [
        _row(turn, view, (turn.number, turn.attempt) in doubted, waited_seconds)
        for turn in view.turns
    ]


def _row(turn: rules.Turn, view: View, doubted: bool, waited_seconds: int) -> Row:
    kind, message, example = _outcome_of(turn, view.attempts)
    return Row(
        number=turn.number,
        attempt=turn.attempt,
        question=turn.question,
        kind=kind,
        message=message,
        example=example,
        doubted=doubted,
        waited_seconds=waited_seconds if kind == "waiting" else 0,
    )


def _outcome_of(turn: rules.Turn, attempts: int) -> tuple[str, str, str]:
    if turn.status == TurnStatus.ANSWERED:
        return ("yes" if turn.answer == Answer.YES else "no"), "", ""
    if turn.status == TurnStatus.FAILED:
        return "failed", _("The Oracle did not reply. Your question is kept and cost nothing."), ""
    if turn.status == TurnStatus.WAITING or turn.reason is None:
        return "waiting", "", ""
    message, example = REFUSALS[turn.reason]
    if rules.forfeited(turn, Limits(attempts=attempts)):
        spent = _("%(why)s It was the third in a row, so this question is spent.")
        return "forfeited", spent % {"why": _(message)}, example
    return "refused", _(message), example
