"""Coefficients against published tables, hand-worked cases and the libraries themselves."""

import json
from pathlib import Path

import numpy as np
import pytest

from annotation.agreement import coefficients
from annotation.agreement.coefficients import Level
from games.estimates import Undefined

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "agreement_vectors.json").read_text())


def counts_of(raters_by_units, labels):
    """(units, labels) from one row a rater, None where a rater left a unit out."""
    return np.array(
        [
            [sum(rater[unit] == label for rater in raters_by_units) for label in labels]
            for unit in range(len(raters_by_units[0]))
        ]
    )


def krippendorff_2011():
    return counts_of(VECTORS["krippendorff_2011"], [1, 2, 3, 4, 5])


def wikipedia_alpha():
    return counts_of(VECTORS["wikipedia_alpha"], [1, 2, 3, 4])


def hayes_krippendorff_2007():
    by_rater = list(zip(*VECTORS["hayes_krippendorff_2007"], strict=True))
    return counts_of(by_rater, [0, 1, 2, 3])


def our_scale(order):
    """Three raters of eight units; B is bad, M moderate, I ideal."""
    rows = ("I I M B B M I B", "I M M B M M I B", "M I B B B M I M")
    return counts_of([row.split() for row in rows], order)


def test_kappa_of_one_split_among_three_items():
    # Agreement within items is 1, 0, 1: mean 2/3. Both labels hold half the
    # ratings, so chance agrees half the time: (2/3 - 1/2) / (1 - 1/2) = 1/3.
    counts = np.array([[2, 0], [1, 1], [0, 2]])
    assert coefficients.fleiss_kappa(counts) == pytest.approx(1 / 3)


def test_kappa_of_the_example_in_wikipedia():
    counts = np.array(VECTORS["wikipedia_fleiss"])
    assert coefficients.fleiss_kappa(counts) == pytest.approx(0.209931, abs=1e-6)
    assert coefficients.percent(counts) == pytest.approx(0.378022, abs=1e-6)
    # What both give of chance: (P - kappa) / (1 - kappa).
    by_chance = (coefficients.percent(counts) - 0.209931) / (1 - 0.209931)
    assert by_chance == pytest.approx(0.212755, abs=1e-6)


def test_kappa_of_fleiss_s_own_table():
    counts = np.array(VECTORS["fleiss_1971"])
    assert coefficients.fleiss_kappa(counts) == pytest.approx(0.4302445, abs=1e-7)


@pytest.mark.parametrize(
    ("level", "published"),
    [
        (Level.NOMINAL, 0.743421),
        (Level.ORDINAL, 0.815388),
        (Level.INTERVAL, 0.849107),
        (Level.RATIO, 0.797403),
    ],
)
def test_alpha_of_krippendorff_s_own_table(level, published):
    values = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    found = coefficients.alpha(krippendorff_2011(), level, values)
    assert found == pytest.approx(published, abs=1e-6)


def test_other_coefficients_of_krippendorff_s_table():
    # By irrCAC 0.4.4; the unit that one rater alone rated counts among the shares of labels.
    counts = krippendorff_2011()
    assert coefficients.fleiss_kappa(counts) == pytest.approx(0.76117, abs=1e-5)
    assert coefficients.gwet_ac1(counts) == pytest.approx(0.77544, abs=1e-5)
    assert coefficients.percent(counts) == pytest.approx(0.81818, abs=1e-5)


@pytest.mark.parametrize(
    ("level", "published"), [(Level.NOMINAL, 0.691358), (Level.INTERVAL, 0.810845)]
)
def test_alpha_of_the_example_in_wikipedia(level, published):
    found = coefficients.alpha(wikipedia_alpha(), level, np.array([1.0, 2.0, 3.0, 4.0]))
    assert found == pytest.approx(published, abs=1e-6)


def test_alpha_of_hayes_and_krippendorff():
    found = coefficients.alpha(hayes_krippendorff_2007(), Level.ORDINAL)
    assert found == pytest.approx(0.759829, abs=1e-6)


def test_the_order_of_a_scale_is_the_order_of_its_columns():
    ordered = our_scale(["B", "M", "I"])
    assert coefficients.alpha(ordered, Level.ORDINAL) == pytest.approx(0.676093, abs=1e-6)
    assert coefficients.alpha(ordered, Level.NOMINAL) == pytest.approx(0.397906, abs=1e-6)
    by_the_alphabet = our_scale(["B", "I", "M"])
    assert coefficients.alpha(by_the_alphabet, Level.ORDINAL) == pytest.approx(0.202563, abs=1e-6)


