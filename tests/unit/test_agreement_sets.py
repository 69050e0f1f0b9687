"""Subsets of labels: the toy figures of the specification, hand-worked cases, the library."""

import krippendorff
import numpy as np
import pytest

from annotation.agreement import set_distances, sets
from annotation.agreement.bootstrap import Resampling
from annotation.agreement.ratings import BadRating
from games.estimates import Interval, Undefined

FEW = Resampling(resamples=200, seed=5)
UTILITIES = ("heating", "light", "decoration", "cutting", "breaking", "mixing", "comfort",
             "eating", *(f"utility {n}" for n in range(14)))  # fmt: skip


def chosen(**raters):
    """Rater -> the labels, each a letter, or several words with spaces between."""
    return {
        rater: frozenset(labels.split() if " " in labels or len(labels) > 3 else labels)
        for rater, labels in raters.items()
    }


def words(*raters):
    return {f"r{at}": frozenset(each.split()) for at, each in enumerate(raters)}


# Three annotators, four objects, 22 utilities.
TOY = {
    "Candle": words("heating light decoration", "heating light", "heating light decoration"),
    "Knife": words("cutting", "cutting breaking", "cutting mixing"),
    "Chair": words("comfort", "comfort", "comfort"),
    "Salt": words("", "eating", "eating"),
}


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("jaccard", 0.6389),
        ("f1", 0.7028),
        ("pooled_f1", 0.7778),
        ("exact", 0.4167),
        ("per_label", 0.9697),
        ("jaccard_alpha", 0.5914),
        ("masi", 0.5056),
        ("pooled", 0.7624),
    ],
)
def test_the_toy_figures_of_coat_4_1(measure, value):
    found = getattr(sets.measure_sets(TOY, UTILITIES, FEW), measure)
    assert found.value == pytest.approx(value, abs=5e-5)
    assert isinstance(found.interval, Interval)
    assert found.interval.low <= found.value <= found.interval.high


def test_subsets_of_labels_by_hand():
    one, other = frozenset("abc"), frozenset("bcd")
    # Shared b and c of four labels; f1 is 2 * 2 / (3 + 3).
    assert set_distances.jaccard(one, other) == pytest.approx(0.5)
    assert set_distances.f1(one, other) == pytest.approx(2 / 3)


def masi(one, other):
    sizes = (len(one & other), len(one), len(other))
    return set_distances.masi_distances(*(np.array([size], dtype=float) for size in sizes))[0]


def test_masi_of_overlapping_nested_equal_and_foreign_sets():
    assert masi(frozenset("abc"), frozenset("bcd")) == pytest.approx(1 - 0.5 / 3)
    assert masi(frozenset("a"), frozenset("ab")) == pytest.approx(1 - 0.5 * 2 / 3)
    assert masi(frozenset("a"), frozenset("a")) == 0.0
    assert masi(frozenset("a"), frozenset("b")) == 1.0


def test_two_empty_sets_agree():
    assert set_distances.jaccard(frozenset(), frozenset()) == 1.0
    assert set_distances.f1(frozenset(), frozenset()) == 1.0
    assert masi(frozenset(), frozenset()) == 0.0


def test_set_agreement_of_a_unit_by_label_and_pooled():
    units = {
        "u1": chosen(ann="ab", ben="ab"),
        "u2": chosen(ann="a", ben="b"),
        "u3": chosen(ann="", ben=""),
    }
    found = sets.measure_sets(units, ("a", "b"), FEW)
    assert (found.units, found.paired, found.raters, found.pairable) == (3, 3, 2, 6)
    # 1, 0 and 1.
    assert found.jaccard.value == pytest.approx(2 / 3)
    # Presence of a: agree, differ, agree on 3 of each: observed 1/3, expected 2*3*3/(6*5).
    assert found.by_label["a"].value == pytest.approx(1 - (1 / 3) / 0.6)
    # Six units of a label each, 6 of 12 chosen: observed 2/6, expected 2*6*6/(12*11).
    assert found.pooled.value == pytest.approx(1 - (2 / 6) / (72 / 132))
    assert found.shares == {"a": 0.5, "b": 0.5}
    assert 0 < found.masi.value < 1


def test_a_label_that_a_unit_does_not_offer_is_not_left_out_there():
    units = {"u1": chosen(ann="a", ben=""), "u2": chosen(ann="b", ben="b")}
    offered = {"u1": frozenset("a"), "u2": frozenset("b")}
    found = sets.measure_sets(units, ("a", "b"), FEW, offered=offered)
    # Of u1 the one label differs, of u2 it is alike.
    assert found.per_label.value == pytest.approx(0.5)
    assert found.shares == {"a": 0.5, "b": 1.0}
    # Present 3 of 4, one unit of two differs: observed 1/2, expected 2*3*1/(4*3).
    assert found.pooled.value == pytest.approx(0.0)


def test_a_missing_answer_is_no_empty_set():
    units = {"u1": chosen(ann="a", ben="a"), "u2": chosen(ann="b")}
    found = sets.measure_sets(units, ("a", "b"), FEW)
    assert (found.units, found.paired, found.pairable) == (2, 1, 2)
    assert found.jaccard.value == 1.0
    assert found.jaccard.interval == Undefined("one_unit")


