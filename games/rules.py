"""The rules of one play of 20 Questions, as moves from one state to the next."""

from dataclasses import dataclass, replace
from enum import StrEnum


class Answer(StrEnum):
    """What an Oracle says, an annotator chooses in an Oracle check, and a property table holds."""

    YES = "yes"
    NO = "no"
    CANNOT_TELL = "cannot_tell"


class Reason(StrEnum):
    """Why a question was refused."""

    UNPARSEABLE = "unparseable"
    NOT_A_QUESTION = "not_a_question"
    NOT_YES_NO = "not_yes_no"
    FUNCTION_OR_USE = "function_or_use"
    CATEGORY_OR_IDENTITY = "category_or_identity"
    NOT_PHYSICAL = "not_physical"
    MULTIPLE_PROPERTIES = "multiple_properties"
    CANNOT_TELL = "cannot_tell"
    NOT_A_CANDIDATE = "not_a_candidate"


class TurnStatus(StrEnum):
    WAITING = "waiting"
    ANSWERED = "answered"
    REFUSED = "refused"
    FAILED = "failed"


class Outcome(StrEnum):
    WON = "won"
    LOST = "lost"
    OUT_OF_TURNS = "out_of_turns"
    ABORTED = "aborted"


@dataclass(frozen=True)
class Limits:
    """questions: the budget of a play; attempts: refusals in a row that spend one turn."""

    questions: int = 20
    attempts: int = 3


@dataclass(frozen=True)
class GameSpec:
    object_key: str
    candidates: tuple[str, ...]
    target: str


@dataclass(frozen=True)
class Turn:
    """One attempt to ask; number counts from 1, attempt from 1 within a number.

    Number questions + 1 holds replies that were no valid final guess.
    """

    number: int
    attempt: int
    question: str
    status: TurnStatus = TurnStatus.WAITING
    answer: Answer | None = None
    reason: Reason | None = None


@dataclass(frozen=True)
class State:
    game: GameSpec
    limits: Limits = Limits()
    turns: tuple[Turn, ...] = ()
    guessed: str | None = None
    outcome: Outcome | None = None

    @property
    def waiting(self) -> Turn | None:
        """The turn that no answer has come to yet."""
        last = self.turns[-1] if self.turns else None
        return last if last and last.status == TurnStatus.WAITING else None

    @property
    def failed(self) -> Turn | None:
        """The turn that the Oracle could not answer, until it is asked again."""
        last = self.turns[-1] if self.turns else None
        return last if last and last.status == TurnStatus.FAILED else None

    @property
    def position(self) -> tuple[int, int]:
        """(number, attempt) of the turn that is open or comes next."""
        if not self.turns:
            return 1, 1
        last = self.turns[-1]
        if last.status in (TurnStatus.WAITING, TurnStatus.FAILED):
            return last.number, last.attempt
        if last.status == TurnStatus.REFUSED and last.attempt < self.limits.attempts:
            return last.number, last.attempt + 1
        return last.number + 1, 1

    @property
    def spent(self) -> int:
        """How many turns of the budget are spent, answered and forfeited alike."""
        return min(self.position[0] - 1, self.limits.questions)

    @property
    def questions_left(self) -> int:
        return self.limits.questions - self.spent


@dataclass(frozen=True)
class View:
    """What a Questioner may see: everything but the object and the target."""

    candidates: tuple[str, ...]
    turns: tuple[Turn, ...]
    number: int
    attempt: int
    questions_left: int
    waiting: bool
    failed: bool
    guessed: str | None
    outcome: Outcome | None
    attempts: int


class RuleBroken(Exception):
    """A move that the rules do not allow now; `code` names which rule, for translation.

    values: the numbers that the rule's sentence speaks of.
    """

    code = "rule_broken"

    def __init__(self, message: str, **values: int) -> None:
        super().__init__(message)
        self.values = values


class PlayEnded(RuleBroken):
    code = "play_ended"


class AnswerPending(RuleBroken):
    code = "answer_pending"


class OutOfQuestions(RuleBroken):
    code = "out_of_questions"


class NoQuestions(OutOfQuestions):
    """A control condition never had any."""

    code = "no_questions"


class NotACandidate(RuleBroken):
    code = "not_a_candidate"


class NothingWaiting(RuleBroken):
    code = "nothing_waiting"


