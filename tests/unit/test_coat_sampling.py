"""Questions drawn without replacement by their numbers, and how they are shared out."""

from itertools import combinations
from math import comb
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from evaluation.coat import allocation, sampling
from evaluation.coat.questions import Option, Role
from evaluation.coat.sampling import Branch, Group, Undrawn


def options(role, count):
    return [Option(f"{role} {at}", role) for at in range(count)]


def branch(correct, *groups):
    made = tuple(Group(role, options(role, size), count) for role, size, count in groups)
    return Branch(Option(correct, Role.CORRECT), made)


@given(st.integers(0, 9), st.integers(0, 5))
def test_every_subset_has_a_number_of_its_own(size, count):
    found = [sorted(sampling.subset(n, size, count)) for n in range(comb(size, count))]
    assert sorted(found) == [list(each) for each in combinations(range(size), count)]


@given(st.integers(0, 60), st.integers())
def test_each_number_is_drawn_once(total, seed):
    undrawn, rng = Undrawn(total), Random(seed)
    assert sorted(undrawn.draw(rng) for _ in range(total)) == list(range(total))
    assert undrawn.left == 0


def test_the_first_of_a_few_numbers_is_each_equally_often():
    firsts = [Undrawn(4).draw(Random(seed)) for seed in range(4000)]
    # 1,000 each are expected; the standard deviation is 27.
    assert all(abs(firsts.count(number) - 1000) < 5 * 27 for number in range(4))


def test_a_branch_counts_and_lists_the_subsets_of_all_its_groups():
    made = branch("x", (Role.SAME, 4, 2), (Role.DIFFERENT, 3, 1))
    assert made.total == 6 * 3
    every = {frozenset(each.object_name for each in made.distractors(n)) for n in range(18)}
    assert len(every) == 18


def test_a_group_begins_where_it_is_told_to():
    tail = Group(Role.SAME, options(Role.SAME, 5), 2, start=3)
    made = Branch(Option("x", Role.CORRECT), (tail,))
    assert made.total == 1
    assert {each.object_name for each in made.distractors(0)} == {"same 3", "same 4"}


def test_all_questions_are_given_where_more_are_wanted():
    made = [branch("x", (Role.SAME, 3, 1)), branch("y", (Role.SAME, 0, 1))]
    drawn = list(sampling.by_question(made, 100, Random(1)))
    assert sorted(others[0].object_name for _, others in drawn) == ["same 0", "same 1", "same 2"]
    drawn = list(sampling.by_correct(made, 100, Random(1), corrects=Random(2)))
    assert [correct.object_name for correct, _ in drawn] == ["x", "x", "x"]


def test_nothing_is_drawn_from_no_branch():
    assert list(sampling.by_question([], 5, Random(1))) == []
    assert list(sampling.by_correct([], 5, Random(1), corrects=Random(2))) == []


def test_correct_ones_are_equally_likely_though_one_has_more_questions():
    made = [branch("few", (Role.SAME, 400, 1)), branch("many", (Role.SAME, 100, 3))]
    drawn = sampling.by_correct(made, 600, Random(1), corrects=Random(2))
    few = sum(correct.object_name == "few" for correct, _ in drawn)
    # 300 are expected; the standard deviation is 12.
    assert abs(few - 300) < 5 * 12


def test_equal_draws_of_correct_ones_give_pairs_whatever_stands_beside_them():
    narrow = [branch(name, (Role.SAME, 50, 1)) for name in "abc"]
    wide = [branch(name, (Role.RANDOM, 500, 4)) for name in "abc"]
    first, second = (
        [correct for correct, _ in sampling.by_correct(of, 60, Random(at), corrects=Random(9))]
        for at, of in enumerate((narrow, wide))
    )
    assert first == second


@given(st.lists(st.integers(0, 500), min_size=1, max_size=30), st.integers(1, 5000))
def test_shares_add_up(weights, size):
    spread = allocation.spread(weights, size)
    rest = allocation.last_takes_the_rest(weights, size)
    assert sum(spread) == sum(rest) == size
    assert min(spread) >= 0 and min(rest) >= 0


def test_what_is_left_goes_round_from_the_first_or_to_the_last():
    # 10 x 1/6, 2/6, 3/6 is 1, 3, 5, and one is left.
    assert allocation.spread([1, 2, 3], 10) == [2, 3, 5]
    assert allocation.last_takes_the_rest([1, 2, 3], 10) == [1, 3, 6]
    assert allocation.spread([0, 0, 0], 10) == [4, 3, 3]