def test_masi_alpha_is_the_nominal_one_where_sets_share_nothing():
    units = {
        "u1": chosen(ann="a", ben="a"),
        "u2": chosen(ann="a", ben="b"),
        "u3": chosen(ann="b", ben="b"),
    }
    # Three of a, three of b: observed disagreement 1/3, expected 2 * 3 * 3 / (6 * 5) = 0.6.
    found = sets.measure_sets(units, ("a", "b"), FEW)
    assert found.masi.value == pytest.approx(1 - (1 / 3) / 0.6)
    assert found.jaccard_alpha.value == pytest.approx(1 - (1 / 3) / 0.6)


@pytest.mark.parametrize(
    ("measure", "distances"),
    [
        ("jaccard_alpha", set_distances.jaccard_distances),
        ("masi", set_distances.masi_distances),
    ],
)
def test_alpha_with_a_distance_is_the_library_s(measure, distances, monkeypatch):
    monkeypatch.setattr(set_distances, "CHUNK", 3)
    units = drawn_sets(units=40)
    found = getattr(sets.measure_sets(units, "abcd", FEW), measure)
    domain = sorted({each for of in units.values() for each in of.values()}, key=sorted)
    counts = np.array([[sum(s == d for s in of.values()) for d in domain] for of in units.values()])

    def apart(v1, v2, **_):
        pairs = np.vectorize(lambda i, j: distance_of(domain[int(i)], domain[int(j)], distances))
        return pairs(v1, v2)

    theirs = krippendorff.alpha(
        value_counts=counts,
        value_domain=np.arange(len(domain), dtype=float),
        level_of_measurement=apart,
    )
    assert found.value == pytest.approx(theirs)


def distance_of(one, other, distances):
    sizes = (len(one & other), len(one), len(other))
    return float(distances(*(np.array([size], dtype=float) for size in sizes))[0])


def drawn_sets(units):
    """Three raters or two, who mostly choose alike."""
    rng = np.random.default_rng(3)
    drawn = {}
    for at in range(units):
        truth = rng.random(4) < 0.4
        answers = {}
        for rater in ("ann", "ben", "cid")[: 2 + at % 2]:
            said = np.where(rng.random(4) < 0.8, truth, ~truth)
            answers[rater] = frozenset(np.array(list("abcd"))[said].tolist())
        drawn[f"u{at}"] = answers
    return drawn


@pytest.mark.parametrize("measure", ["masi", "pooled", "pooled_f1"])
def test_the_interval_is_that_of_a_loop_over_drawn_units(measure):
    units = drawn_sets(units=30)
    found = getattr(sets.measure_sets(units, "abcd", Resampling(4_000, seed=1)), measure)
    names, rng = list(units), np.random.default_rng(2)
    looped = []
    for _ in range(200):
        drawn = {str(n): units[names[at]] for n, at in enumerate(rng.integers(0, 30, 30))}
        looped.append(getattr(sets.measure_sets(drawn, "abcd", Resampling(2)), measure).value)
    low, high = np.quantile(looped, [0.025, 0.975])
    assert found.interval.low == pytest.approx(low, abs=0.06)
    assert found.interval.high == pytest.approx(high, abs=0.06)


MEASURES = (
    "jaccard", "f1", "pooled_f1", "exact", "per_label", "pooled", "jaccard_alpha", "masi",
)  # fmt: skip


@pytest.mark.parametrize(
    ("units", "reason"),
    [
        ({}, "empty"),
        ({"u1": {}}, "empty"),
        ({"u1": chosen(ann="a")}, "too_few_raters"),
        ({"u1": chosen(ann="a"), "u2": chosen(ben="a")}, "no_shared_units"),
    ],
)
def test_sets_that_cannot_be_compared_have_a_reason(units, reason):
    found = sets.measure_sets(units, ("a", "b"), FEW)
    for measure in MEASURES:
        figure = getattr(found, measure)
        assert (figure.value, figure.interval) == (Undefined(reason), Undefined(reason))


def test_one_set_throughout_leaves_nothing_to_chance():
    units = {f"u{at}": chosen(ann="ab", ben="ab") for at in range(3)}
    found = sets.measure_sets(units, ("a", "b"), FEW)
    assert (found.jaccard.value, found.exact.value, found.pooled_f1.value) == (1.0, 1.0, 1.0)
    for figure in (found.pooled, found.masi, found.jaccard_alpha, found.by_label["a"]):
        assert figure.value == Undefined("no_variation")


def test_where_nobody_chose_a_label_the_pooled_f1_has_no_value():
    units = {f"u{at}": chosen(ann="", ben="") for at in range(3)}
    found = sets.measure_sets(units, ("a", "b"), FEW)
    assert found.f1.value == 1.0
    assert found.pooled_f1.value == Undefined("nothing_chosen")


def test_a_chosen_label_outside_the_list_is_named():
    with pytest.raises(BadRating, match="'ann' chose z for the unit 'u1'"):
        sets.measure_sets({"u1": chosen(ann="z")}, ("a", "b"), FEW)


def test_the_mean_over_questions_weighs_each_alike():
    mass = {"pail": chosen(ann="a", ben="a"), "rope": chosen(ann="a", ben="b")}
    heat = {"pail": chosen(ann="a", ben="a"), "rope": chosen(ann="b")}
    # Mass: 1 and 0, mean 1/2. Heat: 1 of the one unit that both answered.
    found = sets.jaccard_over([mass, heat, {}], FEW)
    assert found.value == pytest.approx((0.5 + 1) / 2)
    assert sets.jaccard_over([{"pail": chosen(ann="a")}], FEW).value == Undefined("too_few_raters")
    assert sets.jaccard_over([{}], FEW).value == Undefined("empty")
