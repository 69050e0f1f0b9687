"""Who judges which unit next."""

import os
import subprocess
import sys
from collections import Counter
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.allocation import Policy, ahead, lay_out, next_unit, order, with_gold

UNITS = [(f"{block}{number}", block) for block in "abcdef" for number in range(6)]
BLOCKS = dict(UNITS)
SHUFFLED = [Policy.SHUFFLED_BLOCKS, Policy.SHUFFLED]


def ordered(units=UNITS, rater="ann", policy=Policy.SHUFFLED_BLOCKS, seed="s"):
    return order(units, seed=seed, rater=rater, policy=policy)


def following(keys, taken=(), mine=(), for_all=(), seats=1):
    """The next unit of keys whose first letter is their block."""
    blocks = {key: key[0] for key in keys}
    return next_unit(keys, dict(taken), mine, seats=seats, blocks=blocks, for_all=for_all)


@pytest.mark.parametrize("policy", Policy)
def test_an_order_has_each_unit_once(policy):
    assert sorted(ordered(policy=policy)) == sorted(BLOCKS)


def test_units_as_given_stand_as_given():
    assert ordered(policy=Policy.AS_GIVEN) == list(BLOCKS)


@pytest.mark.parametrize("policy", SHUFFLED)
def test_a_shuffled_order_is_of_its_seed_and_rater_alone(policy):
    first = ordered(policy=policy)
    assert ordered(UNITS[::-1], policy=policy) == first
    assert ordered(rater="ben", policy=policy) != first
    assert ordered(seed="t", policy=policy) != first


def test_a_number_is_as_good_a_seed():
    assert ordered(seed=7) == ordered(seed="7") != ordered(seed=8)


def test_seed_and_rater_do_not_run_into_each_other():
    assert ordered(seed="s", rater="1:x") != ordered(seed="s:1", rater="x")


def test_units_of_a_block_stand_together_and_shuffled():
    by_block = [list(keys) for _, keys in groupby(ordered(), BLOCKS.get)]
    assert len(by_block) == 6
    assert [keys[0][0] for keys in by_block] != sorted("abcdef")
    assert any(keys != sorted(keys) for keys in by_block)