def test_ac1_stays_high_where_nearly_all_carry_one_label():
    # Both said yes to 80 units, one each to 7 and 8, neither to 5.
    counts = np.array([[2, 0]] * 80 + [[1, 1]] * 15 + [[0, 2]] * 5)
    assert coefficients.gwet_ac1(counts) == pytest.approx(0.808, abs=1e-6)
    assert coefficients.alpha(counts, Level.NOMINAL) == pytest.approx(0.317714, abs=1e-6)


def test_unequal_raters_are_not_dropped():
    counts = np.array([[3, 0], [0, 3], [2, 0], [1, 1]])
    assert coefficients.alpha(counts, Level.NOMINAL) == pytest.approx(0.625)
    assert coefficients.fleiss_kappa(counts) == pytest.approx(0.4666667)
    assert not coefficients.equally_rated(counts)


def test_nothing_rated_is_empty():
    for found in all_coefficients(np.zeros((0, 2), dtype=int)):
        assert found == Undefined("empty")


def test_units_that_no_two_raters_share():
    for found in all_coefficients(np.array([[1, 0], [0, 1]])):
        assert found == Undefined("no_shared_units")


@pytest.mark.parametrize("counts", [[[2, 0], [2, 0], [2, 0]], [[2, 0]]])
def test_one_label_throughout_leaves_nothing_to_chance(counts):
    counts = np.array(counts)
    assert coefficients.fleiss_kappa(counts) == Undefined("no_variation")
    assert coefficients.alpha(counts, Level.NOMINAL) == Undefined("no_variation")
    assert coefficients.percent(counts) == 1.0
    assert coefficients.gwet_ac1(counts) == 1.0


def test_one_unit_on_which_two_raters_differ():
    counts = np.array([[1, 1]])
    assert coefficients.alpha(counts, Level.NOMINAL) == 0.0
    assert coefficients.fleiss_kappa(counts) == -1.0


def test_one_shared_unit_and_singles_of_another_label():
    counts = np.array([[2, 0], [0, 1], [0, 1]])
    assert coefficients.alpha(counts, Level.NOMINAL) == Undefined("no_variation")
    assert coefficients.fleiss_kappa(counts) == Undefined("no_variation")


def test_one_dissent_among_twenty_two_ratings_gives_an_alpha_of_zero():
    # Five raters on four units and two on a fifth: 21 of 22 ratings alike.
    counts = np.array([[5, 0], [5, 0], [5, 0], [5, 0], [1, 1]])
    assert coefficients.alpha(counts, Level.NOMINAL) == pytest.approx(0.0)
    assert coefficients.gwet_ac1(counts) > 0.7


@pytest.mark.parametrize("level", list(Level))
def test_the_weighted_alpha_is_the_library_s_where_every_unit_counts_once(level):
    counts, values = krippendorff_2011(), np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    weighted = coefficients.weighted_alpha(
        counts, np.ones((1, len(counts))), level=level, values=values
    )
    assert weighted[0] == pytest.approx(coefficients.alpha(counts, level, values))


@pytest.mark.parametrize("level", list(Level))
def test_weights_stand_for_units_that_are_drawn_more_than_once(level):
    counts, values = wikipedia_alpha(), np.array([1.0, 2.0, 3.0, 4.0])
    weights = np.random.default_rng(3).multinomial(len(counts), [1 / len(counts)] * len(counts))
    drawn = np.repeat(counts, weights, axis=0)
    weighted = coefficients.weighted_alpha(
        counts, weights[None, :].astype(float), level=level, values=values
    )
    assert weighted[0] == pytest.approx(coefficients.alpha(drawn, level, values))


def test_weighted_kappa_is_the_library_s_on_drawn_units():
    counts = np.array(VECTORS["fleiss_1971"])
    weights = np.random.default_rng(4).multinomial(len(counts), [1 / len(counts)] * len(counts))
    drawn = np.repeat(counts, weights, axis=0)
    weighted = coefficients.weighted_fleiss(counts, weights[None, :].astype(float))
    assert weighted[0] == pytest.approx(coefficients.fleiss_kappa(drawn))


def test_a_resample_whose_paired_ratings_are_one_label_has_no_kappa():
    # Drawn twice the first unit and the single, or the first and the second.
    counts = np.array([[2, 0], [0, 2], [0, 1]])
    weights = np.array([[2.0, 0, 1], [1, 1, 0]])
    for weighted in (
        coefficients.weighted_fleiss(counts, weights),
        coefficients.weighted_alpha(counts, weights, level=Level.NOMINAL),
    ):
        assert np.isnan(weighted).tolist() == [True, False]


def all_coefficients(counts):
    return (
        coefficients.percent(counts),
        coefficients.fleiss_kappa(counts),
        coefficients.gwet_ac1(counts),
        coefficients.alpha(counts, Level.NOMINAL),
    )
