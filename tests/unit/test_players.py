from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from games import players
from games.players import Deal, Facts

# Affordances 0 to 2. Objects 0 and 1 have 0 alone, 2 has 1 alone, 3 has 2 alone, 4 has 0 and 1.
LABELS = np.array([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]], dtype=bool)
DEAL = Deal(hidden=0, candidates=(1, 0, 2), target=0)


def facts(*answers):
    return Facts(LABELS, np.array(answers, dtype=bool))


def brute_force(world, deal):
    """The size of the smallest set of questions that settles the game, straight from its text."""
    alone = world.labels[:, list(deal.candidates)].sum(axis=1) == 1
    for size in range(world.answers.shape[1] + 1):
        for chosen in combinations(range(world.answers.shape[1]), size):
            asked = world.answers[:, list(chosen)]
            agree = (asked == asked[deal.hidden]).all(axis=1) & alone
            agree[deal.hidden] = False
            if world.labels[agree, deal.target].all():
                return size
    return None


@st.composite
def small_worlds(draw):
    objects, questions = draw(st.integers(2, 9)), draw(st.integers(1, 6))
    labels = draw(arrays(bool, (objects, 4)))
    answers = draw(arrays(bool, (objects, questions)))
    hidden, target = draw(st.integers(0, objects - 1)), draw(st.integers(0, 3))
    labels[hidden] = np.arange(4) == target
    return Facts(labels, answers), Deal(hidden, (0, 1, 2, 3), target)


@settings(max_examples=300)
@given(small_worlds())
def test_optimal_asks_as_few_questions_as_trying_all_sets_finds(small):
    world, deal = small
    found = players.find_optimum(world, deal).questions
    assert (None if found is None else len(found)) == brute_force(world, deal)


@settings(max_examples=200)
@given(small_worlds())
def test_the_questions_of_optimal_rule_out_every_rival(small):
    world, deal = small
    found = players.find_optimum(world, deal).questions
    assume(found is not None)
    only_these = Facts(world.labels, world.answers[:, list(found)])
    assert brute_force(only_these, deal) is not None


def test_optimal_needs_one_question_where_one_tells_the_target_from_all_rivals():
    # Question 1 is true of 0, 1 and 4; the rivals 2 and 3 both differ from 0 there.
    world = facts([1, 1], [0, 1], [1, 0], [0, 0], [0, 1])
    assert players.find_optimum(world, DEAL).questions == (1,)


def test_optimal_needs_two_questions_where_each_rules_out_one_rival():
    # Object 2 differs from 0 on question 0 only, object 3 on question 1 only.
    world = facts([1, 1], [1, 1], [0, 1], [1, 0], [1, 1])
    assert players.find_optimum(world, DEAL).questions == (0, 1)


def test_optimal_names_the_objects_that_no_question_tells_apart():
    # Object 3 has the answers of object 0 but another candidate.
    world = facts([1, 1], [1, 0], [0, 1], [1, 1], [0, 0])
    found = players.find_optimum(world, DEAL)
    assert (found.questions, found.remaining) == (None, (3,))


def test_an_object_with_two_candidates_is_no_rival():
    # Object 4 answers as object 0 does, but has 0 and 1.
    world = facts([1], [0], [0], [0], [1])
    assert players.find_optimum(world, DEAL).questions == (0,)


def test_optimal_asks_nothing_where_there_is_no_rival():
    world = Facts(LABELS[:2], np.array([[1], [0]], dtype=bool))
    assert players.find_optimum(world, DEAL).questions == ()


def test_optimal_does_not_win_a_game_that_cannot_be_settled():
    world = facts([1], [1], [1], [1], [1])
    assert players.play_optimal(world, DEAL) == players.Played((), None, won=False)


def many_objects(objects=200, questions=40, seed=5):
    """Objects whose answers follow from one group each; the affordance is the group."""
    rng = np.random.default_rng(seed)
    group = rng.integers(0, 8, objects)
    labels = group[:, np.newaxis] == np.arange(8)
    profile = rng.random((8, questions)) < 0.5
    return Facts(labels, profile[group] ^ (rng.random((objects, questions)) < 0.05))


