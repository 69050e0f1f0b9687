"""Success and turns of a few plays, by hand."""

import pytest

from evaluation.metrics import success
from evaluation.metrics.intervals import (
    NO_VARIATION,
    ONE_PLAYER,
    Estimate,
    Interval,
    Method,
    Undefined,
)
from tests.unit.ended import DRAWN, play

SHARES = Interval(0, 1)


def test_an_aborted_play_counts_as_not_solved():
    plays = [play("won"), play("lost"), play("aborted"), play("won")]
    assert success.success_rate(plays).value == 2 / 4
    assert success.success_rate_without_aborted(plays).value == 2 / 3


def test_turns_average_solved_plays_alone():
    # Solved in 4 and 8: (4 + 8) / 2. The play that was lost after 3 counts as 20 beside it.
    plays = [play("won", 4), play("won", 8), play("lost", 3)]
    assert success.turns_when_solved(plays, DRAWN).value == 6
    assert success.turns_of_all(plays, DRAWN).value == pytest.approx((4 + 8 + 20) / 3)


def test_turns_of_plays_that_were_all_lost_are_undefined():
    assert success.turns_when_solved([play("lost")], DRAWN) == Undefined("nothing_counted")


def test_players_who_all_do_the_same_have_an_average_without_an_interval():
    # Wilson's interval of 3 in 3 starts at 44%: that both solved all is no certainty.
    both = [success.success_rate([play()] * 3)] * 2
    found = success.mean_over_players(both, DRAWN, within=SHARES)
    assert found == Estimate(1, 2, Undefined(NO_VARIATION))


@pytest.mark.parametrize(("players", "method"), [(9, Method.T), (10, Method.BOOTSTRAP)])
def test_fewer_than_ten_players_are_not_resampled(players, method):
    rates = [success.success_rate([play("won"), play("lost")][: 1 + n % 2]) for n in range(players)]
    assert success.mean_over_players(rates, DRAWN, within=SHARES).method == method


def test_an_average_over_one_player_says_that_it_is_of_one_player():
    alone = success.mean_over_players([success.success_rate([play()])], DRAWN, within=SHARES)
    assert alone == Estimate(1, 1, Undefined(ONE_PLAYER))
