from math import log, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import belief
from games.belief import Evidence, Kept
from games.rules import Answer

YES, NO = Answer.YES, Answer.NO
EVEN = belief.uniform(8)
HALF = (1.0,) * 4 + (0.0,) * 4
QUARTER = (1.0,) * 2 + (0.0,) * 6
EIGHTH = (1.0,) + (0.0,) * 7
ALL = (1.0,) * 8


def h(p):
    return -p * log2(p) - (1 - p) * log2(1 - p)


def test_an_even_split_is_worth_one_bit_and_was_expected_to_be():
    # Mass doubles on 4 candidates: 4 * 1/4 * log2((1/4) / (1/8)) = 1. Expected: h(1/2) - 0 = 1.
    seen = belief.observe(EVEN, HALF, YES, eps=0)
    assert (seen.gain, seen.expected_gain) == (pytest.approx(1), pytest.approx(1))


def test_the_rare_answer_to_a_2_to_6_split_is_worth_two_bits():
    # 2 * 1/2 * log2((1/2) / (1/8)) = 2. Expected: h(2/8) = 0.811.
    seen = belief.observe(EVEN, QUARTER, YES, eps=0)
    assert seen.gain == pytest.approx(2)
    assert seen.expected_gain == pytest.approx(h(2 / 8)) == pytest.approx(0.811, abs=5e-4)


def test_the_rare_answer_to_a_1_to_7_split_is_worth_three_bits():
    # 1 * log2(1 / (1/8)) = 3. Expected: h(1/8) = 0.544.
    seen = belief.observe(EVEN, EIGHTH, YES, eps=0)
    assert seen.gain == pytest.approx(3)
    assert seen.expected_gain == pytest.approx(h(1 / 8)) == pytest.approx(0.544, abs=5e-4)


def test_the_common_answer_to_a_1_to_7_split_is_worth_a_fifth_of_a_bit():
    # 7 * 1/7 * log2((1/7) / (1/8)) = log2(8/7) = 0.193.
    seen = belief.observe(EVEN, EIGHTH, NO, eps=0)
    assert seen.gain == pytest.approx(log2(8 / 7)) == pytest.approx(0.193, abs=5e-4)


@pytest.mark.parametrize("eps", [0, 0.05])
def test_a_question_true_of_all_candidates_is_useless(eps):
    seen = belief.observe(EVEN, ALL, YES, eps)
    assert (seen.gain, seen.expected_gain, seen.useless) == (0, 0, True)


def test_a_question_that_splits_the_candidates_is_not_useless():
    assert not belief.observe(EVEN, EIGHTH, NO).useless


@pytest.mark.parametrize(("eps", "bits"), [(0.05, 0.714), (0.1, 0.531), (0.3, 0.119)])
def test_clipping_takes_the_entropy_of_the_clip_off_an_even_split(eps, bits):
    # Mass is (1 - eps)/4 on four and eps/4 on four; the prior is 1/8 each:
    # (1 - eps) log2(2 (1 - eps)) + eps log2(2 eps) = 1 - h(eps).
    seen = belief.observe(EVEN, HALF, YES, eps)
    assert seen.gain == pytest.approx(1 - h(eps)) == pytest.approx(bits, abs=5e-4)


def test_the_opposite_answer_to_the_same_split_returns_the_belief_to_uniform():
    # 19 to 1 against, then 1 to 19 for: even again. KL(uniform || clipped split):
    # 1/2 log2((1/8) / (0.95/4)) + 1/2 log2((1/8) / (0.05/4)) = -1 - 1/2 log2(0.95 * 0.05) = 1.198.
    first = belief.observe(EVEN, HALF, YES)
    second = belief.observe(first.belief, HALF, NO)
    assert second.gain == pytest.approx(1.198, abs=5e-4)
    assert second.belief == pytest.approx(EVEN)


