"""What noisy greedy is expected to solve, against what it does solve."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from evaluation import expected
from games import catalogue_games, formats
from games.estimates import Interval

STARTER = Path(__file__).parents[2] / "games" / "catalogue" / "starter-1"


@pytest.fixture(scope="module")
def played():
    """The shipped starter catalogue's facts, and the deals of some of its games."""
    files = {path.name: path.read_bytes() for path in STARTER.iterdir()}
    content = formats.read_catalogue(files).content
    deals = [deal for _, deal in catalogue_games.deals_of(content)]
    return catalogue_games.facts_of(content), deals[:20]


def test_the_interval_of_two_rounds_by_hand():
    # Solved in 1, 0.5, 0.5 and 0 of two rounds: the rate is 0.5. The variance of one game is
    # 0.25 x 2 / 1 for the two halves: (0.5 + 0.5) / 16 = 1/16, and 3/2 of it with the mean's own:
    # 1.96 x sqrt(3/32) = 0.600, cut to 0 and 1.
    won = np.array([[True, True, False, False], [True, False, True, False]])
    found = expected.of_rounds(won)
    assert (found.rate, found.interval, found.games, found.rounds) == (0.5, Interval(0, 1), 4, 2)


def test_sure_games_leave_no_room():
    found = expected.of_rounds(np.array([[True, False], [True, False]]))
    assert found.interval == Interval(0.5, 0.5)


def test_a_wide_run_has_a_narrow_interval():
    # 400 games at 1/2: 1.96 x sqrt(0.25 / 400) = 0.049, a little more for the rounds' own mean.
    won = np.random.default_rng(1).random((40, 400)) < 0.5
    found = expected.of_rounds(won)
    half = (found.interval.high - found.interval.low) / 2
    assert half == pytest.approx(0.049 * (1 + 1 / 80), rel=0.03)


def test_other_runs_fall_within_the_interval_as_often_as_it_says():
    # 150 games with chances of their own; 400 further runs, of which 95 in 100 are to be within.
    rng = np.random.default_rng(3)
    chances = rng.random(150)
    found = expected.of_rounds(rng.random((20, 150)) < chances)
    rates = (rng.random((400, 150)) < chances).mean(axis=1)
    within = np.mean((found.interval.low <= rates) & (rates <= found.interval.high))
    assert 0.9 <= within <= 0.99


def test_more_skill_is_expected_to_solve_more(played):
    facts, deals = played

    def rate(skill: float) -> float:
        rng = Random(1)
        return expected.expected_success(facts, deals, skill=skill, rounds=4, rng=rng).rate

    assert rate(1) > rate(0)


@pytest.mark.parametrize(("rounds", "games"), [(1, 1), (2, 0)])
def test_too_few_rounds_or_games_are_an_error(played, rounds, games):
    facts, deals = played
    with pytest.raises(ValueError, match=f"{rounds} rounds of {games} games"):
        expected.expected_success(facts, deals[:games], skill=1, rounds=rounds, rng=Random(1))
