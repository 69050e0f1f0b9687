"""What a play's answers were worth: by the observer's belief, and by the player's own."""

from itertools import pairwise
from math import log2

import pytest

from evaluation import records
from evaluation.services import observing
from games import observer, selectors
from games.models import Mark, Play
from tests import make
from tests.web.evaluation.conftest import answered, ended
from tests.web.evaluation.shown import cells


def test_the_same_pair_again_is_a_repeat_of_no_gain(campaign):
    (play,) = ended(make.volunteer(campaign), "won")
    answered(play, 1, probe="MATERIAL:metal")
    answered(play, 2, "Is it metal?", probe="MATERIAL:metal")
    (record,) = records.ended_plays(campaign)
    assert [asked.repeat for asked in record.questions] == [False, True]
    assert record.questions[1].gain == 0


@pytest.fixture
def told_apart(campaign) -> Play:
    """A play with three answers that each tell the target from the seven others.

    Three other objects have the target alone and are of steel, three have each of the others
    and are of wood: the chance of what was answered is (3 + 1) / (3 + 2) for the target and
    (0 + 1) / (3 + 2) for each of the others, so each answer weighs it four times as much.
    """
    (play,) = ended(make.volunteer(campaign), "won")
    make.physical_object(campaign.catalogue, "steel", yes=[make.TARGET])
    for other in set(make.CANDIDATES) - {make.TARGET}:
        for number in range(3):
            key = f"{other}-{number}"
            make.physical_object(campaign.catalogue, key, yes=[other], steel=False)
    answered(play, 1, probe="MATERIAL:metal")
    answered(play, 2, "Is it made of steel?", probe="MATERIAL:steel")
    answered(play, 3, "Is it made of wood?", probe="MATERIAL:wood", answer="no")
    return play


def test_gains_of_a_play_are_the_observers_total_and_net(campaign, told_apart):
    # The belief in the target goes 1/8, 4/11, 16/23, 64/71, the others share the rest evenly.
    target = [1 / 8, 4 / 11, 16 / 23, 64 / 71]
    beliefs = [(p, *[(1 - p) / 7] * 7) for p in target]

    def moved(after, before) -> float:
        return sum(new * log2(new / old) for new, old in zip(after, before, strict=True))

    (record,) = records.ended_plays(campaign)
    steps = [moved(after, before) for before, after in pairwise(beliefs)]
    assert [asked.gain for asked in record.questions] == pytest.approx(steps)
    assert record.total_gain == pytest.approx(sum(steps))
    assert record.net_gain == pytest.approx(moved(beliefs[-1], beliefs[0]))


def test_evidence_is_sufficient_after_the_answer_that_passed_the_threshold(campaign, told_apart):
    # 16/23 = 0.70 after two answers, 64/71 = 0.90 after three; the threshold is 0.8.
    (record,) = records.ended_plays(campaign)
    assert record.sufficient_after == 3


@pytest.mark.parametrize("stored", [False, True])
def test_what_points_to_another_candidate_misleads(campaign, stored):
    # As `told_apart`, but it is another candidate that is of steel: 0.90 for it in the end.
    (play,) = ended(make.volunteer(campaign), "lost")
    sure = next(each for each in make.CANDIDATES if each != make.TARGET)
    for other in make.CANDIDATES:
        for number in range(3):
            key = f"{other}-{number}"
            make.physical_object(campaign.catalogue, key, yes=[other], steel=other == sure)
    answered(play, 1, probe="MATERIAL:metal")
    answered(play, 2, "Is it made of steel?", probe="MATERIAL:steel")
    answered(play, 3, "Is it made of wood?", probe="MATERIAL:wood", answer="no")
    assert observing.observe([play.pk], now=make.NOW) if stored else True
    (record,) = records.ended_plays(campaign)
    assert (record.misled, record.sufficient_after) == (True, None)


def test_what_a_person_crosses_out_is_an_own_belief(campaign):
    # Four of eight candidates go after the first answer: from even over eight to nearly even over
    # four is KL(0.99/4 + 0.01/8 four times, 0.01/8 four times || 1/8).
    (play,) = ended(make.volunteer(campaign), "won")
    answered(play, 1)
    for key in make.CANDIDATES[:4]:
        Mark.objects.create(play=play, affordance=key, crossed_out=True, after_turn=1)
    kept, out = 0.99 / 4 + 0.01 / 8, 0.01 / 8
    worth = 4 * kept * log2(kept * 8) + 4 * out * log2(out * 8)
    (record,) = records.ended_plays(campaign)
    assert record.questions[0].own_gain == pytest.approx(worth)
    assert record.own_net_gain == record.own_total_gain == pytest.approx(worth)
    assert cells(campaign, "gain_by_turn", "1")["own_gain"] == pytest.approx(worth)


def test_who_crosses_nothing_out_has_no_own_belief(campaign):
    (play,) = ended(make.volunteer(campaign), "won")
    answered(play, 1)
    (record,) = records.ended_plays(campaign)
    assert (record.questions[0].own_gain, record.own_net_gain) == (None, None)
    assert cells(campaign, "gain_by_play", "Net gain, own belief") == {"value": None}


def test_plays_followed_together_are_followed_as_each_alone(campaign, told_apart):
    (other,) = ended(make.volunteer(campaign), "lost")
    answered(other, 1, "Is it splindow?")
    answered(other, 2, probe="MATERIAL:metal", answer="no")
    game = selectors.frozen_game(told_apart.game_id)
    turns = [list(play.turns.all()) for play in (told_apart, other)]
    together = observer.follow_all([(game, each) for each in turns])
    for found, own in zip(together, [observer.follow(game, each) for each in turns], strict=True):
        assert found.net_gain == pytest.approx(own.net_gain)
        assert [each.kept for each in found.observations] == [
            each.kept for each in own.observations
        ]
        assert found.belief == pytest.approx(own.belief)
    assert observer.follow_all([]) == []


def test_entropy_falls_as_the_belief_settles(campaign, told_apart):
    # 3 bits at the start; 64/71 in the target and 1/71 in each of seven others at the end.
    (record,) = records.ended_plays(campaign)
    left = -(64 / 71 * log2(64 / 71) + 7 / 71 * log2(1 / 71))
    assert sum(asked.entropy_drop for asked in record.questions) == pytest.approx(3 - left)


def test_what_the_table_cannot_read_is_unread_and_not_useless(campaign):
    (play,) = ended(make.volunteer(campaign), "won")
    answered(play, 1, "Is it splindow?")
    (record,) = records.ended_plays(campaign)
    (asked,) = record.questions
    assert (asked.heard, asked.useless, asked.gain) == (False, False, None)
    assert cells(campaign, "idle_questions", "Not read") == {"share": 1}
    assert cells(campaign, "idle_questions", "Useless") == {"share": None}
