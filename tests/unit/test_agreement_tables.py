"""Ratings by unit and rater, agreement with intervals, new raters against released labels."""

import json
from pathlib import Path

import numpy as np
import pytest

from annotation.agreement import bootstrap, coefficients, released
from annotation.agreement.bootstrap import Resampling
from annotation.agreement.ratings import MISSING, BadRating, Rating, rating_matrix
from annotation.agreement.tables import measure_agreement
from games.estimates import Undefined

VECTORS = Path(__file__).parents[1] / "data" / "agreement_vectors.json"
YES_NO = ("no", "yes")
FEW = Resampling(resamples=200, seed=5)


def ratings_of(table, labels=YES_NO):
    """table: unit -> {rater: label}."""
    return rating_matrix(
        [Rating(unit, rater, label) for unit, row in table.items() for rater, label in row.items()],
        labels,
    )


def three_raters(rows):
    names = ("ann", "ben", "cid")
    told = {"y": "yes", "n": "no", "-": None}
    return ratings_of(
        {
            f"u{at}": {name: told[letter] for name, letter in zip(names, row, strict=True)}
            for at, row in enumerate(rows)
        }
    )


def test_raters_are_compared_by_unit_and_not_by_place():
    ratings = rating_matrix(
        [
            Rating("u1", "ann", "yes"),
            Rating("u2", "ann", "no"),
            Rating("u2", "ben", "no"),
            Rating("u1", "ben", "yes"),
        ],
        YES_NO,
    )
    assert ratings.codes.tolist() == [[1, 1], [0, 0]]


def test_a_label_called_nan_is_a_label():
    labels = ("nan", "None", "null")
    ratings = ratings_of({"u1": {"ann": "nan", "ben": "None"}, "u2": {"ann": "null"}}, labels)
    assert ratings.counts.tolist() == [[1, 1, 0], [0, 0, 1]]


def test_a_label_outside_the_scale_is_named():
    with pytest.raises(BadRating, match="'ann' gave the unit 'u1' the label 'maybe'"):
        ratings_of({"u1": {"ann": "maybe"}})


def test_a_rater_rates_a_unit_once():
    twice = [Rating("u1", "ann", "yes"), Rating("u1", "ann", "no")]
    with pytest.raises(BadRating, match="'ann' rated the unit 'u1' twice"):
        rating_matrix(twice, YES_NO)


def test_unsure_is_missing_and_no_label():
    agreement = measure_agreement(three_raters(["yy-", "nn-", "yn-"]), FEW)
    assert (agreement.units, agreement.raters, agreement.pairable) == (3, 2, 6)
    assert agreement.shares == {"no": 0.5, "yes": 0.5}


def test_krippendorff_s_own_table_has_40_pairable_values():
    rows = json.loads(VECTORS.read_text())["krippendorff_2011"]
    given = [
        Rating(f"u{unit}", f"r{rater}", None if label is None else str(label))
        for rater, row in enumerate(rows)
        for unit, label in enumerate(row)
    ]
    found = measure_agreement(rating_matrix(given, tuple("12345")), FEW)
    # 41 ratings; the twelfth unit has one, which can be compared with none.
    assert (found.units, found.paired, found.pairable) == (12, 11, 40)
    assert found.alpha.value == pytest.approx(0.743421, abs=1e-6)


def test_one_rater_alone_agrees_with_nobody():
    agreement = measure_agreement(ratings_of({"u1": {"ann": "yes"}, "u2": {"ann": "no"}}), FEW)
    for found in (agreement.percent, agreement.kappa, agreement.alpha, agreement.ac1):
        assert found.value == Undefined("too_few_raters")


def test_two_raters_without_a_common_unit():
    agreement = measure_agreement(ratings_of({"u1": {"ann": "yes"}, "u2": {"ben": "no"}}), FEW)
    assert agreement.kappa.value == Undefined("no_shared_units")
    assert agreement.alpha.value == Undefined("no_shared_units")


def test_no_ratings_at_all():
    agreement = measure_agreement(rating_matrix([], YES_NO), FEW)
    assert agreement.kappa.value == Undefined("empty")
    assert agreement.percent.value == Undefined("empty")


