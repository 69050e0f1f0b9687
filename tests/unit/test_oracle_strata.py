"""Which questions are drawn: of each kind equally many, as far as there are."""

import pytest

from evaluation import oracle_strata
from evaluation.oracle_strata import Stratum, TooFew

SIZE, SHAPE, PART = (Stratum(name, "people") for name in ("size", "shape", "part"))


def members(**sizes: int) -> dict[int, Stratum]:
    strata = [Stratum(name, "people") for name, size in sizes.items() for _ in range(size)]
    return dict(enumerate(strata, start=1))


def test_what_a_small_kind_lacks_the_larger_ones_give_alike():
    # 12 over three kinds are 4 each; the small one has 2, so the others give 5 each.
    sizes = {SIZE: 100, SHAPE: 2, PART: 30}
    assert oracle_strata.shares(sizes, 12) == {SIZE: 5, SHAPE: 2, PART: 5}


def test_what_is_left_over_by_division_is_drawn_too():
    sizes = {SIZE: 9, SHAPE: 9, PART: 9}
    assert sum(oracle_strata.shares(sizes, 10).values()) == 10


def test_all_can_be_drawn():
    everything = members(size=3, shape=5)
    assert sorted(oracle_strata.draw(everything, count=8, seed=1)) == sorted(everything)


def test_the_same_seed_draws_the_same_and_another_seed_others():
    many = members(size=50, shape=50)
    first, again, other = (oracle_strata.draw(many, count=10, seed=s) for s in (7, 7, 8))
    assert first == again != other


def test_one_more_question_displaces_one_at_most():
    many = members(size=50)
    before = set(oracle_strata.draw(many, count=10, seed=7))
    after = set(oracle_strata.draw({**many, 51: SIZE}, count=10, seed=7))
    assert len(before - after) <= 1


@pytest.mark.parametrize("count", [0, 4])
def test_more_than_there_are_is_refused_with_both_numbers(count):
    with pytest.raises(TooFew, match=f"^{count} questions are asked for; 3 can be drawn"):
        oracle_strata.draw(members(size=3), count=count, seed=1)
