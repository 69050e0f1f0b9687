"""Gains by a player's own belief, by hand."""

import pytest

from evaluation import own_beliefs
from evaluation.own_beliefs import NOT_KNOWN, Crossing, Held

EVEN, HALF, SURE = (0.25,) * 4, (0.5, 0.5, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)


def test_each_turn_is_worth_what_its_answer_moved():
    # From four to two candidates is 1 bit, from two to one another; 2 bits are left in the end.
    found = own_beliefs.gains([Held(1, EVEN), Held(2, HALF), Held(3, SURE)])
    assert found.by_turn == {1: 1, 2: 1}
    assert (found.total, found.net) == (2, 2)


def test_a_refusal_belongs_to_its_turn():
    # The belief before the answer is that of the attempt which was answered.
    found = own_beliefs.gains([Held(1, EVEN), Held(1, HALF), Held(2, SURE), Held(2, HALF)])
    assert found.by_turn == {1: 1}
    assert found.net == 1


def test_a_turn_beside_one_without_a_belief_is_not_known():
    found = own_beliefs.gains([Held(1, EVEN), Held(2, HALF), Held(4, SURE)])
    assert found.by_turn == {1: 1}


@pytest.mark.parametrize("held", [[], [Held(1, EVEN)]])
def test_fewer_than_two_beliefs_tell_nothing(held):
    assert own_beliefs.gains(held) == NOT_KNOWN


def test_beliefs_of_turns_apart_have_a_net_gain_alone():
    found = own_beliefs.gains([Held(1, EVEN), Held(3, HALF)])
    assert (found.by_turn, found.total, found.net) == ({}, None, 1)


def test_who_crosses_nothing_out_tells_nothing():
    assert own_beliefs.of_crossings([], "abcd", spent=5) == []


def test_a_person_holds_what_is_not_crossed_out():
    # Nothing before the first answer; a and b out after it, a back after the second.
    crossed = [Crossing("a", True, 1), Crossing("b", True, 1), Crossing("a", False, 2)]
    first, second, third = own_beliefs.of_crossings(crossed, "abcd", spent=2)
    assert [each.number for each in (first, second, third)] == [1, 2, 3]
    assert first.belief == pytest.approx(EVEN)
    assert second.belief == pytest.approx((0.0025, 0.0025, 0.4975, 0.4975))
    assert third.belief == pytest.approx((0.3325, 0.0025, 0.3325, 0.3325), abs=1e-4)


def test_who_crosses_all_out_keeps_what_was_held():
    held = own_beliefs.of_crossings([Crossing(each, True, 1) for each in "abcd"], "abcd", spent=1)
    assert held[1].belief == pytest.approx(EVEN)


def test_a_mark_made_before_the_first_question_holds_from_the_start():
    (only,) = own_beliefs.of_crossings([Crossing("a", True, 0)], "ab", spent=0)
    assert only.belief == pytest.approx((0.005, 0.995))
