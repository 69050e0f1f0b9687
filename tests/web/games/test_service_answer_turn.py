"""turns.answer_turn: checked, answered and stored once, whatever arrives twice or fails."""

import json
from datetime import timedelta

import pytest

from games import presets, rules
from games.llm.chat import ModelUnavailable, Reply
from games.models import ModelCall, StoredAnswer
from games.roles import Ruling, UnusableReply
from games.rules import Answer, Reason
from games.services import plays, turns
from games.services.turns import answer_turn
from tests import make

pytestmark = pytest.mark.django_db


def at(seconds: float = 0):
    return lambda: make.NOW + timedelta(seconds=seconds)


def test_an_answer_is_written_with_its_probe_and_source():
    turn = make.ask(make.play())
    assert answer_turn(turn.pk, make.seats(Answer.YES), clock=at()) is True
    turn.refresh_from_db()
    assert (turn.status, turn.answer, turn.probe) == ("answered", "yes", "MATERIAL:metal")
    assert turn.stored_answer.source == "table"


def test_a_second_delivery_changes_nothing():
    turn = make.ask(make.play())
    seats = make.seats(Answer.YES, Answer.NO)
    assert answer_turn(turn.pk, seats, clock=at()) is True
    assert answer_turn(turn.pk, seats, clock=at()) is False
    turn.refresh_from_db()
    assert (turn.answer, seats.oracle.calls) == ("yes", 1)


def test_a_delivery_while_another_worker_is_at_it_asks_nobody(settings):
    settings.TURN_LEASE_SECONDS = 10
    turn = make.ask(make.play())
    turns._claim(turn.pk, make.NOW)
    seats = make.seats(Answer.YES)
    assert answer_turn(turn.pk, seats, clock=at(9)) is False
    assert seats.oracle.calls == 0


def test_a_worker_that_died_leaves_its_turn_to_the_next_one(settings):
    settings.TURN_LEASE_SECONDS = 10
    turn = make.ask(make.play())
    turns._claim(turn.pk, make.NOW)
    assert turns.due_turns(make.NOW + timedelta(seconds=9)) == []
    assert turns.due_turns(make.NOW + timedelta(seconds=10)) == [turn.pk]
    assert answer_turn(turn.pk, make.seats(Answer.YES), clock=at(10)) is True


def test_a_refused_question_never_reaches_the_oracle():
    turn = make.ask(make.play(), "Can it cut?")
    seats = make.seats(reason=Reason.FUNCTION_OR_USE)
    answer_turn(turn.pk, seats, clock=at())
    turn.refresh_from_db()
    assert (turn.status, turn.reason, turn.answer) == ("refused", "function_or_use", "")
    assert seats.oracle.calls == 0


def test_under_house_an_oracle_may_not_know():
    turn = make.ask(make.play(preset="house"))
    answer_turn(turn.pk, make.seats(Answer.CANNOT_TELL), clock=at())
    turn.refresh_from_db()
    assert (turn.status, turn.reason) == ("refused", "cannot_tell")


def test_under_paper_the_answer_is_forced_and_its_doubtfulness_is_stored():
    turn = make.ask(make.play(preset="paper"))
    answer_turn(turn.pk, make.seats(Answer.CANNOT_TELL), clock=at())
    turn.refresh_from_db()
    assert (turn.status, turn.answer) == ("answered", "no")
    assert turn.stored_answer.answer == "cannot_tell"


def test_everybody_gets_the_stored_answer():
    game = make.game()
    first, second = (make.ask(make.play(of=game), q) for q in ("Is it Metal", "is it  metal?"))
    seats = make.seats(Answer.YES, Answer.NO)
    for turn in (first, second):
        answer_turn(turn.pk, seats, clock=at())
        turn.refresh_from_db()
    assert (first.answer, second.answer, seats.oracle.calls) == ("yes", "yes", 1)


def test_a_correction_outranks_the_stored_answer_and_old_turns_keep_theirs():
    game = make.game()
    old = make.ask(make.play(of=game))
    answer_turn(old.pk, make.seats(Answer.YES), clock=at())
    said = StoredAnswer.objects.get()
    said.pk, said.revision, said.answer, said.forced = None, 2, "no", "no"
    said.save(force_insert=True)
    new = make.ask(make.play(of=game))
    answer_turn(new.pk, make.seats(), clock=at())
    for turn in (old, new):
        turn.refresh_from_db()
    assert (old.answer, old.stored_answer.revision) == ("yes", 1)
    assert (new.answer, new.stored_answer.revision) == ("no", 2)


def test_an_unreachable_oracle_leaves_the_turn_waiting_for_a_growing_pause(settings):
    settings.TURN_PAUSES_SECONDS = (1, 4)
    turn = make.ask(make.play())
    pauses = []
    for _ in range(3):
        pauses.append(turns.postpone(turn.pk, now=make.NOW))
    turn.refresh_from_db()
    assert pauses == [1, 4, None]
    assert turn.status == "failed"


def test_a_server_that_asks_for_a_longer_pause_gets_it(settings):
    settings.TURN_PAUSES_SECONDS = (1,)
    turn = make.ask(make.play())
    assert turns.postpone(turn.pk, now=make.NOW, at_least_seconds=30) == 30


def test_an_unreachable_oracle_writes_nothing_and_says_so():
    turn = make.ask(make.play())
    with pytest.raises(ModelUnavailable):
        answer_turn(turn.pk, make.seats(ModelUnavailable("time-out")), clock=at())
    turn.refresh_from_db()
    assert (turn.status, turn.answer, turn.stored_answer) == ("waiting", "", None)


def test_an_oracle_that_answers_in_prose_fails_the_turn_and_its_replies_are_kept():
    turn = make.ask(make.play())
    prose = UnusableReply("prose", (Reply("It is what it is.", "tiny"),))
    with pytest.raises(UnusableReply):
        answer_turn(turn.pk, make.seats(prose), clock=at())
    assert ModelCall.objects.get().text == "It is what it is."
    turns.give_up(turn.pk, now=make.NOW)
    turn.refresh_from_db()
    assert (turn.status, turn.answer) == ("failed", "")


def test_a_question_on_two_properties_is_answered_where_the_protocol_allows_it():
    play = make.play()
    allowing = json.loads(json.dumps(make.protocol().settings)) | {"multi_property": "allow"}
    play.protocol = plays.freeze_protocol(presets.of_settings(allowing))
    play.save()
    turn = make.ask(play, "Is it long and flat?")
    answer_turn(turn.pk, make.seats(Answer.YES, reason=Reason.MULTIPLE_PROPERTIES), clock=at())
    turn.refresh_from_db()
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
        answer_turn(turn.pk, make.FixedSeats(checker, make.FixedOracle(Answer.YES)), clock=at())
    assert checker.calls == 1


def test_a_late_answer_does_not_overwrite_a_settled_turn():
    turn = make.ask(make.play())
    turns.give_up(turn.pk, now=make.NOW)
    assert answer_turn(turn.pk, make.seats(Answer.YES), clock=at()) is False
    turn.refresh_from_db()
    assert turn.status == rules.TurnStatus.FAILED
