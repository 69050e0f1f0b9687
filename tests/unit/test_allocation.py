"""In which order a rater gets the units."""

import os
import subprocess
import sys
from collections import Counter
from itertools import groupby

import pytest

from annotation.allocation import Policy, lay_out, order, with_gold

UNITS = [(f"{block}{number}", block) for block in "abcdef" for number in range(6)]
BLOCKS = dict(UNITS)
SHUFFLED = [Policy.SHUFFLED_BLOCKS, Policy.SHUFFLED]


def ordered(units=UNITS, rater="ann", policy=Policy.SHUFFLED_BLOCKS, seed="s"):
    return order(units, seed=seed, rater=rater, policy=policy)


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