def test_a_surprise_gains_information_while_entropy_grows():
    # 0.9 on the first, 0.1/7 on each other. The answer favours the others 19 to 1:
    # first 0.9 * 0.05 = 0.045, others 0.1 * 0.95 = 0.095 together, so 0.321 and 0.679 / 7 each.
    prior = np.array([0.9] + [0.1 / 7] * 7)
    seen = belief.observe(prior, EIGHTH, NO)
    assert seen.belief[0] == pytest.approx(0.045 / 0.140)
    assert seen.gain > 0 > seen.entropy_drop


def test_a_game_without_candidates_keeps_its_empty_belief_and_says_why():
    seen = belief.observe((), (), YES)
    assert (seen.belief, seen.gain, seen.kept) == ((), 0, Kept.NO_CANDIDATES)


def test_an_answer_that_no_candidate_allows_keeps_the_prior_and_says_why():
    # Likelihood 1 for all and the answer no: the mass is 8 * 1/8 * 0 = 0.
    seen = belief.observe(EVEN, ALL, NO, eps=0)
    assert (seen.belief, seen.gain, seen.kept) == (tuple(EVEN), 0, Kept.ZERO_MASS)


def test_an_answer_that_only_ruled_out_candidates_allow_keeps_the_prior():
    # All mass is on the last candidate, which the question is never true of.
    certain = (0.0,) * 7 + (1.0,)
    seen = belief.observe(certain, HALF, YES, eps=0)
    assert (seen.belief, seen.kept) == (certain, Kept.ZERO_MASS)


def test_no_yes_and_no_no_keeps_the_prior_and_says_why():
    seen = belief.observe(EVEN, HALF, Answer.CANNOT_TELL)
    assert (seen.belief, seen.gain, seen.kept) == (tuple(EVEN), 0, Kept.NO_ANSWER)


@pytest.mark.parametrize("eps", [-0.1, 0.5])
def test_a_clip_outside_its_range_is_refused_by_name(eps):
    with pytest.raises(ValueError, match=f"eps is {eps}"):
        belief.observe(EVEN, HALF, YES, eps)


masses = st.lists(st.floats(0.001, 1), min_size=8, max_size=8).map(
    lambda weights: np.array(weights) / sum(weights)
)
chances = st.lists(st.floats(0, 1), min_size=8, max_size=8).map(np.array)
subsets = st.lists(st.booleans(), min_size=8, max_size=8).filter(any)


@given(subsets, subsets)
def test_gain_is_the_drop_of_entropy_for_hard_answers_on_an_even_set(standing, true_of):
    prior = np.array(standing) / sum(standing)
    seen = belief.observe(prior, np.array(true_of, dtype=float), YES, eps=0)
    assert seen.gain == pytest.approx(seen.entropy_drop, abs=1e-9)


@given(masses, chances, st.sampled_from([0, 0.05, 0.3]))
def test_the_gain_averaged_over_answers_is_the_expected_gain(prior, likelihood, eps):
    yes, no = (belief.observe(prior, likelihood, answer, eps) for answer in (YES, NO))
    chance = float(prior @ belief.clip(likelihood, eps))
    assert chance * yes.gain + (1 - chance) * no.gain == pytest.approx(yes.expected_gain, abs=1e-9)


@given(masses, chances)
def test_no_question_is_expected_to_be_worth_more_than_one_bit(prior, likelihood):
    assert 0 <= belief.expected_gain(prior, likelihood) <= 1


@given(masses, chances, st.sampled_from([YES, NO]))
def test_a_gain_lies_between_0_and_the_surprise_of_the_answer(prior, likelihood, answer):
    clipped = belief.clip(likelihood)
    mass = float(prior @ (clipped if answer == YES else 1 - clipped))
    assert 0 <= belief.observe(prior, likelihood, answer).gain <= -log2(mass) + 1e-9


@given(masses, chances, st.sampled_from([YES, NO]), st.sampled_from([0, 0.05]))
def test_a_belief_always_adds_up_to_one(prior, likelihood, answer, eps):
    assert sum(belief.observe(prior, likelihood, answer, eps).belief) == pytest.approx(1)