WORLD = many_objects()
DEALS = [Deal(row, tuple(range(8)), int(np.flatnonzero(WORLD.labels[row])[0])) for row in range(40)]


def won(plays):
    return sum(play.won for play in plays)


def test_fix20q_always_asks_its_whole_list_in_order():
    list_of_20 = tuple(range(20))
    plays = [players.play_fixed(WORLD, deal, list_of_20) for deal in DEALS]
    assert {play.asked for play in plays} == {list_of_20}


def test_fix20q_guesses_what_its_answers_speak_for():
    plays = [players.play_fixed(WORLD, deal, tuple(range(20))) for deal in DEALS]
    assert won(plays) >= 36


def test_greedy_wins_with_fewer_questions_than_it_has():
    plays = [players.play_greedy(WORLD, deal) for deal in DEALS]
    # Guesses at a belief of 0.8: 32 of 40 expected, standard deviation 2.5; chance wins 5.
    assert won(plays) >= 25
    assert max(len(play.asked) for play in plays) < 20


def test_greedy_never_asks_a_question_twice():
    plays = [players.play_greedy(WORLD, deal, threshold=1.1) for deal in DEALS]
    assert {len(set(play.asked)) for play in plays} == {20}


def test_greedy_stops_when_the_pool_is_empty():
    small_pool = Facts(WORLD.labels, WORLD.answers[:, :3])
    assert len(players.play_greedy(small_pool, DEALS[0], threshold=1.1).asked) == 3


def test_greedy_asks_first_what_it_expects_most_of():
    # Question 1 parts the candidates evenly, question 0 is true of all objects.
    answers = np.ones((200, 2), dtype=bool)
    answers[:, 1] = WORLD.labels[:, :4].any(axis=1)
    assert players.play_greedy(Facts(WORLD.labels, answers), DEALS[0]).asked[0] == 1


def test_full_skill_plays_as_greedy_does():
    noisy = [players.play_noisy(WORLD, deal, skill=1, rng=Random(1)) for deal in DEALS]
    assert noisy == [players.play_greedy(WORLD, deal) for deal in DEALS]


def test_without_skill_more_questions_are_needed():
    def asked(skill):
        rng = Random(1)
        plays = [players.play_noisy(WORLD, deal, skill=skill, rng=rng) for deal in DEALS]
        return sum(len(play.asked) for play in plays)

    assert asked(0) > asked(1)


def test_the_same_random_source_gives_the_same_play():
    plays = [players.play_noisy(WORLD, DEALS[0], skill=0.5, rng=Random(9)) for _ in range(2)]
    assert plays[0] == plays[1]


@pytest.mark.parametrize("skill", [-0.1, 1.1])
def test_a_skill_outside_0_to_1_is_refused_by_name(skill):
    with pytest.raises(ValueError, match=f"skill is {skill}"):
        players.play_noisy(WORLD, DEALS[0], skill=skill, rng=Random(1))


def test_random_asks_nothing_and_wins_an_eighth():
    # 8,000 plays at 1/8: 1,000 wins, standard deviation sqrt(8000 * 1/8 * 7/8) = 30.
    rng = np.random.default_rng(4)
    plays = [players.play_random(DEALS[0], rng) for _ in range(8000)]
    assert abs(won(plays) - 1000) < 120
    assert {play.asked for play in plays} == {()}


def test_the_hidden_object_teaches_nothing_about_its_own_game():
    # Only object 0 has the target alone: its own answer must not make it certain.
    labels = np.array([[1, 0], [0, 1], [0, 1], [0, 1]], dtype=bool)
    answers = np.array([[1], [1], [1], [1]], dtype=bool)
    play = players.play_greedy(Facts(labels, answers), Deal(0, (0, 1), 0))
    # Both candidates then have (3 + 1) / (3 + 2) = 0.8: even, so the first is guessed.
    assert play.guessed == 0


def test_a_target_that_is_no_candidate_is_refused():
    with pytest.raises(ValueError, match="Target 9 is not among"):
        Deal(0, (1, 2), 9)


def test_labels_and_answers_of_different_objects_are_refused():
    with pytest.raises(ValueError, match="5 objects, answers of 4"):
        Facts(LABELS, np.zeros((4, 2), dtype=bool))
