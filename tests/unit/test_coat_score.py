"""Figures of runs over question sets, worked by hand."""

from dataclasses import replace

import pytest

from evaluation.coat import generate, ranking, score, spreads
from evaluation.coat.generate import SetSpec
from evaluation.coat.modular import ObjectList
from evaluation.coat.partition import Category
from evaluation.coat.pools import Policies, Pools
from evaluation.coat.questions import Option, Question, Role
from evaluation.coat.ranking import Order
from evaluation.coat.records import Pair
from evaluation.coat.score import BadChoices, Choice, rates
from evaluation.coat.variations import VARIATIONS, Kind
from evaluation.metrics.intervals import Interval, Undefined
from tests.unit.coat_cases import own

ONE = VARIATIONS[Kind.FULL_MODERATE]["1-1-1"]
BAD, MODERATE = Category.BAD, Category.MODERATE


def question(number, answer=0, category=BAD):
    """Options in the order correct, context, utility, random, the correct one moved."""
    options = [
        Option("Context", Role.CONTEXT, category=category),
        Option("Utility", Role.UTILITY),
        Option("Random", Role.RANDOM),
    ]
    options.insert(answer, Option("Right", Role.CORRECT, category=MODERATE))
    return Question(number, "u", "t", tuple(options), answer)


SET = [question(1), question(2, 1), question(3, 2), question(4, 3)]


def letters(*said):
    return {number: Choice(letter) for number, letter in enumerate(said, start=1)}


def test_rates_are_shares_of_all_questions():
    # Right; context of 2; utility of 3 (B); no answer.
    found = rates(ONE, SET, letters("A", "A", "B", None))
    assert found.accuracy.value == 0.25
    assert found.bad.value == 0.25
    assert found.utility.value == 0.25
    assert found.random.value == 0
    assert found.invalid.value == 0.25
    assert found.chosen == {"A": 2, "B": 1, "C": 0, "D": 0}
    assert found.right == {"A": 1, "B": 1, "C": 1, "D": 1}
    assert found.with_credit == 0.25 + 0.25 * 0.25
    assert found.rank == Undefined("not_measured")
    assert found.stages is None


def test_a_rate_has_wilson_s_interval():
    wide = [question(number) for number in range(1, 264)]
    said = letters(*["A"] * 81, *["B"] * 182)
    interval = rates(ONE, wide, said).accuracy.interval
    assert (round(interval.low, 4), round(interval.high, 4)) == (0.2553, 0.3662)


def test_what_cannot_be_bad_has_no_bad_rate():
    task_2 = VARIATIONS[Kind.TASK_2]["13"]
    two = (Option("X", Role.CORRECT, category=MODERATE), Option("X", Role.MODERATE))
    found = rates(task_2, [Question(1, "u", "t", two, 0)], letters("A"))
    assert found.bad == Undefined("cannot_be_bad")
    assert found.random == Undefined("no_such_option")
    no_bad = rates(ONE, [question(1, category=MODERATE)], letters("B"))
    assert no_bad.bad == Undefined("no_bad_option")


def test_an_empty_set_has_no_figures():
    found = rates(ONE, [], {})
    assert found.accuracy == found.bad == found.utility == Undefined("nothing_counted")
    assert not found.like_chance
    assert found.with_credit is None


@pytest.mark.parametrize(
    ("questions", "choices", "problem"),
    [
        (SET, letters("A", "A"), "2 questions have no choice, the first is 3."),
        (SET[:1], letters("A", "A"), "1 choices have no question, the first is 2."),
        (SET[:1], letters("E"), "Question 1 has no option E."),
        ([SET[0], SET[0]], letters("A"), "Two questions have the same number"),
    ],
)
def test_choices_that_do_not_fit_are_refused(questions, choices, problem):
    with pytest.raises(BadChoices, match=problem):
        rates(ONE, questions, choices)


@pytest.mark.parametrize(
    ("right", "like"), [(4, False), (5, True), (10, True), (15, True), (16, False)]
)
def test_chance_is_told_apart_by_wilson_s_interval(right, like):
    """Of 40 with chance 1 in 4: 4 gives 4.0% to 23.1%, 5 to 26.1%, 15 from 24.2%, 16 from 26.4%."""
    wide = [question(number) for number in range(1, 41)]
    found = rates(ONE, wide, letters(*["A"] * right, *["B"] * (40 - right)))
    assert found.like_chance == like


def test_ranks_put_moderate_before_bad_and_equals_together():
    pools = Pools(own())
    found = generate.generate(pools, SetSpec(Kind.TASK_2, "3", 200, 5))
    ranks = score.option_ranks(pools, found.questions)
    for each in found.questions:
        of = ranks[each.number]
        assert of[each.letter] == 1
        assert sum(rank == 1 for rank in of.values()) == 1
        options = each.by_letter()
        moderate = [rank for letter, rank in of.items() if options[letter].category != BAD]
        bad = [rank for letter, rank in of.items() if options[letter].category == BAD]
        assert max(moderate) < min(bad)
        assert min(bad) == 1 + len(moderate)


