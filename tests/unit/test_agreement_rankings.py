"""Rankings: with ties, of unequal length, with things that a rater left out."""

import numpy as np
import pytest

from annotation.agreement import rankings
from annotation.agreement.bootstrap import Resampling
from games.estimates import Undefined

FEW = Resampling(resamples=200, seed=5)


def test_raters_who_rank_alike_concord_wholly():
    assert rankings.kendall_w(np.array([[1.0, 2, 3, 4]] * 3)) == pytest.approx(1.0)


def test_two_opposite_rankings_do_not_concord():
    assert rankings.kendall_w(np.array([[1.0, 2, 3], [3.0, 2, 1]])) == pytest.approx(0.0)


def test_concordance_by_hand():
    # Sums of ranks 4, 5, 9 around 6: S = 4 + 1 + 9 = 14. W = 12 * 14 / (9 * 24) = 7/9.
    ranks = np.array([[1.0, 2, 3], [1, 2, 3], [2, 1, 3]])
    assert rankings.kendall_w(ranks) == pytest.approx(7 / 9)


def test_concordance_with_ties_by_hand():
    # Ranks (1.5 1.5 3) twice and (1 2 3): sums 4, 5, 9, S = 14; ties 6 + 6 + 0.
    # W = 12 * 14 / (9 * 24 - 3 * 12) = 168 / 180.
    ranks = np.array([[1.0, 1, 2], [1, 1, 2], [1, 2, 3]])
    assert rankings.kendall_w(ranks) == pytest.approx(168 / 180)


@pytest.mark.parametrize(
    ("ranks", "reason"),
    [
        ([[1.0, 2.0]], "too_few_raters"),
        ([[1.0, 1.0], [1.0, 1.0]], "no_variation"),
        ([[1.0], [1.0]], "no_variation"),
        (np.zeros((0, 3)), "empty"),
    ],
)
def test_rankings_without_a_concordance(ranks, reason):
    assert rankings.kendall_w(np.array(ranks)) == Undefined(reason)


def test_a_thing_left_unranked_is_an_error():
    with pytest.raises(ValueError, match="missing"):
        rankings.kendall_w(np.array([[1.0, np.nan], [1.0, 2.0]]))


def test_concordance_is_averaged_over_units():
    alike, opposite = np.array([[1.0, 2], [1, 2]]), np.array([[1.0, 2], [2, 1]])
    found = rankings.mean_kendall_w([alike, opposite, np.array([[1.0, 2]])], FEW)
    assert found.value == pytest.approx(0.5)
    assert found.interval.low <= 0.5 <= found.interval.high


def ranking(*best_first):
    return {thing: float(at) for at, thing in enumerate(best_first, start=1)}


def test_ranks_of_rankings_of_unequal_length_align_at_the_best():
    cards = {
        "pail": {"ann": ranking("metal", "wood"), "ben": ranking("metal", "wood")},
        "rope": {"ann": ranking("nylon"), "ben": ranking("nylon")},
    }
    found = rankings.measure_ranks(cards, FEW)
    assert (found.units, found.paired, found.raters, found.pairable) == (2, 2, 2, 6)
    # All agree; W of the rope is left out, since one thing has no order.
    assert found.alpha.value == 1.0
    assert found.kendall_w.value == 1.0


def test_the_ordinal_alpha_of_ranks_by_hand():
    # Two raters turn two things round on one card and agree on another. Values 1 and 2, four
    # ratings each, distance 1 between them: observed (2 + 2) / 8, expected 2 * 4 * 4 / (8 * 7).
    cards = {
        "a": {"ann": ranking("x", "y"), "ben": ranking("y", "x")},
        "b": {"ann": ranking("x", "y"), "ben": ranking("x", "y")},
    }
    found = rankings.measure_ranks(cards, FEW)
    assert found.alpha.value == pytest.approx(1 - (4 / 8) / (32 / 56))
    assert found.alpha.interval.low <= found.alpha.value <= found.alpha.interval.high
    assert found.kendall_w.value == pytest.approx(0.5)


def test_a_thing_that_one_rater_put_aside_is_missing_for_that_rater():
    cards = {"a": {"ann": ranking("x", "y", "z"), "ben": ranking("x", "z"), "cid": {}}}
    found = rankings.measure_ranks(cards, FEW)
    assert (found.raters, found.pairable) == (2, 4)
    # W over x and z, which both ranked, in the same order.
    assert found.kendall_w.value == 1.0
    assert found.kendall_w.interval == Undefined("one_unit")


def test_the_alpha_of_ranks_is_resampled_by_card():
    cards = {f"c{at}": {"ann": ranking("x", "y"), "ben": ranking("x", "y")} for at in range(9)}
    cards["turned"] = {"ann": ranking("x", "y"), "ben": ranking("y", "x")}
    found = rankings.measure_ranks(cards, Resampling(4_000, seed=1)).alpha
    rng = np.random.default_rng(2)
    names = list(cards)
    looped = []
    for _ in range(400):
        drawn = {f"{at}": cards[names[n]] for at, n in enumerate(rng.integers(0, 10, 10))}
        looped.append(rankings.measure_ranks(drawn, Resampling(2)).alpha.value)
    low, high = np.quantile(looped, [0.025, 0.975])
    assert found.interval.low == pytest.approx(low, abs=0.1)
    assert found.interval.high == pytest.approx(high, abs=0.02)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ({}, "empty"),
        ({"a": {"ann": {}}}, "empty"),
        ({"a": {"ann": ranking("x", "y")}}, "too_few_raters"),
        ({"a": {"ann": ranking("x")}, "b": {"ben": ranking("x")}}, "no_shared_units"),
        ({"a": {"ann": ranking("x"), "ben": ranking("x")}}, "no_variation"),
    ],
)
def test_ranks_that_cannot_be_compared_have_a_reason(cards, reason):
    found = rankings.measure_ranks(cards, FEW)
    for figure in (found.kendall_w, found.alpha):
        assert (figure.value, figure.interval) == (Undefined(reason), Undefined(reason))


def test_raters_who_ranked_no_thing_in_common_have_no_concordance():
    cards = {"a": {"ann": ranking("x"), "ben": ranking("y")}}
    found = rankings.measure_ranks(cards, FEW)
    assert found.kendall_w.value == Undefined("empty")
    assert found.alpha.value == Undefined("no_shared_units")
