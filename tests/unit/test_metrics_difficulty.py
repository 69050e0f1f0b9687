"""Easy and hard affordances of a few models, by hand."""

from dataclasses import replace

import pytest

from evaluation.metrics.difficulty import rankings
from evaluation.metrics.intervals import Method
from tests.unit.ended import DRAWN, play


def on(target: str, *outcomes: str, requires: int = 1):
    return [replace(play(outcome), target=target, requires=requires) for outcome in outcomes]


def test_every_model_counts_the_same_whatever_it_played():
    # One solved 1 of 1, the other 0 of 3: the mean is 1/2 over 2 models, not 1/4 of 4 plays.
    plays = {"one": on("cut", "won"), "other": on("cut", "lost", "lost", "lost")}
    (ranking,) = rankings(plays, {}, DRAWN)
    (cut,) = ranking.every
    assert (cut.rate.value, cut.rate.n, cut.plays) == (1 / 2, 2, 4)
    assert cut.rate.method == Method.T


def test_the_easiest_stand_first_and_the_hardest_are_named_from_the_other_end():
    rates = {f"a{solved:02}": solved for solved in range(12)}
    plays = [one for key, n in rates.items() for one in on(key, *["won"] * n, *["lost"] * (11 - n))]
    (ranking,) = rankings({"m": plays}, {}, DRAWN)
    assert [each.of for each in ranking.easiest] == ["a11", "a10", "a09", "a08", "a07"]
    assert [each.of for each in ranking.hardest] == ["a00", "a01", "a02", "a03", "a04"]


def test_none_is_both_easy_and_hard():
    plays = [*on("cut", "won"), *on("roll", "lost"), *on("sink", "won", "lost")]
    (ranking,) = rankings({"m": plays}, {}, DRAWN)
    assert [each.of for each in ranking.easiest] == ["cut"]
    assert [each.of for each in ranking.hardest] == ["roll"]


def test_groups_stand_beside_all_models():
    plays = {"a": on("cut", "won"), "b": on("cut", "lost"), "c": on("cut", "won")}
    found = rankings(plays, {"a": "open", "b": "closed", "c": ""}, DRAWN)
    assert [(each.group, each.models) for each in found] == [
        ("all", ("a", "b", "c")), ("closed", ("b",)), ("open", ("a",))
    ]  # fmt: skip
    assert [each.every[0].rate.value for each in found] == [pytest.approx(2 / 3), 0, 1]


def test_success_by_required_properties_goes_up_from_the_fewest():
    plays = [*on("cut", "won", requires=3), *on("sink", "lost", requires=1), *on("roll", "won")]
    (ranking,) = rankings({"m": plays}, {}, DRAWN)
    assert [(each.of, each.rate.value, each.plays) for each in ranking.by_requires] == [
        ("1", 1 / 2, 2), ("3", 1, 1)
    ]  # fmt: skip


def test_a_model_that_never_met_an_affordance_is_not_in_its_mean():
    plays = {"a": [*on("cut", "won"), *on("sink", "won")], "b": on("cut", "lost")}
    (ranking,) = rankings(plays, {}, DRAWN)
    assert {each.of: each.rate.n for each in ranking.every} == {"cut": 2, "sink": 1}


def test_no_models_have_no_ranking():
    assert rankings({}, {}, DRAWN) == []
