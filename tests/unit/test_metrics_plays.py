"""Success, turns, gains, profile, failures and times of a few plays, by hand."""

import pytest

from evaluation.metrics import failures, information, profile, success, times
from evaluation.metrics.failures import Failure, Timing
from evaluation.metrics.intervals import Resampling, Undefined
from evaluation.metrics.plays import EndedPlay, Question, grouped
from evaluation.metrics.summary import summarise
from evaluation.metrics.times import Quartiles
from games.rules import Outcome

DRAWN = Resampling()


def play(outcome="won", spent=4, *, player="a", asked=(), **fields) -> EndedPlay:
    return EndedPlay(
        player=player, game="g", target="t", requires=1, outcome=Outcome(outcome), spent=spent,
        questions=tuple(asked), **fields,
    )  # fmt: skip


def asked(number=1, gain=0.5, **fields) -> Question:
    return Question(number, gain=gain, expected_gain=gain, **fields)


def refused(number=1, reason="not_yes_no", *, spent=False) -> Question:
    return Question(number, spent, reason=reason)


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


def test_every_player_counts_the_same_in_the_average():
    # a solved 1 of 1, b 0 of 3: their mean is 1/2, pooled it is 1/4.
    plays = [play("won"), *[play("lost", player="b")] * 3]
    summary = summarise(plays, DRAWN)
    assert (summary.average.rate.value, summary.average.rate.n) == (0.5, 2)
    assert (summary.pooled.rate.value, summary.pooled.rate.n) == (0.25, 4)


def test_a_player_without_a_solved_play_is_left_out_of_average_turns():
    plays = [play("won", 6), play("lost", player="b")]
    average = summarise(plays, DRAWN).average
    assert (average.turns_when_solved.value, average.turns_when_solved.n) == (6, 1)


def test_no_plays_give_no_figure_and_no_error():
    summary = summarise([], DRAWN)
    assert summary.average.rate == summary.pooled.rate == Undefined("nothing_counted")
    assert (summary.gain_by_turn, summary.profile) == ([], [])


def test_groups_stand_in_the_order_of_their_keys():
    plays = [play(player="b"), play(player="a"), play(player="b")]
    assert {key: len(group) for key, group in grouped(plays, lambda p: p.player).items()} == {
        "a": 1,
        "b": 2,
    }


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
    share = information.share_of_answered([[one]], lambda question: question.repeat, DRAWN)
    assert (share.value, share.n) == (1 / 4, 4)


@pytest.mark.parametrize(("gain", "repeat", "so"), [(0.04, False, True), (0.05, False, False)])
def test_a_question_is_nearly_useless_below_a_twentieth_of_a_bit(gain, repeat, so):
    assert information.nearly_useless(asked(gain=gain, repeat=repeat)) is so


def test_a_repeat_is_not_also_nearly_useless():
    assert not information.nearly_useless(asked(gain=0.0, repeat=True))


def test_shares_of_dimensions_are_of_what_was_read():
    # Two of material, one of shape, one not read: shares 2/3 and 1/3 of three.
    plays = [play(asked=[asked(dimension=d)]) for d in ("material", "shape", "material", "")]
    (turn,) = profile.dimensions_by_turn(plays)
    assert turn.shares == {"material": 2 / 3, "shape": 1 / 3, "size": 0, "surface": 0}
    assert (turn.read, turn.unread) == (3, 1)


def test_a_turn_of_which_nothing_was_read_has_no_shares():
    assert profile.dimensions_by_turn([play(asked=[asked()])]) == []


def test_the_refusal_rate_is_of_all_that_was_sent():
    one = play(asked=[asked(1), refused(2), refused(2, "category_or_identity"), asked(2)])
    found = profile.refusals([[one]], DRAWN)
    assert (found.attempts, found.rate.value) == (4, 2 / 4)
    assert found.by_reason == {"not_yes_no": 1, "category_or_identity": 1}


def test_no_questions_have_no_refusal_rate():
    assert profile.refusals([[play()]], DRAWN).rate == Undefined("nothing_counted")


def test_a_third_refusal_forfeits_one_turn():
    assert profile.forfeits([play(asked=[refused(), refused(), refused(spent=True)])]) == 1


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
    assert len(failures.failures([])) == 5


def test_quartiles_lie_between_neighbours():
    # Of four values the quartiles stand at places 0.75, 1.5 and 2.25, counted from 0:
    # 10 + 0.75 x 10, 20 + 0.5 x 10, 30 + 0.25 x 10. What was not measured is stated.
    found = times.quartiles([40, 10, None, 30, 20])
    assert found == Quartiles(low=17.5, median=25, high=32.5, n=4, missing=1)


def test_quartiles_are_those_of_definition_seven_of_hyndman_and_fan_1996():
    # R's default, quantile(1:10): 3.25, 5.5, 7.75.
    assert times.quartiles(range(1, 11)) == Quartiles(3.25, 5.5, 7.75, n=10)


@pytest.mark.parametrize("values", [[], [None, None]])
def test_times_that_nobody_measured_are_undefined(values):
    assert times.quartiles(values) == Undefined("nothing_counted")
