"""Gains of a few questions, by hand."""

import pytest

from evaluation.metrics import information
from evaluation.metrics.intervals import Undefined
from tests.unit.ended import DRAWN, asked, play, refused


def test_gain_at_a_turn_averages_the_plays_still_running():
    # Turn 1: (1.0 + 0.5) / 2; at turn 2 only the first play is left.
    first = play(spent=2, asked=[asked(1, 1.0), asked(2, 0.2)])
    second = play(spent=1, asked=[asked(1, 0.5)])
    turns = information.gain_by_turn([[first, second]], DRAWN)
    assert [(t.number, t.gain.value, t.gain.n) for t in turns] == [(1, 0.75, 2), (2, 0.2, 1)]


def test_a_forfeited_turn_gains_nothing_and_expects_nothing():
    # The gain is (1 + 0) / 2 over two running plays; only one of them asked a question.
    third = [refused(), refused(), refused(spent=True)]
    plays = [play(spent=1, asked=[asked(1, 1.0)]), play(spent=1, asked=third)]
    (turn,) = information.gain_by_turn([plays], DRAWN)
    assert (turn.gain.value, turn.gain.n) == (0.5, 2)
    assert (turn.expected.value, turn.expected.n) == (1.0, 1)


def test_gain_of_a_play_is_averaged_as_sum_and_as_net():
    plays = [play(total_gain=2, net_gain=1), play(total_gain=4, net_gain=2)]
    gains = information.gain_by_play([plays], DRAWN)
    assert (gains.total.value, gains.net.value) == (3, 1.5)


def test_repeats_are_a_share_of_answered_questions():
    one = play(asked=[asked(), refused(2), asked(2, 0.0, repeat=True), asked(3), asked(4)])
    share = information.idle_questions([[one]], DRAWN).repeated
    assert (share.value, share.n) == (1 / 4, 4)


def test_what_the_observer_cannot_read_is_counted_and_is_not_useless():
    # Of three answered questions it can read two, and one of these is useless.
    one = play(asked=[asked(1, None), asked(2, 0.0, useless=True), asked(3)])
    idle = information.idle_questions([[one]], DRAWN)
    assert (idle.useless.value, idle.useless.n) == (1 / 2, 2)
    assert (idle.nearly_useless.value, idle.nearly_useless.n) == (1 / 2, 2)
    assert (idle.unread.value, idle.unread.n) == (pytest.approx(1 / 3), 3)


def test_what_the_observer_cannot_read_is_in_no_mean_of_gains():
    plays = [play(spent=1, asked=[asked(1, 1.0)]), play(spent=1, asked=[asked(1, None)])]
    (turn,) = information.gain_by_turn([plays], DRAWN)
    assert (turn.gain.value, turn.gain.n, turn.expected.n) == (1.0, 1, 1)


def test_plays_that_the_observer_did_not_follow_have_no_gain():
    gains = information.gain_by_play([[play()]], DRAWN)
    assert gains.total == gains.net == Undefined("nothing_counted")


def test_entropy_falls_by_the_mean_of_what_was_read_and_a_forfeit_by_nothing():
    # Turn 1: 0.5 and, after a surprise, -0.1; the forfeited play 0; the unread one in no mean.
    drops = [asked(entropy_drop=0.5), asked(entropy_drop=-0.1), asked(gain=None)]
    plays = [play(spent=1, asked=[each]) for each in drops]
    plays.append(play(spent=1, asked=[refused(), refused(), refused(spent=True)]))
    (turn,) = information.gain_by_turn([plays], DRAWN)
    assert (turn.entropy_drop.value, turn.entropy_drop.n) == (pytest.approx(0.4 / 3), 3)


def test_own_gains_are_of_the_plays_where_they_are_known():
    plays = [
        play(spent=1, asked=[asked(own_gain=0.5)], own_total_gain=0.5, own_net_gain=0.4),
        play(spent=1, asked=[asked()]),
    ]
    (turn,) = information.gain_by_turn([plays], DRAWN)
    gains = information.gain_by_play([plays], DRAWN)
    assert (turn.own.value, turn.own.n, turn.gain.n) == (0.5, 1, 2)
    assert (gains.own_total.value, gains.own_net.value, gains.own_net.n) == (0.5, 0.4, 1)


def test_without_any_own_belief_its_gain_is_not_zero_but_undefined():
    (turn,) = information.gain_by_turn([[play(spent=1, asked=[asked()])]], DRAWN)
    assert turn.own == Undefined("nothing_counted")


@pytest.mark.parametrize(("gain", "repeat", "so"), [(0.04, False, True), (0.05, False, False)])
def test_a_question_is_nearly_useless_below_a_twentieth_of_a_bit(gain, repeat, so):
    assert information.nearly_useless(asked(gain=gain, repeat=repeat)) is so


def test_a_repeat_is_not_also_nearly_useless():
    assert not information.nearly_useless(asked(gain=0.0, repeat=True))
