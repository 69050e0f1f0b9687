"""FIX20Q's list: the questions worth most, two or more of each dimension."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from games import belief, catalogue_games, fixed_list, formats, pool
from games.management import catalogue_folders
from games.roles import Pair
from games.sheets import Dimension

STARTER = Path(fixed_list.__file__).parent / "catalogue" / "starter-1"


@pytest.fixture(scope="module")
def content():
    return formats.read_catalogue(catalogue_folders.files_in(STARTER)).content


@pytest.fixture(scope="module")
def facts(content):
    return catalogue_games.facts_of(content)


@pytest.fixture(scope="module")
def questions(content):
    broader = {Pair(row.dimension, row.value): row.broader for row in content.vocabulary}
    return pool.build([row.sheet for row in content.objects], broader)


@pytest.fixture(scope="module")
def deals(content):
    return [deal for _, deal in catalogue_games.deals_of(content)][:40]


def worth(facts, deals):
    """The mean gain of each question as a game begins, from the belief's own definition."""
    gains = []
    for deal in deals:
        table = belief.likelihood_table(
            facts.labels, facts.answers, candidates=deal.candidates, hidden=deal.hidden
        )
        even = belief.uniform(len(deal.candidates))
        gains.append(belief.expected_gain(even, belief.clip(table)))
    return np.mean(gains, axis=0)


def test_the_list_has_twenty_questions_the_best_first(facts, questions, deals):
    kept = fixed_list.fixed_list(facts, questions, deals)
    gains = worth(facts, deals)
    assert len(set(kept)) == len(kept) == fixed_list.COUNT
    assert kept[0] == gains.argmax()
    assert list(gains[list(kept)]) == sorted(gains[list(kept)], reverse=True)


def test_each_dimension_has_two_and_the_rest_are_the_best(facts, questions, deals):
    kept = fixed_list.fixed_list(facts, questions, deals)
    gains = worth(facts, deals)
    by_dimension = Counter(questions.questions[at].pair.dimension for at in kept)
    assert all(by_dimension[dimension] >= 2 for dimension in Dimension)
    worse_than_one_left_out = [
        at for at in kept if gains[at] < max(gains[q] for q in range(len(gains)) if q not in kept)
    ]
    assert all(by_dimension[questions.questions[at].pair.dimension] == 2
               for at in worse_than_one_left_out)  # fmt: skip


def test_no_games_make_no_list(facts, questions):
    with pytest.raises(ValueError, match="has no games"):
        fixed_list.fixed_list(facts, questions, [])
