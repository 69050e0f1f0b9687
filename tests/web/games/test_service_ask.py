"""plays.ask: stores a waiting turn, refuses what the rules refuse, twice is once."""

import uuid
from datetime import timedelta

import pytest

from games import rules, selectors
from games.models import Turn
from games.services import plays
from games.services.turns import answer_turn
from tests import make

pytestmark = pytest.mark.django_db


def test_a_question_becomes_a_waiting_turn():
    play = make.play()
    turn = make.ask(play, "  Is it hollow? ")
    assert (turn.number, turn.attempt, turn.question) == (1, 1, "Is it hollow?")
    assert turn.status == "waiting"


def test_the_same_post_twice_is_one_turn():
    play = make.play()
    key = uuid.uuid4()
    first, again = (
        plays.ask(make.query(play), "Is it hollow?", position=(1, 1), key=key, now=make.NOW)
        for _ in range(2)
    )
    assert (again.turn, Turn.objects.count()) == (None, 1)
    assert first.turn == Turn.objects.get()


def test_a_copy_that_comes_after_the_answer_changes_nothing():
    play = make.play()
    key = uuid.uuid4()
    asked = {"position": (1, 1), "key": key, "now": make.NOW}
    turn = plays.ask(make.query(play), "Is it hollow?", **asked).turn
    answer_turn(turn.pk, make.seats(rules.Answer.YES), clock=lambda: make.NOW)
    assert plays.ask(make.query(play), "Is it hollow?", **asked).turn is None
    assert Turn.objects.count() == 1


def test_a_second_question_waits_for_the_first_answer():
    play = make.play()
    make.ask(play)
    with pytest.raises(rules.AnswerPending):
        make.ask(play)


def test_a_page_older_than_the_play_is_told_so():
    play = make.play()
    answer_turn(make.ask(play).pk, make.seats(rules.Answer.YES), clock=lambda: make.NOW)
    with pytest.raises(plays.MovedOn):
        make.ask(play, position=(1, 1))


INVISIBLE = ["\u200b", "\u2060\u200d", "\U000e0041" * 300, "\ud800"]


@pytest.mark.parametrize("question", ["", "   ", "\n\t", "\x00", *INVISIBLE])
def test_an_empty_question_is_not_stored(question):
    play = make.play()
    with pytest.raises(plays.EmptyQuestion):
        make.ask(play, question)
    assert not Turn.objects.exists()


def test_a_question_has_at_most_300_characters():
    play = make.play()
    assert make.ask(play, "x" * 300)
    other = make.play(of=play.game)
    with pytest.raises(plays.LongQuestion, match="301 characters, 300 are the limit"):
        make.ask(other, "x" * 301)


def test_a_failed_question_can_be_sent_again_in_its_place():
    play = make.play()
    turn = make.ask(play)
    Turn.objects.filter(pk=turn.pk).update(status="failed")
    again = make.ask(play, "Is it round?")
    assert (again.pk, again.status, again.question) == (turn.pk, "waiting", "Is it round?")
    assert selectors.state_of(play, selectors.turns_of(play), now=make.NOW).questions_left == 20


def test_what_cannot_be_seen_is_left_out_of_a_question():
    turn = make.ask(make.play(), "Is\x00 it\n\u202ered\ud800?")
    assert turn.question == "Is  it red?"


def test_a_question_that_no_worker_took_up_can_be_sent_again_or_passed_over(settings):
    settings.TURN_PATIENCE_SECONDS = 60
    play = make.play()
    first = make.ask(play, "Is it hollow?")
    key, late = uuid.uuid4(), make.NOW + timedelta(seconds=61)
    again = plays.ask(make.query(play), "Is it flat?", position=(1, 1), key=key, now=late).turn
    assert (again.pk, again.question, again.status) == (first.pk, "Is it flat?", "waiting")
    later = late + timedelta(seconds=61)
    assert plays.guess(make.query(play), make.TARGET, number=1, now=later).outcome == "won"


def test_nothing_is_asked_after_the_end():
    play = make.play()
    plays.guess(make.query(play), make.TARGET, number=1, now=make.NOW)
    with pytest.raises(rules.PlayEnded):
        make.ask(play)
