"""What is asked and refused, of a few questions."""

import pytest

from evaluation.metrics import profile
from evaluation.metrics.intervals import Undefined
from tests.unit.ended import DRAWN, asked, play, refused


def test_shares_of_dimensions_are_of_what_was_read():
    # Two of material, one of shape, one not read: shares 2/3 and 1/3 of three.
    plays = [play(asked=[asked(dimension=d)]) for d in ("material", "shape", "material", "")]
    (turn,) = profile.dimensions_by_turn(plays)
    assert turn.shares == {"material": 2 / 3, "shape": 1 / 3, "size": 0, "surface": 0}
    assert (turn.read, turn.unread) == (3, 1)


def test_a_turn_of_which_nothing_was_read_has_no_shares_and_is_counted():
    (turn,) = profile.dimensions_by_turn([play(asked=[asked()])])
    assert (turn.shares, turn.read, turn.unread) == ({}, 0, 1)


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
    ("probe", "dimension"),
    [
        ("SIZE:larger_than_hand", "size"),
        ("MATERIAL:metal, SHAPE:round", ""),
        ("MATERIAL:metal, MATERIAL:wood", ""),
        ("", ""),
    ],
)
def test_the_dimension_is_of_the_one_property_that_is_probed(probe, dimension):
    assert profile.dimension_of(probe) == dimension