def test_unequal_raters_are_said_to_be_generalised():
    assert measure_agreement(three_raters(["yyy", "nn-", "yny"]), FEW).generalised
    assert not measure_agreement(three_raters(["yyy", "nny", "yny"]), FEW).generalised


def test_the_ordinal_alpha_comes_only_with_an_order():
    ratings = three_raters(["yyy", "nny", "yny"])
    assert measure_agreement(ratings, FEW).ordinal is None
    assert measure_agreement(ratings, FEW, ordered=True).ordinal is not None


def test_the_same_seed_gives_the_same_interval():
    ratings = three_raters(["yyy", "nnn", "yny", "nny", "yyy", "nnn"])
    once = measure_agreement(ratings, FEW)
    assert once == measure_agreement(ratings, FEW)
    assert once.kappa != measure_agreement(ratings, Resampling(200, seed=6)).kappa


def test_the_interval_is_that_of_a_loop_over_drawn_units():
    counts = np.array([[3, 0]] * 30 + [[2, 1]] * 12 + [[1, 2]] * 6 + [[0, 3]] * 22)
    found = bootstrap.interval(counts, coefficients.weighted_fleiss, Resampling(4_000, seed=1))
    rng = np.random.default_rng(2)
    looped = [
        coefficients.fleiss_kappa(counts[rng.integers(0, len(counts), len(counts))])
        for _ in range(1_500)
    ]
    low, high = np.quantile(looped, [0.025, 0.975])
    assert found.low == pytest.approx(low, abs=0.02)
    assert found.high == pytest.approx(high, abs=0.02)


def test_one_unit_has_a_figure_and_no_interval():
    agreement = measure_agreement(three_raters(["yyn"]), FEW)
    assert agreement.alpha.value == 0.0
    assert agreement.alpha.interval == Undefined("one_unit")


def test_one_shared_unit_among_singles_has_no_interval():
    singles = {f"u{at}": {"ann": "no"} for at in range(30)}
    agreement = measure_agreement(ratings_of({"both": {"ann": "yes", "ben": "yes"}} | singles), FEW)
    assert agreement.percent.value == 1.0
    assert agreement.percent.interval == Undefined("one_unit")


@pytest.mark.parametrize(("counts", "reason"), [([[0, 0]], "empty"), ([[1, 0]], "no_shared_units")])
def test_units_that_no_two_rated_have_no_interval(counts, reason):
    found = bootstrap.interval(np.array(counts * 3), coefficients.weighted_percent, FEW)
    assert found == Undefined(reason)


def test_resamples_without_a_value_are_left_out_up_to_half_of_them():
    nan = float("nan")
    found = bootstrap.percentiles(np.array([nan, nan, 0.0, 1.0]))
    assert (found.low, found.high) == (pytest.approx(0.025), pytest.approx(0.975))
    assert bootstrap.percentiles(np.array([nan, nan, nan, 0.5, 0.5])) == Undefined("no_variation")


def test_an_interval_of_no_width_is_a_reason():
    # All three units agree: so do all resamples, which shows no certainty.
    found = measure_agreement(three_raters(["yyy", "nnn", "yyy"]), FEW)
    assert found.percent.value == 1.0
    assert found.percent.interval == Undefined("no_width")


def test_ratings_that_stand_alone_count_for_chance_and_for_nothing_else():
    # Of yn, nn and y alone one of two agrees.
    alone = measure_agreement(three_raters(["yn-", "nn-", "y--"]), FEW)
    assert alone.percent.value == 0.5
    # Shares of yes: 1/2, 0, 1, mean 1/2; chance 1/2.
    assert alone.kappa.value == pytest.approx(0.0)
    paired = measure_agreement(three_raters(["yn-", "nn-"]), FEW)
    # Without it: mean 1/4, chance 10/16; (1/2 - 5/8) / (3/8).
    assert paired.kappa.value == pytest.approx(-1 / 3)
    assert alone.percent.value == paired.percent.value


def test_a_single_label_is_measured_as_given_or_not():
    ratings = ratings_of(
        {"u1": {"ann": "a", "ben": "b"}, "u2": {"ann": "c", "ben": "c"}}, ("a", "b", "c")
    )
    assert ratings.of_label("c").counts.tolist() == [[2, 0], [0, 2]]


