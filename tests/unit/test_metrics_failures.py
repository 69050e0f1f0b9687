"""How plays fail and when their guess came."""

import pytest

from evaluation.metrics import failures
from evaluation.metrics.failures import Failure, Timing
from tests.unit.ended import asked, play


@pytest.mark.parametrize(
    ("outcome", "spent", "sufficient_after", "failure"),
    [
        ("won", 3, None, None),
        ("lost", 5, 4, Failure.GUESSED_WRONG),
        ("lost", 20, 20, Failure.GUESSED_WRONG),
        ("out_of_turns", 20, 9, Failure.RAN_OUT),
        ("lost", 5, None, Failure.GUESSED_TOO_EARLY),
        ("lost", 20, None, Failure.NEVER_SUFFICIENT),
        ("out_of_turns", 20, None, Failure.NEVER_SUFFICIENT),
        ("aborted", 5, 2, Failure.ABORTED),
    ],
)
def test_a_play_fails_in_exactly_one_way(outcome, spent, sufficient_after, failure):
    one = play(outcome, spent, sufficient_after=sufficient_after)
    assert failures.failure_of(one) == failure


@pytest.mark.parametrize(
    ("outcome", "spent", "sufficient_after", "failure"),
    [
        ("won", 3, None, None),
        ("lost", 5, None, Failure.SURE_OF_WRONG),
        ("lost", 20, None, Failure.SURE_OF_WRONG),
        # It had been sufficient before.
        ("lost", 9, 4, Failure.GUESSED_WRONG),
        # Nothing was guessed.
        ("out_of_turns", 20, None, Failure.NEVER_SUFFICIENT),
        ("aborted", 5, None, Failure.ABORTED),
    ],
)
def test_a_wrong_guess_with_the_observer_is_no_early_one(outcome, spent, sufficient_after, failure):
    one = play(outcome, spent, sufficient_after=sufficient_after, misled=True)
    assert failures.failure_of(one) == failure


@pytest.mark.parametrize(
    ("outcome", "answers", "spent", "sufficient_after", "timing"),
    [
        ("won", 3, 3, None, Timing.TOO_EARLY),
        ("won", 3, 3, 3, Timing.ON_TIME),
        ("lost", 5, 5, 3, Timing.TOO_LATE),
        ("won", 20, 20, None, Timing.FORCED),
        ("aborted", 3, 3, 2, None),
        ("out_of_turns", 20, 20, 2, None),
    ],
)
def test_when_a_guess_came(outcome, answers, spent, sufficient_after, timing):
    heard = [asked(number) for number in range(1, answers + 1)]
    one = play(outcome, spent, asked=heard, sufficient_after=sufficient_after)
    assert failures.timing_of(one) == timing


def test_ways_to_fail_that_none_failed_in_are_counted_too():
    assert sum(failures.failures([play("lost")]).values()) == 1
    assert len(failures.failures([])) == 6
