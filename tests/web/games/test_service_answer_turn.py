"""turns.answer_turn: checked, answered and stored once, whatever arrives twice or fails."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from games import presets
from games.llm.chat import ModelRefused, ModelUnavailable, Reply
from games.models import ModelCall, StoredAnswer, Turn
from games.roles import Ruling, UnusableReply
from games.rules import Answer, Reason
from games.services import plays, turns
from games.services.turns import Handled, answer_turn
from tests import make

pytestmark = pytest.mark.django_db
BEGIN_AND_COMMIT = 2
NO_REPLY = ModelUnavailable("time-out")


def at(seconds: float = 0):
    return lambda: make.NOW + timedelta(seconds=seconds)


def answered(turn: Turn, seats, *, seconds: float = 0) -> Handled:
    """Have the turn answered at this time, and read it again."""
    handled = answer_turn(turn.pk, seats, clock=at(seconds))
    turn.refresh_from_db()
    return handled


def test_an_answer_is_written_with_its_probe_and_source():
    turn = make.ask(make.play())
    assert answered(turn, make.seats(Answer.YES)).settled
    assert (turn.status, turn.answer, turn.probe) == ("answered", "yes", "MATERIAL:metal")
    assert turn.stored_answer.source == "table"


def test_a_second_delivery_changes_nothing():
    turn = make.ask(make.play())
    seats = make.seats(Answer.YES, Answer.NO)
    assert answered(turn, seats).settled
    assert not answered(turn, seats).settled
    assert (turn.answer, seats.oracle.calls) == ("yes", 1)


def test_a_delivery_while_another_worker_is_at_it_asks_nobody(settings):
    settings.TURN_LEASE_SECONDS = 10
    turn = make.ask(make.play())
    turns._claim(turn.pk, make.NOW)
    seats = make.seats(Answer.YES)
    assert not answered(turn, seats, seconds=9).settled
    assert seats.oracle.calls == 0


def test_a_worker_that_died_leaves_its_turn_to_the_next_one(settings):
    settings.TURN_LEASE_SECONDS = 10
    turn = make.ask(make.play())
    turns._claim(turn.pk, make.NOW)
    assert turns.due_turns(at(9)()) == []
    assert turns.due_turns(at(10)()) == [turn.pk]
    assert answered(turn, make.seats(Answer.YES), seconds=10).settled


def test_a_turn_that_no_worker_survives_fails_at_last(settings):
    settings.TURN_LEASE_SECONDS, settings.TURN_PAUSES_SECONDS = 10, (1, 1)
    turn = make.ask(make.play())
    for claim in range(3):
        assert turns._claim(turn.pk, at(10 * claim)())
    seats = make.seats(Answer.YES)
    answered(turn, seats, seconds=30)
    assert (turn.status, seats.oracle.calls) == ("failed", 0)


def test_a_worker_that_comes_too_late_does_not_answer_the_question_asked_instead(settings):
    settings.TURN_LEASE_SECONDS = 10
    play = make.play()
    turn = make.ask(play, "Is it hollow?")
    late = turns._claim(turn.pk, make.NOW)
    Turn.objects.filter(pk=turn.pk).update(status="failed")
    make.ask(play, "Is it round?")
    turns._claim(turn.pk, at(20)())
    assert turns._settle(late, at(21)(), status="answered", answer="yes") is False
    turn.refresh_from_db()
    assert (turn.question, turn.status) == ("Is it round?", "waiting")


def test_a_refused_question_never_reaches_the_oracle():
    turn = make.ask(make.play(), "Can it cut?")
    seats = make.seats(reason=Reason.FUNCTION_OR_USE)
    answered(turn, seats)
    assert (turn.status, turn.reason, turn.answer) == ("refused", "function_or_use", "")
    assert seats.oracle.calls == 0


def test_under_house_an_oracle_may_not_know_and_the_turn_keeps_what_it_said():
    turn = make.ask(make.play(preset="house"))
    answered(turn, make.seats(Answer.CANNOT_TELL))
    assert (turn.status, turn.reason) == ("refused", "cannot_tell")
    assert turn.stored_answer.answer == "cannot_tell"


def test_under_paper_the_answer_is_forced_and_its_doubtfulness_is_stored():
    turn = make.ask(make.play(preset="paper"))
    answered(turn, make.seats(Answer.CANNOT_TELL))
    assert (turn.status, turn.answer) == ("answered", "no")
    assert (turn.stored_answer.answer, turn.stored_answer.confidence) == ("cannot_tell", 0.9)


def test_everybody_gets_the_stored_answer():
    game = make.game()
    first, second = (make.ask(make.play(of=game), q) for q in ("Is it Metal", "is it  metal?"))
    seats = make.seats(Answer.YES, Answer.NO)
    answered(first, seats)
    answered(second, seats)
    assert (first.answer, second.answer, seats.oracle.calls) == ("yes", "yes", 1)


def test_a_correction_outranks_the_stored_answer_and_old_turns_keep_theirs():
    game = make.game()
    old = make.ask(make.play(of=game))
    answered(old, make.seats(Answer.YES))
    said = StoredAnswer.objects.get()
    said.pk, said.revision, said.answer, said.forced = None, 2, "no", "no"
    said.save(force_insert=True)
    new = make.ask(make.play(of=game))
    answered(new, make.seats())
    old.refresh_from_db()
    assert (old.answer, old.stored_answer.revision) == ("yes", 1)
    assert (new.answer, new.stored_answer.revision) == ("no", 2)


def test_an_unreachable_oracle_leaves_the_turn_waiting_for_growing_pauses(settings):
    settings.TURN_PAUSES_SECONDS = (1, 4)
    turn = make.ask(make.play())
    seats = make.seats(NO_REPLY, NO_REPLY, NO_REPLY)
    assert answered(turn, seats).again_in_seconds == 1
    assert answered(turn, seats, seconds=1).again_in_seconds == 4
    assert (turn.status, turn.answer, turn.stored_answer) == ("waiting", "", None)
    assert answered(turn, seats, seconds=5).again_in_seconds is None
    assert turn.status == "failed"


def test_a_turn_in_its_pause_is_left_alone(settings):
    settings.TURN_PAUSES_SECONDS = (4,)
    turn = make.ask(make.play())
    seats = make.seats(NO_REPLY, Answer.YES)
    answered(turn, seats)
    answered(turn, seats, seconds=3)
    assert seats.oracle.calls == 1


def test_a_server_that_asks_for_a_longer_pause_gets_it():
    turn = make.ask(make.play())
    busy = ModelUnavailable("busy", retry_after_seconds=30)
    assert answered(turn, make.seats(busy)).again_in_seconds == 30


def test_a_server_that_asks_for_an_hour_fails_the_turn():
    turn = make.ask(make.play())
    answered(turn, make.seats(ModelUnavailable("quota", retry_after_seconds=3600)))
    assert turn.status == "failed"


@pytest.mark.parametrize("error", [ModelRefused("401"), UnusableReply("prose")])
def test_what_asking_again_cannot_help_fails_at_once(error):
    turn = make.ask(make.play())
    answered(turn, make.seats(error))
    assert (turn.status, turn.answer) == ("failed", "")


def test_an_oracle_that_hangs_is_left_after_its_time(settings):
    class HangingOracle(make.FixedOracle):
        async def answer(self, sheet, question):
            await asyncio.sleep(60)

    settings.ROLE_TIMEOUT_SECONDS = 0.05
    turn = make.ask(make.play())
    handled = answered(turn, make.FixedSeats(make.FixedChecker(), HangingOracle()))
    assert handled.again_in_seconds == 1


@pytest.mark.parametrize("role", ["oracle", "checker"])
def test_useless_replies_are_kept(role):
    prose = UnusableReply("prose", (Reply("It is what it is.", "tiny"),))

    class ProsaicChecker(make.FixedChecker):
        async def check(self, question: str) -> Ruling:
            raise prose

    checker = ProsaicChecker() if role == "checker" else make.FixedChecker()
    turn = make.ask(make.play())
    answered(turn, make.FixedSeats(checker, make.FixedOracle(prose)))
    call = ModelCall.objects.get()
    assert (call.role, call.text) == (role, "It is what it is.")


def test_another_oracle_than_the_play_began_with_does_not_answer_in_it():
    class NewerOracle(make.FixedOracle):
        version = "table-newer"

    oracle = NewerOracle(Answer.YES)
    turn = make.ask(make.play())
    answered(turn, make.FixedSeats(make.FixedChecker(), oracle))
    assert (turn.status, oracle.calls) == ("failed", 0)


def test_a_question_on_two_properties_is_answered_where_the_protocol_allows_it():
    play = make.play()
    allowing = make.protocol().settings | {"multi_property": "allow"}
    play.protocol = plays.freeze_protocol(presets.of_settings(allowing))
    play.save()
    turn = make.ask(play, "Is it long and flat?")
    answered(turn, make.seats(Answer.YES, reason=Reason.MULTIPLE_PROPERTIES))
    assert turn.status == "answered"


def test_a_costly_ruling_is_stored_for_everybody():
    class CountingChecker(make.FixedChecker):
        calls = 0

        async def check(self, question: str) -> Ruling:
            self.calls += 1
            return await super().check(question)

    game, checker = make.game(), CountingChecker(costly=True)
    for _ in range(2):
        turn = make.ask(make.play(of=game))
        answered(turn, make.FixedSeats(checker, make.FixedOracle(Answer.YES)))
    assert checker.calls == 1


def test_an_answer_that_another_worker_stored_meanwhile_holds_and_the_replies_are_kept():
    class SlowOracle(make.FixedOracle):
        async def answer(self, sheet, question):
            verdict = await super().answer(sheet, question)
            return replace(verdict, replies=(Reply("Yes", "tiny"),))

    game = make.game()
    slow, quick = (make.ask(make.play(of=game)) for _ in range(2))
    oracle = SlowOracle(Answer.YES)

    def stopwatch() -> float:
        """Between question and answer the other worker is quicker."""
        if oracle.calls:
            answer_turn(quick.pk, make.seats(Answer.NO), clock=at())
        return 0

    roles = make.FixedSeats(make.FixedChecker(), oracle)
    assert answer_turn(slow.pk, roles, clock=at(), stopwatch=stopwatch).settled
    slow.refresh_from_db()
    assert (slow.answer, slow.stored_answer.answer) == ("no", "no")
    assert ModelCall.objects.get().turn == slow


@pytest.mark.django_db(transaction=True)
def test_an_answer_takes_five_queries_and_a_known_one_four(django_assert_num_queries):
    game = make.game()
    first, second = (make.ask(make.play(of=game)) for _ in range(2))
    seats = make.seats(Answer.NO, Answer.YES)
    answered(make.ask(make.play(of=game), "Is it hollow?"), seats)
    with django_assert_num_queries(5 + BEGIN_AND_COMMIT):
        answer_turn(first.pk, seats, clock=at())
    with django_assert_num_queries(4 + BEGIN_AND_COMMIT):
        answer_turn(second.pk, seats, clock=at())
