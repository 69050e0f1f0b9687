"""What the play page shows: a Questioner's view put into rows and words, never the secret."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import rules
from games.pages.given import Given
from games.rules import Answer, Limits, Outcome, Reason, TurnStatus, View

# Why, and questions that would do: in English in every language, as questions are.
REFUSALS: Mapping[Reason, tuple[str, tuple[str, ...]]] = {
    Reason.UNPARSEABLE: (
        gettext_noop("Not asked: this could not be read as an English question."),
        ("Is it made of metal?", "Is it made of wood?", "Is it flat?"),
    ),
    Reason.NOT_A_QUESTION: (
        gettext_noop("Not asked: this is not a question."),
        ("Does it have a handle?", "Is it round?", "Is it heavier than a book?"),
    ),
    Reason.NOT_YES_NO: (
        gettext_noop("Not asked: this cannot be answered with yes or no."),
        ("Is it longer than a hand?", "Is it hollow?", "Is it made of glass?"),
    ),
    Reason.FUNCTION_OR_USE: (
        gettext_noop("Not asked: this is about a use or what happens to it."),
        ("Does it have a sharp edge?", "Is it soft?", "Is it longer than a hand?"),
    ),
    Reason.CATEGORY_OR_IDENTITY: (
        gettext_noop("Not asked: this is about what kind of thing it is."),
        ("Is it hollow?", "Is it made of plastic?", "Does it have a handle?"),
    ),
    Reason.NOT_PHYSICAL: (
        gettext_noop("Not asked: this is not about material, shape, size or surface."),
        ("Is the surface smooth?", "Is it flexible?", "Is it made of wood?"),
    ),
    Reason.MULTIPLE_PROPERTIES: (
        gettext_noop("Not asked: this is about more than one property."),
        ("Is it flat?", "Is it made of metal?", "Is it longer than a hand?"),
    ),
    Reason.CANNOT_TELL: (
        gettext_noop("The Oracle cannot tell; ask it another way."),
        ("Is it longer than 20 cm?", "Is it mostly made of metal?", "Does it have a handle?"),
    ),
    Reason.NOT_A_CANDIDATE: (gettext_noop("This is not one of the eight."), ()),
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

    @property
    def doubtable(self) -> bool:
        """Whether a row shows the bare “?”; the last row says it in words."""
        return any(row.answered and not row.doubted for row in self.rows[:-1])


def words(affordance: str) -> str:
    return affordance.replace("_", " ")


def rows(view: View, doubted: frozenset[tuple[int, int]], *, waited_seconds: int) -> list[Row]:
    return [
        _row(
            turn,
            view,
            doubted=(turn.number, turn.attempt) in doubted,
            waited_seconds=waited_seconds,
            place=place,
        )
        for place, turn in enumerate(view.turns, start=1)
    ]


def _row(turn: rules.Turn, view: View, *, doubted: bool, waited_seconds: int, place: int) -> Row:
    """place: how many turns there were with this one; a later question changes no example."""
    kind, message = _outcome_of(turn, view)
    refused = kind in ("refused", "forfeited")
    return Row(
        number=turn.number,
        attempt=turn.attempt,
        question=turn.question,
        kind=kind,
        message=message,
        example=_example(turn, view.turns[:place]) if refused else "",
        doubted=doubted,
        waited_seconds=waited_seconds if kind == "waiting" else 0,
    )


def _outcome_of(turn: rules.Turn, view: View) -> tuple[str, str]:
    if turn.status == TurnStatus.ANSWERED:
        return ("yes" if turn.answer == Answer.YES else "no"), ""
    if turn.status == TurnStatus.FAILED:
        return "failed", _("The Oracle did not reply. Your question is kept and cost nothing.")
    if turn.status == TurnStatus.WAITING or turn.reason is None:
        return "waiting", ""
    why = _(REFUSALS[turn.reason][0])
    if rules.forfeited(turn, Limits(attempts=view.attempts)):
        spent = _("%(why)s It was the third in a row, so one of your 20 questions is used up.")
        return "forfeited", spent % {"why": why}
    if turn.reason == Reason.CANNOT_TELL:
        return "refused", _("%(why)s No question is spent.") % {"why": why}
    return "refused", why


def _example(turn: rules.Turn, turns: Sequence[rules.Turn]) -> str:
    """The first that was not asked by then, where there is one."""
    assert turn.reason is not None
    asked = {_bare(each.question) for each in turns}
    examples = REFUSALS[turn.reason][1]
    unasked = (example for example in examples if _bare(example) not in asked)
    return next(unasked, examples[0] if examples else "")


def _bare(question: str) -> str:
    return question.casefold().strip(" ?.!")