def ask(state: State, question: str) -> State:
    """Return the state with one more waiting turn; a failed turn is asked again in its place."""
    _require_open(state)
    if state.limits.questions == 0:
        raise NoQuestions("This game has no questions.")
    if state.questions_left == 0:
        raise OutOfQuestions(f"All {state.limits.questions} questions are spent.")
    number, attempt = state.position
    earlier = state.turns[:-1] if state.failed else state.turns
    return replace(state, turns=(*earlier, Turn(number, attempt, question)))


def reply(state: State, answer: Answer) -> State:
    """Return the state in which the waiting turn carries its answer."""
    return _settle(state, status=TurnStatus.ANSWERED, answer=answer)


def refuse(state: State, reason: Reason) -> State:
    """Return the state in which the waiting turn is refused; the last attempt spends the turn."""
    return _settle(state, status=TurnStatus.REFUSED, reason=reason)


def fail(state: State) -> State:
    """Return the state in which the Oracle could not be reached; this costs nothing."""
    return _settle(state, status=TurnStatus.FAILED)


def guess(state: State, affordance: str) -> State:
    """Return the closed state: a guess is final, right or wrong."""
    _require_open(state)
    if affordance not in state.game.candidates:
        raise NotACandidate(
            f"{affordance!r} is not among the {len(state.game.candidates)} candidates."
        )
    won = affordance == state.game.target
    return replace(state, guessed=affordance, outcome=Outcome.WON if won else Outcome.LOST)


def refuse_guess(state: State, text: str) -> State:
    """Return the state after a reply that is no valid guess when only the guess is left.

    The third such reply in a row (`limits.attempts`) ends the play as out of turns.
    """
    _require_open(state)
    number, attempt = state.position
    if number <= state.limits.questions:
        raise RuleBroken(f"{state.questions_left} questions are left: this is a refused question.")
    turn = Turn(number, attempt, text, TurnStatus.REFUSED, reason=Reason.NOT_A_CANDIDATE)
    spent = attempt == state.limits.attempts
    outcome = Outcome.OUT_OF_TURNS if spent else None
    return replace(state, turns=(*state.turns, turn), outcome=outcome)


def abort(state: State) -> State:
    """Return the closed state of a play that could not be played to its end."""
    if state.outcome:
        raise PlayEnded("This play has ended.")
    return replace(state, outcome=Outcome.ABORTED)


def forfeited(turn: Turn, limits: Limits) -> bool:
    """Whether the turn's refusal spent it."""
    return forfeits(turn.status, turn.attempt, limits)


def forfeits(status: str, attempt: int, limits: Limits) -> bool:
    """The same of a row: only the last refusal that is allowed spends its turn."""
    return status == TurnStatus.REFUSED and attempt == limits.attempts


def questioner_view(state: State) -> View:
    number, attempt = state.position
    return View(
        candidates=state.game.candidates,
        turns=state.turns,
        number=number,
        attempt=attempt,
        questions_left=state.questions_left,
        waiting=state.waiting is not None,
        failed=state.failed is not None,
        guessed=state.guessed,
        outcome=state.outcome,
        attempts=state.limits.attempts,
    )


def fold(game: GameSpec, turns: tuple[Turn, ...], guessed: str | None, *, limits: Limits) -> State:
    """Return the state that these stored moves lead to.

    Raises ValueError where they are no sequence that the rules could have made.
    An abort is no move: whoever stores one sets the outcome.
    """
    state = State(game, limits)
    for turn in turns:
        if (turn.number, turn.attempt) != state.position:
            raise ValueError(
                f"Turn {turn.number}.{turn.attempt} stored, {state.position} expected."
            )
        state = replace(state, turns=(*state.turns, turn))
    if guessed is not None:
        return guess(state, guessed)
    last = turns[-1] if turns else None
    if last and last.number > limits.questions and forfeited(last, limits):
        return replace(state, outcome=Outcome.OUT_OF_TURNS)
    return state


def _require_open(state: State) -> None:
    if state.outcome:
        raise PlayEnded("This play has ended.")
    if state.waiting:
        raise AnswerPending("An answer is still on its way.")


def _settle(
    state: State, *, status: TurnStatus, answer: Answer | None = None, reason: Reason | None = None
) -> State:
    if state.outcome:
        raise PlayEnded("This play has ended.")
    if not state.waiting:
        raise NothingWaiting("No question waits for an answer.")
    settled = replace(state.waiting, status=status, answer=answer, reason=reason)
    return replace(state, turns=(*state.turns[:-1], settled))