def test_raters_of_a_pair_are_taken_out_by_name():
    ratings = three_raters(["yyn", "nny"])
    assert ratings.of_raters({"ann", "cid"}).codes.tolist() == [[1, 0], [0, 1]]


def test_a_majority_needs_more_than_half():
    counts = np.array([[2, 1], [1, 1], [0, 3], [0, 0]])
    assert released.majority_codes(counts).tolist() == [0, MISSING, 1, MISSING]


def test_new_raters_against_released_labels():
    # Majorities yes, no, yes, none; released yes, yes, yes, no: two of four units agree.
    ratings = three_raters(["yyn", "nny", "yyy", "yn-"])
    labels = {"u0": "yes", "u1": "yes", "u2": "yes", "u3": "no"}
    found = released.against_released(ratings, labels, FEW)
    assert (found.units, found.without_majority) == (4, 1)
    assert found.majority.value == 0.5
    # Of u0 to u2 the majority says yes, no, yes and the release yes throughout: chance 2/3.
    assert found.cohen.value == pytest.approx(0.0)


def test_one_vote_is_no_majority():
    # u0 has two alike, u1 is split, u2 and u3 have one vote: one of two.
    ratings = three_raters(["yy-", "yn-", "y--", "-n-"])
    found = released.against_released(ratings, dict.fromkeys(ratings.units, "yes"), FEW)
    assert (found.units, found.paired, found.without_majority, found.decided) == (4, 2, 1, 1)
    assert found.majority.value == 0.5


def test_one_rater_alone_has_no_majority():
    ratings = three_raters(["y--", "n--"])
    found = released.against_released(ratings, dict.fromkeys(ratings.units, "yes"), FEW)
    assert found.majority.value == found.cohen.value == Undefined("too_few_raters")
    assert found.paired == 0


def test_released_labels_off_the_scale_are_left_out_and_counted():
    ratings = three_raters(["yyn", "nny", "yyy", "---"])
    labels = {"u0": "yes", "u1": "not_deducible", "u2": "yes", "u3": "not_deducible"}
    found = released.against_released(ratings, labels, FEW)
    assert (found.units, found.off_scale) == (2, 1)
    assert found.majority.value == 1.0


def test_the_released_label_joins_as_one_more_rater():
    ratings = three_raters(["yyy", "nnn"])
    found = released.against_released(ratings, {"u0": "yes", "u1": "yes"}, FEW)
    assert found.among.value == 1.0
    # Counts (0, 4) and (3, 1): agreement (1 + 1/2) / 2, chance (5/8)^2 + (3/8)^2 = 34/64.
    assert found.with_released.value == pytest.approx((0.75 - 34 / 64) / (1 - 34 / 64))


def test_cohen_s_kappa_of_a_published_table():
    # 80 yes/yes, 7 yes/no, 8 no/yes, 5 no/no: 0.314442 by statsmodels.
    one = np.array([1] * 87 + [0] * 13)
    other = np.array([1] * 80 + [0] * 7 + [1] * 8 + [0] * 5)
    found = released.cohen_kappa(one, other, 2, resampling=FEW)
    assert found.value == pytest.approx(0.314442, abs=1e-6)
    assert found.interval.low < found.value < found.interval.high


def test_units_without_a_released_label_are_left_out():
    found = released.against_released(three_raters(["yyy", "nnn"]), {"u0": "yes"}, FEW)
    assert found.units == 1
    assert found.cohen.value == Undefined("no_variation")


def test_ten_thousand_units_are_resampled_as_kinds():
    counts = np.random.default_rng(1).multinomial(3, [0.7, 0.3], size=10_000)
    asked = []

    def weighted(kinds, weights):
        asked.append((kinds.tolist(), weights.shape))
        return coefficients.weighted_percent(kinds, weights)

    found = bootstrap.interval(counts, weighted, Resampling(1_000))
    assert asked == [([[0, 3], [1, 2], [2, 1], [3, 0]], (1_000, 4))]
    assert found.high - found.low < 0.02
