"""Deleting a browser's free games."""

import pytest

from games.models import Participant, Play, Turn
from games.rules import Answer
from games.services import erasing, turns
from tests import make

pytestmark = pytest.mark.django_db


def a_free_player() -> Participant:
    play = make.play()
    turn = make.ask(play)
    turns.answer_turn(turn.pk, make.seats(Answer.YES), clock=lambda: make.NOW)
    return play.participant


def test_every_game_and_question_of_the_player_is_gone():
    erased = erasing.erase_free(a_free_player())
    assert (erased.plays, erased.turns) == (1, 1)
    for row in (Participant, Play, Turn):
        assert not row.objects.exists()


def test_twice_is_once():
    player = a_free_player()
    erasing.erase_free(Participant.objects.get(pk=player.pk))
    assert erasing.erase_free(player) == erasing.Erased(0, 0)


def test_a_volunteer_of_a_study_has_to_withdraw_instead():
    with pytest.raises(ValueError, match="takes part in a study"):
        erasing.erase_free(make.volunteer(make.campaign()))
    assert Participant.objects.exists()