@pytest.mark.parametrize("policy", SHUFFLED)
def test_units_added_later_leave_the_order_of_the_others(policy):
    more = [*UNITS, ("g0", "g"), ("a9", "a")]
    kept = [key for key in ordered(more, policy=policy) if key in BLOCKS]
    assert kept == ordered(policy=policy)


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_no_process_has_an_order_of_its_own(hash_seed):
    code = (
        "from annotation.allocation import order\n"
        f"print(order({UNITS!r}, seed='s', rater='ann', policy='shuffled_blocks'))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    printed = subprocess.check_output([sys.executable, "-c", code], env=environment, text=True)
    assert printed.strip() == str(ordered())


@pytest.mark.parametrize("policy", SHUFFLED)
def test_every_unit_comes_first_for_about_as_many_raters(policy):
    # 600 raters and 6 units: 100 each, and 3.7 standard deviations (9.1) are 34.
    units = [(key, key) for key in "abcdef"]
    firsts = Counter(ordered(units, rater=f"r{at}", policy=policy)[0] for at in range(600))
    assert all(66 <= firsts[key] <= 134 for key in "abcdef")


def test_gold_stands_after_every_few_others():
    assert with_gold([*"abcdefXY"], {"X", "Y"}, 2) == [*"abXcdYef"]
    assert with_gold([*"YaXbcdef"], {"X", "Y"}, 2) == [*"abYcdXef"]


def test_too_much_gold_stands_evenly_closer():
    # Five others and three gold units: after 5/3, 10/3 and 15/3 others, rounded down.
    assert with_gold([*"abcdeXYZ"], {*"XYZ"}, 4) == [*"aXbcYdeZ"]
    assert with_gold([*"XY"], {*"XY"}, 4) == [*"XY"]


def test_gold_that_is_not_in_the_order_is_not_brought_in():
    assert with_gold([*"abc"], {"X"}, 1) == [*"abc"]


def test_gold_after_no_others_is_refused():
    with pytest.raises(ValueError, match="1 is the least"):
        with_gold([*"abc"], {"X"}, 0)


def test_training_comes_first_and_is_no_hidden_gold():
    keys = [*"aXbTcUdY"]
    assert lay_out(keys, training={*"TU"}, gold={*"XYT"}, every=2) == [*"TUabXcdY"]


def test_a_rater_goes_through_their_order():
    assert following(["a1", "a2", "b1"]) == "a1"
    assert following(["a1", "a2", "b1"], mine=["a1"]) == "a2"
    assert following(["a1", "a2", "b1"], mine=["a1", "a2", "b1"]) is None


def test_a_unit_without_a_free_seat_is_passed_over():
    assert following(["a1", "a2"], taken={"a1": 1, "a2": 1}, seats=2) == "a1"
    assert following(["a1", "a2"], taken={"a1": 2, "a2": 1}, seats=2) == "a2"
    assert following(["a1", "a2"], taken={"a1": 2, "a2": 3}, seats=2) is None


def test_a_seat_freed_elsewhere_waits_for_the_end_of_the_block():
    keys = ["a1", "a2", "b1", "b2", "b3", "c1"]
    assert following(keys, mine=["a1", "b2"]) == "b1"
    assert following(keys, mine=["a1", "b2", "b1"]) == "b3"
    assert following(keys, mine=["a1", "b2", "b1", "b3"]) == "a2"


def test_gold_inside_a_block_keeps_its_place_and_ends_no_block():
    keys = ["a1", "b1", "X", "b2", "c1", "Y"]
    assert following(keys, mine=["b1"], for_all={"X", "Y"}) == "X"
    assert following(keys, mine=["b1", "X"], for_all={"X", "Y"}) == "b2"
    assert following(keys, mine=["b1", "X", "b2"], for_all={"X", "Y"}) == "a1"
    assert following(["a1", "b1", "bX"], mine=["b1"], for_all={"bX"}) == "a1"


def test_all_that_is_ahead_begins_with_the_block_and_the_gold_inside_it():
    keys = ["T", "a1", "b1", "X", "b2", "b3", "Y", "c1"]
    found = ahead(keys, ["T", "b1"], blocks={key: key[0] for key in keys}, for_all={*"TXY"})
    assert found == ["X", "b2", "b3", "a1", "Y", "c1"]
    assert ahead(keys, [], blocks={key: key[0] for key in keys}, for_all={*"TXY"}) == keys


def test_units_without_a_block_are_no_block():
    assert ahead(["a1", "y"], [], blocks={"a1": "a"}) == ["a1", "y"]
    assert ahead(["a1", "y", "z"], ["z"], blocks={"a1": "a"}) == ["a1", "y"]


def test_training_has_a_seat_for_everyone_and_precedes_a_block_begun():
    keys = ["T", "a1", "a2"]
    assert following(keys, taken={"T": 9}, for_all={"T"}) == "T"
    assert following(keys, mine=["a1"], for_all={"T"}) == "T"


@given(
    st.lists(st.sampled_from("abc"), max_size=12),
    st.integers(1, 5),
    st.integers(1, 4),
    st.sampled_from(Policy),
    st.data(),
)
def test_each_unit_is_judged_as_often_as_it_has_seats(letters, raters, seats, policy, data):
    units = [(f"{letter}{at}", letter) for at, letter in enumerate(letters)]
    special = [key for key, _ in units]
    gold = data.draw(st.sets(st.sampled_from(special))) if special else set()
    mine = {f"r{at}": [] for at in range(raters)}
    taken: Counter[str] = Counter()
    waiting = list(mine)
    while waiting:
        rater = data.draw(st.sampled_from(waiting))
        keys = with_gold(ordered(units, rater=rater, policy=policy), gold, 2)
        key = next_unit(keys, taken, mine[rater], seats=seats, blocks=dict(units), for_all=gold)
        if key is None:
            waiting.remove(rater)
            continue
        mine[rater].append(key)
        taken[key] += 1
    for key, _ in units:
        assert taken[key] == (raters if key in gold else min(raters, seats))
    assert all(len(set(keys)) == len(keys) for keys in mine.values())
