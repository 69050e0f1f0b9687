"""Rankings with ties and subsets of labels."""

import numpy as np
import pytest

from annotation.agreement import rankings, sets
from annotation.agreement.bootstrap import Resampling
from annotation.agreement.ratings import BadRating
from games.estimates import Undefined

FEW = Resampling(resamples=200, seed=5)


def chosen(**raters):
    return {rater: frozenset(labels) for rater, labels in raters.items()}


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


def test_subsets_of_labels_by_hand():
    one, other = frozenset("abc"), frozenset("bcd")
    # Shared b and c of four labels; f1 is 2 * 2 / (3 + 3).
    assert sets.jaccard(one, other) == pytest.approx(0.5)
    assert sets.f1(one, other) == pytest.approx(2 / 3)
    assert sets.masi_distance(one, other) == pytest.approx(1 - 0.5 / 3)


def test_masi_of_nested_equal_and_foreign_sets():
    assert sets.masi_distance(frozenset("a"), frozenset("a")) == 0.0
    assert sets.masi_distance(frozenset("a"), frozenset("ab")) == pytest.approx(1 - 0.5 * 2 / 3)
    assert sets.masi_distance(frozenset("a"), frozenset("b")) == 1.0


def test_two_empty_sets_agree():
    assert sets.jaccard(frozenset(), frozenset()) == 1.0
    assert sets.f1(frozenset(), frozenset()) == 1.0
    assert sets.masi_distance(frozenset(), frozenset()) == 0.0


def test_set_agreement_of_a_unit_by_label_and_pooled():
    units = {
        "u1": chosen(ann="ab", ben="ab"),
        "u2": chosen(ann="a", ben="b"),
        "u3": chosen(ann="", ben=""),
    }
    found = sets.measure_sets(units, ("a", "b"), FEW)
    assert (found.units, found.raters) == (3, 2)
    # 1, 0 and 1.
    assert found.jaccard.value == pytest.approx(2 / 3)
    # Presence of a: agree, differ, agree on 3 of each: observed 1/3, expected 2*3*3/(6*5).
    assert found.by_label["a"] == pytest.approx(1 - (1 / 3) / 0.6)
    # Six units of a label each, 6 of 12 chosen: observed 2/6, expected 2*6*6/(12*11).
    assert found.pooled == pytest.approx(1 - (2 / 6) / (72 / 132))
    assert 0 < found.masi < 1


def test_masi_alpha_is_the_nominal_one_where_sets_share_nothing():
    units = {
        "u1": chosen(ann="a", ben="a"),
        "u2": chosen(ann="a", ben="b"),
        "u3": chosen(ann="b", ben="b"),
    }
    # Three of a, three of b: observed disagreement 1/3, expected 2 * 3 * 3 / (6 * 5) = 0.6.
    assert sets.masi_alpha(units) == pytest.approx(1 - (1 / 3) / 0.6)


def test_sets_nobody_shares():
    assert sets.masi_alpha({"u1": chosen(ann="a"), "u2": chosen(ben="a")}) == Undefined(
        "no_shared_units"
    )
    alone = sets.measure_sets({"u1": chosen(ann="a")}, ("a", "b"), FEW)
    assert alone.jaccard.value == Undefined("too_few_raters")
    assert alone.pooled == Undefined("too_few_raters")


def test_a_chosen_label_outside_the_list_is_named():
    with pytest.raises(BadRating, match="'ann' chose z for the unit 'u1'"):
        sets.measure_sets({"u1": chosen(ann="z")}, ("a", "b"), FEW)