def test_many_questions_are_weighed_at_once():
    worth = belief.expected_gain(EVEN, np.array([HALF, QUARTER, ALL]))
    assert worth == pytest.approx([1, h(1 / 4), 0])


# Affordances a, b, c. Objects 0 to 2 have a alone, 3 has b alone, 4 has both, 5 has c alone.
LABELS = np.array(
    [[1, 0, 0], [1, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]],
    dtype=bool,
)


def test_a_likelihood_is_the_smoothed_share_of_objects_with_that_candidate_alone():
    # a: objects 0, 1, 2 say yes, yes, no: (2 + 1) / (3 + 2). b: object 3 says no: 1 / 3.
    answers = np.array([1, 1, 0, 0, 1, 1])
    found = belief.likelihoods(LABELS, answers, candidates=[0, 1])
    assert found == pytest.approx([3 / 5, 1 / 3])


def test_the_hidden_object_is_left_out_of_its_own_game():
    # a without object 0: yes, no: (1 + 1) / (2 + 2).
    answers = np.array([1, 1, 0, 0, 1, 1])
    found = belief.likelihoods(LABELS, answers, candidates=[0, 1], hidden=0)
    assert found[0] == pytest.approx(1 / 2)


def test_a_candidate_that_no_object_has_alone_takes_the_catalogue_share():
    # b has only object 3, which is hidden. The others say 1, 1, 0, 1, 1: (4 + 1) / (5 + 2).
    answers = np.array([1, 1, 0, 0, 1, 1])
    found = belief.likelihoods(LABELS, answers, candidates=[0, 1], hidden=3)
    assert found[1] == pytest.approx(5 / 7)


def test_an_unknown_answer_counts_neither_as_yes_nor_as_no():
    # a: yes, unknown, no: (1 + 1) / (2 + 2).
    answers = np.array([True, None, False, False, True, True], dtype=object)
    found = belief.likelihoods(LABELS, answers, candidates=[0, 1])
    assert found[0] == pytest.approx(1 / 2)


def test_a_question_without_any_known_answer_is_an_even_chance():
    found = belief.likelihoods(LABELS, np.full(6, np.nan), candidates=[0, 1])
    assert found == pytest.approx([1 / 2, 1 / 2])


def test_likelihoods_follow_the_order_of_the_candidates():
    answers = np.array([1, 1, 0, 0, 1, 1])
    found = belief.likelihoods(LABELS, answers, candidates=[1, 0])
    assert found == pytest.approx([1 / 3, 3 / 5])


def test_a_play_adds_up_its_gains_and_nets_what_is_left():
    # Two clipped even splits across each other: 2 * (1 - h(0.05)) both summed and net.
    other_half = (1.0, 1.0, 0.0, 0.0) * 2
    turns = [Evidence("MATERIAL:metal", HALF, YES), Evidence("SHAPE:flat", other_half, NO)]
    path = belief.trace(turns)
    assert path.total_gain == pytest.approx(2 * (1 - h(0.05)))
    assert path.net_gain == pytest.approx(path.total_gain)


def test_the_sum_of_gains_over_counts_a_contradiction_that_the_net_gain_does_not():
    # 0.714 there, 1.198 back to uniform: 1.912 summed, 0 net.
    turns = [Evidence("SURFACE:smooth", HALF, YES), Evidence("SURFACE:even", HALF, NO)]
    path = belief.trace(turns)
    assert path.total_gain == pytest.approx(0.714 + 1.198, abs=1e-3)
    assert path.net_gain == pytest.approx(0, abs=1e-9)


@given(st.lists(st.tuples(chances, st.sampled_from([YES, NO])), max_size=6))
def test_the_net_gain_is_three_bits_less_the_entropy_that_is_left(asked):
    turns = [Evidence(str(n), tuple(chance), answer) for n, (chance, answer) in enumerate(asked)]
    path = belief.trace(turns)
    assert path.net_gain == pytest.approx(3 - belief.entropy(path.belief), abs=1e-9)