@pytest.mark.parametrize("order", Order)
def test_ranks_among_moderate_ones_are_those_of_the_ranking(order):
    pools = Pools(own(), Policies(order=order))
    found = generate.generate(pools, SetSpec(Kind.TASK_2, "1", 50, 5))
    ranks = score.option_ranks(pools, found.questions)
    for each in found.questions:
        of = pools.partitions[Pair(each.utility, each.task)].moderate
        shown = {option.configuration.id for option in each.options}
        ranked = ranking.ranked([row for row in of if row.configuration.id in shown], order)
        by_id = {one.rated.configuration.id: one.rank for one in ranked}
        assert ranks[each.number] == {
            letter: by_id[option.configuration.id] for letter, option in each.by_letter().items()
        }


def test_the_mean_rank_is_over_answered_questions():
    ranks = {number: {"A": 1, "B": 3, "C": 2, "D": 4} for number in range(1, 5)}
    found = rates(ONE, SET, letters("A", "B", "C", None), ranks=ranks)
    assert (found.rank.value, found.rank.n) == (2, 3)
    assert rates(ONE, SET[:1], letters(None), ranks=ranks).rank == Undefined("nothing_counted")


def listed(letter, *named, unknown=0):
    return Choice(letter, ObjectList(named, unknown))


def test_the_first_stage_is_scored_apart():
    choices = {
        1: listed("A", "Right", "Context", "Random", unknown=2),
        2: listed("A", "Right", "Context"),
        3: listed("A", "Context", "Utility"),
        4: Choice(None),
    }
    found = rates(ONE, SET, choices, modular=True).stages
    assert found.recall.value == 0.5
    assert (found.precision.value, found.precision.n) == (5 / 7, 7)
    assert (found.given_survival.value, found.given_survival.n) == (0.5, 2)
    assert (found.lost, found.no_list, found.unknown) == (2, 1, 2)


def test_where_nothing_survives_there_is_no_accuracy_of_survivors():
    found = rates(ONE, SET[:1], {1: listed(None)}, modular=True).stages
    assert found.given_survival == found.precision == Undefined("nothing_counted")
    assert found.recall.value == 0


def run(right, of=4):
    questions = [question(number) for number in range(1, of + 1)]
    return rates(ONE, questions, letters(*["A"] * right, *["B"] * (of - right)))


def accuracy(each):
    return each.accuracy


def test_repeats_have_a_mean_and_the_sample_s_deviation():
    found = spreads.spread([run(1), run(2), run(3)], accuracy)
    assert (found.mean, found.runs, found.questions) == (0.5, 3, 4)
    assert found.deviation == pytest.approx(0.25)
    assert found.interval == Undefined("not_measured")


def test_one_run_has_wilson_s_interval_and_no_deviation():
    found = spreads.spread([run(1)], accuracy)
    assert found.deviation == Undefined("one_case")
    assert isinstance(found.interval, Interval)


def test_no_run_and_a_run_without_the_figure_say_why():
    assert spreads.spread([], accuracy) == Undefined("not_measured")
    lacking = replace(run(1), bad=Undefined("cannot_be_bad"))
    assert spreads.spread([run(1), lacking], lambda each: each.bad) == Undefined("cannot_be_bad")


def test_repeats_are_told_from_chance_by_their_mean_over_the_questions_of_one():
    assert spreads.repeats_like_chance([run(10, 40), run(11, 40)])
    assert not spreads.repeats_like_chance([run(30, 40), run(20, 40)])
    # Five times 14 of 40 would be told from chance, were repeats cases of their own.
    assert spreads.repeats_like_chance([run(14, 40)] * 5)


def test_means_over_variations_are_unweighted():
    values = {"1": 0.5, "2": 0.7, "3": 0.9}
    assert spreads.mean_over("123", values) == pytest.approx(0.7)
    missing = spreads.mean_over("1245", values)
    assert missing == Undefined("variations_missing", missing=2)


def test_only_what_cannot_be_bad_is_left_out_of_a_mean():
    never, unasked = Undefined("cannot_be_bad"), Undefined("not_measured")
    assert spreads.mean_over("12", {"1": never, "2": 0.4}) == 0.4
    assert spreads.mean_over("1", {"1": never}) == never
    assert spreads.mean_over("12", {"1": unasked, "2": 0.4}) == unasked


def test_variations_by_their_number_of_options():
    assert spreads.option_counts(Kind.TASK_2) == [2, 3, 4, 5]
    assert spreads.variations_with(Kind.TASK_2, 4) == ["6", "7", "8", "9"]
