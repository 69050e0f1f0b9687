"""plays.guess: ends a play once; plays.mark and plays.doubt: kept, twice is once."""

import pytest

from games import rules, selectors
from games.models import Doubt, Mark, Play
from games.rules import Answer
from games.services import plays
from games.services.turns import answer_turn
from tests import make

pytestmark = pytest.mark.django_db


def guess(play: Play, affordance: str, *, number: int = 1):
    return plays.guess(make.query(play), affordance, number=number, now=make.NOW)


@pytest.mark.parametrize(
    ("affordance", "outcome"), [(make.TARGET, "won"), ("affordance_a", "lost")]
)
def test_a_guess_ends_the_play_and_the_stored_outcome_is_the_folded_one(affordance, outcome):
    play = make.play()
    guess(play, affordance)
    play.refresh_from_db()
    assert (play.outcome, play.guessed) == (outcome, affordance)
    assert selectors.state_of(play, selectors.turns_of(play), now=make.NOW).outcome == play.outcome


def test_a_guess_outside_the_eight_changes_nothing():
    play = make.play()
    with pytest.raises(rules.NotACandidate):
        guess(play, "affordance_j")
    play.refresh_from_db()
    assert (play.outcome, play.guessed) == ("", "")


def test_the_same_guess_twice_is_one():
    play = make.play()
    guess(play, make.TARGET)
    assert guess(play, make.TARGET).outcome == "won"


def test_a_second_guess_does_not_replace_the_first():
    play = make.play()
    guess(play, "affordance_a")
    with pytest.raises(rules.PlayEnded):
        guess(play, make.TARGET)
    play.refresh_from_db()
    assert play.outcome == "lost"


def test_a_guess_waits_for_the_answer_on_its_way():
    play = make.play()
    make.ask(play)
    with pytest.raises(rules.AnswerPending):
        guess(play, make.TARGET)


def test_marks_are_kept_with_the_turn_after_which_they_were_made():
    play = make.play()
    plays.mark(make.query(play), "affordance_a", crossed_out=True, now=make.NOW)
    answer_turn(make.ask(play).pk, make.seats(Answer.YES), clock=lambda: make.NOW)
    plays.mark(make.query(play), "affordance_a", crossed_out=False, now=make.NOW)
    plays.mark(make.query(play), "affordance_b", crossed_out=True, now=make.NOW)
    assert selectors.crossed_out(play) == {"affordance_b"}
    assert [mark.after_turn for mark in play.marks.all()] == [0, 1, 1]


def test_the_same_mark_twice_is_one():
    play = make.play()
    for _ in range(2):
        plays.mark(make.query(play), "affordance_a", crossed_out=True, now=make.NOW)
    assert Mark.objects.count() == 1


def test_a_doubt_is_noted_once_and_the_answer_stays():
    play = make.play()
    turn = make.ask(play)
    answer_turn(turn.pk, make.seats(Answer.YES), clock=lambda: make.NOW)
    assert plays.doubt(make.query(play), 1, 1) is True
    assert plays.doubt(make.query(play), 1, 1) is False
    turn.refresh_from_db()
    assert (turn.answer, Doubt.objects.count()) == ("yes", 1)


def test_only_an_answer_can_be_doubted():
    play = make.play()
    make.ask(play)
    with pytest.raises(rules.RuleBroken):
        plays.doubt(make.query(play), 1, 1)