def test_a_repeated_question_moves_nothing_and_is_flagged():
    turn = Evidence("SIZE:heavy", HALF, YES)
    first, second = belief.trace([turn, turn]).observations
    assert (second.gain, second.repeat, first.repeat) == (0, True, False)
    assert second.belief == first.belief


def test_a_question_that_was_not_answered_may_be_asked_again():
    turns = [Evidence("SIZE:heavy", HALF, Answer.CANNOT_TELL), Evidence("SIZE:heavy", HALF, YES)]
    assert not belief.trace(turns).observations[1].repeat


def test_a_question_that_the_judge_cannot_read_moves_nothing_and_is_not_useless():
    turns = [Evidence("SURFACE:splindow", None, YES), Evidence("SIZE:heavy", HALF, YES)]
    unread, heard = belief.trace(turns).observations
    assert (unread.unread, unread.useless, unread.belief) == (True, False, tuple(EVEN))
    assert not heard.unread and heard.gain > 0


def test_a_play_without_answers_stays_even():
    path = belief.trace([])
    assert (path.belief, path.total_gain, path.net_gain) == (tuple(EVEN), 0, 0)


def test_evidence_is_sufficient_once_the_belief_in_the_target_passes_the_threshold():
    # 19 to 1 for the first candidate: 0.95 / (0.95 + 7 * 0.05) = 0.731, below 0.8.
    # Again: 0.95^2 / (0.95^2 + 7 * 0.05^2) = 0.981.
    turns = [Evidence("SHAPE:a", EIGHTH, YES), Evidence("SHAPE:b", EIGHTH, YES)]
    path = belief.trace(turns)
    assert (path.sufficient_after(0), path.sufficient_after(1)) == (2, None)


def test_a_person_believes_evenly_in_what_is_not_crossed_out():
    # 0.99 / 2 + 0.01 / 8 on each of two, 0.01 / 8 on each of six.
    own = belief.own_from_marks([True] * 6 + [False] * 2, tuple(EVEN))
    assert own.belief == pytest.approx([0.00125] * 6 + [0.49625] * 2)


def test_crossing_out_everything_keeps_the_belief_before():
    before = (0.3,) + (0.1,) * 7
    own = belief.own_from_marks([True] * 8, before)
    assert (own.belief, own.kept) == (before, Kept.ZERO_MASS)


def test_a_model_believes_as_its_letters_are_likely():
    # A: 0.4 + 0.2 in two spellings, B: 0.2, and 0.2 on no letter: 3/4 and 1/4 of what counts.
    first_token = {"A": log(0.4), " A": log(0.2), "B": log(0.2), "The": log(0.2)}
    own = belief.own_from_logprobs(first_token, "ABCDEFGH", tuple(EVEN))
    assert own.belief[:3] == pytest.approx([0.99 * 3 / 4 + 0.00125, 0.99 / 4 + 0.00125, 0.00125])


def test_a_backend_without_log_probabilities_has_no_belief_rather_than_none_gained():
    assert belief.own_from_logprobs({}, "ABCDEFGH", tuple(EVEN)) is None


def test_a_reply_that_names_no_letter_keeps_the_belief_before():
    own = belief.own_from_logprobs({"I": log(0.9)}, "ABCDEFGH", tuple(EVEN))
    assert (own.belief, own.kept) == (tuple(EVEN), Kept.ZERO_MASS)


def test_the_gain_between_two_own_beliefs_is_finite_though_all_was_crossed_out_but_one():
    one = belief.own_from_marks([False] + [True] * 7, tuple(EVEN)).belief
    other = belief.own_from_marks([True] * 7 + [False], tuple(EVEN)).belief
    assert belief.information_gain(other, one) < 10


def test_gaining_mass_that_was_not_there_is_infinite():
    assert belief.information_gain([0.5, 0.5], [1.0, 0.0]) == float("inf")
