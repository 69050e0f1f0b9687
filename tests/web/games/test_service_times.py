"""turns.answer_turn keeps how long each role took, and nothing where nobody was asked."""

import pytest

from games.llm.chat import ModelUnavailable
from games.models import Turn
from games.roles import UnusableReply
from games.rules import Answer, Reason
from games.services.turns import answer_turn
from tests import make

pytestmark = pytest.mark.django_db
NO_REPLY = ModelUnavailable("time-out")


def ticking(*seconds: float):
    """A stopwatch that has run so long at each look."""
    return iter(seconds).__next__


def timed(turn: Turn, roles, *seconds: float) -> tuple[float | None, float | None]:
    answer_turn(turn.pk, roles, clock=lambda: make.NOW, stopwatch=ticking(*seconds))
    turn.refresh_from_db()
    return turn.checker_seconds, turn.oracle_seconds


def test_the_time_of_each_role_is_kept_apart():
    turn = make.ask(make.play())
    assert timed(turn, make.seats(Answer.YES), 10, 10.5, 20, 23) == (0.5, 3)


def test_a_refused_question_took_no_oracle_time():
    turn = make.ask(make.play())
    assert timed(turn, make.seats(reason=Reason.FUNCTION_OR_USE), 10, 10.5) == (0.5, None)


def test_what_was_stored_took_no_time_of_anybody():
    game, checker = make.game(), make.FixedChecker(costly=True)
    first, second = (make.ask(make.play(of=game)) for _ in range(2))
    assert timed(first, make.FixedSeats(checker, make.FixedOracle(Answer.YES)), 1, 2, 3, 5) == (
        1,
        2,
    )
    assert timed(second, make.FixedSeats(checker, make.FixedOracle())) == (None, None)


def test_a_second_try_keeps_the_checkers_time_of_the_first():
    turn = make.ask(make.play())
    roles = make.FixedSeats(make.FixedChecker(costly=True), make.FixedOracle(NO_REPLY, Answer.YES))
    assert timed(turn, roles, 1, 2, 3) == (1, None)
    Turn.objects.update(due_at=None)
    assert timed(turn, roles, 5, 9) == (1, 4)


def test_a_question_sent_again_in_its_place_is_timed_anew():
    play = make.play()
    turn = make.ask(play)
    roles = make.FixedSeats(
        make.FixedChecker(costly=True), make.FixedOracle(UnusableReply("prose"))
    )
    timed(turn, roles, 1, 2, 3)
    make.ask(play, "Is it round?")
    turn.refresh_from_db()
    assert (turn.checker_seconds, turn.oracle_seconds) == (None, None)
