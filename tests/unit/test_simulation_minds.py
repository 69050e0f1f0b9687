from random import Random

import numpy as np
import pytest

from games.players import Deal, Facts
from games.rules import Answer
from games.simulation import minds
from games.simulation.minds import Bent, Known, Mind

# Eight groups of objects, each with one affordance; three questions spell the group in binary.
GROUP = np.repeat(np.arange(8), 6)
KEYS = tuple(f"affordance_{letter}" for letter in "abcdefgh")
KNOWN = Known(
    facts=Facts(
        labels=GROUP[:, np.newaxis] == np.arange(8),
        answers=(GROUP[:, np.newaxis] >> np.arange(3)) % 2 == 1,
    ),
    affordances=KEYS,
    questions=("Is it vrelk?", "Is it quomb?", "Is it tharn?"),
)
DEALS = [Deal(hidden=6 * group, candidates=tuple(range(8)), target=group) for group in range(8)]
BEST = Bent(skill=1, questions=3)


def a_mind(bent=BEST, seed=1):
    return Mind(KNOWN, KEYS, bent, Random(seed))


def test_answers_lead_to_the_candidate_that_they_speak_for():
    mind = a_mind()
    for question, yes in enumerate((True, False, True)):
        mind.hear(question, Answer.YES if yes else Answer.NO)
    assert mind.guess() == KEYS[0b101]


def test_no_more_is_asked_than_the_player_has_patience_for():
    mind = a_mind(Bent(skill=1, questions=2))
    for _ in range(2):
        mind.hear(mind.question(), Answer.YES)
    assert mind.question() is None


def test_a_refused_question_is_followed_by_another_and_does_not_count():
    mind = a_mind(Bent(skill=1, questions=1))
    refused = mind.question()
    mind.be_refused(refused)
    assert mind.question() not in (None, refused)


def test_one_who_knows_nothing_guesses_any():
    guesses = {a_mind(seed=seed).guess() for seed in range(100)}
    assert guesses == set(KEYS)


def test_now_and_then_a_question_is_typed_oddly():
    mind = a_mind()
    typed = [mind.wording(0) for _ in range(2000)]
    # 4% of 2,000 are 80, with a standard deviation of 9.
    odd = [text for text in typed if text != "Is it vrelk?"]
    assert 44 < len(odd) < 116
    assert any(text.startswith("=HYPERLINK") for text in odd)


def test_the_expected_success_of_perfect_players_is_that_they_always_win():
    assert minds.expected_success(KNOWN, DEALS, BEST, Random(1), rounds=3) == 1


def test_the_expected_success_without_a_question_is_one_in_eight():
    # 8 games 400 times: 3,200 guesses, standard deviation sqrt(1/8 * 7/8 / 3200) = 0.006.
    bent = Bent(skill=1, questions=0)
    found = minds.expected_success(KNOWN, DEALS, bent, Random(1), rounds=400)
    assert found == pytest.approx(1 / 8, abs=0.02)


def test_what_the_page_shows_is_all_that_a_mind_is_given():
    shuffled = [KEYS[at] for at in (3, 1, 0, 2, 7, 6, 5, 4)]
    mind = Mind(KNOWN, shuffled, BEST, Random(1))
    for question in range(3):
        mind.hear(question, Answer.NO)
    assert mind.guess() == KEYS[0]
