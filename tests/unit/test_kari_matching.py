import numpy as np
import pytest

from evaluation.kari.matching import Matched, match

# Unit vectors in the plane: their cosines are the products of their coordinates.
EAST, NORTH, BETWEEN = [1.0, 0.0], [0.0, 1.0], [0.8, 0.6]


def vectors(*rows):
    return np.array(rows, dtype=np.float32).reshape(len(rows), 2)


def test_the_most_similar_rule_is_taken_if_it_is_above_the_threshold():
    first, second = match(vectors(BETWEEN, NORTH), vectors(NORTH, EAST))
    assert first == Matched(1, pytest.approx(0.8))
    assert second == Matched(0, pytest.approx(1.0))
    assert match(vectors(BETWEEN), vectors(NORTH)) == (None,)


def test_the_threshold_itself_is_not_above_it():
    assert match(vectors(EAST), vectors(EAST), threshold=1.0) == (None,)
    assert match(vectors(EAST), vectors(EAST), threshold=0.99) == (Matched(0, 1.0),)


def test_of_equally_similar_rules_the_first_is_taken():
    assert match(vectors(EAST), vectors(EAST, EAST)) == (Matched(0, 1.0),)


def test_without_rules_there_is_no_match():
    assert match(vectors(EAST, NORTH), vectors()) == (None, None)
    assert match(vectors(), vectors(EAST)) == ()
