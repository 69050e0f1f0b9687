"""Agreement of kinds that are answered by sets, orders and scales."""

import csv
import io

import pytest

from annotation.models import Unit
from annotation.pages import agreement
from tests import studies
from tests.web.annotation.agreeing import address, cell, give, page_of


@pytest.fixture
def sets_study(db):
    """Two objects with the utilities of two people: {a, nan} and {a}; none and none."""
    study = studies.study(units=0, kind="object_utility")
    utilities = [{"key": key, "label": key, "phrase": key} for key in ("a", "nan")]
    who = [studies.rater(study, name) for name in ("ana", "ben")]
    for key, answers in (("cup", (["a", "nan"], ["a"])), ("fork", ([], []))):
        snapshot = {"object": key, "name": key, "utilities": utilities}
        unit = Unit.objects.create(study=study, key=key, block=key, snapshot=snapshot)
        for rater, chosen in zip(who, answers, strict=True):
            give(unit, rater, {"utilities": chosen})
    return study


def test_sets_have_their_measures_named(researcher, sets_study):
    page = agreement.agreement_of(sets_study)
    # One of two shared, and two empty sets that share all.
    assert cell(page, "agreement", "Mean pairwise Jaccard", "People").value == 0.75
    assert cell(page, "agreement", "Pooled F1", "People").value == pytest.approx(2 / 3)
    assert cell(page, "labels", "nan", "Chosen") == 0.25
    assert "the mean pairwise Jaccard" in page_of(researcher, sets_study)
    assert cell(page, "disputed", "cup", "Votes") == "a 2, nan 1"
    assert cell(page, "raters", "ana", "With the others").value == 0.75


def test_a_matrix_of_sets_tells_an_empty_set_from_a_missing_one(researcher, sets_study):
    give(sets_study.units.get(key="fork"), studies.rater(sets_study, "cyd"), {"utilities": ["nan"]})
    response = researcher.get(address(sets_study, "agreement_matrix", "utilities"))
    assert list(csv.reader(io.StringIO(response.text))) == [
        ["unit", "ana", "ben", "cyd"],
        ["cup", '["a", "nan"]', '["a"]', ""],
        ["fork", "[]", "[]", '["nan"]'],
    ]


def test_the_values_of_variables_have_a_mean_over_them(researcher, db):
    study = studies.study(units=0, kind="variable_values")
    variables = {"temperature": ["Hot", "Cold"], "in_use": ["free"], "condition": ["clean"]}
    snapshot = {"object": "o", "name": "O", "form": "ideal", "variables": variables}
    unit = Unit.objects.create(study=study, key="o", snapshot=snapshot)
    for name, temperature in (("ana", ["Hot"]), ("ben", ["Hot", "Cold"])):
        answer = {"temperature": temperature, "in_use": ["free"], "condition": ["clean"]}
        give(unit, studies.rater(study, name), answer)
    page = agreement.agreement_of(study)
    assert cell(page, "questions", "temperature", "Figure").value == 0.5
    assert cell(page, "questions", "Mean of these", "Figure").value == pytest.approx(2.5 / 3)
    shown = page_of(researcher, study, question="in_use")
    assert 'aria-current="page">in_use</a>' in shown


def test_rankings_have_kendall_s_w_and_an_ordinal_alpha(researcher, db):
    study = studies.study(units=0, kind="material_ranking")
    snapshot = {
        "task": "t", "task_text": "T", "utility": "u", "utility_text": "U", "object": "o",
        "name": "O", "materials": ["Paper", "Wood", "Metal"],
    }  # fmt: skip
    ana, ben = studies.rater(study, "ana"), studies.rater(study, "ben")
    for n, order in enumerate((["Paper", "Wood", "Metal"], ["Metal", "Wood", "Paper"])):
        unit = Unit.objects.create(study=study, key=f"c{n}", block="t / u", snapshot=snapshot)
        give(unit, ana, {"order": ["Paper", "Wood", "Metal"]})
        give(unit, ben, {"order": order})
    page = agreement.agreement_of(study, "order")
    # One card alike, W 1, one turned round, W 0.
    assert cell(page, "agreement", "Kendall's W", "People").value == pytest.approx(0.5)
    assert page.headline.startswith("Two people order 2 units with a mean Kendall's W of 0.50 [")
    told = cell(page, "disputed", "c1", "Mean ranks, 1 is best")
    assert told == "Metal 2.0, Paper 2.0, Wood 2.0"
    assert "Alpha takes each place as a rating, counted from the best" in page_of(
        researcher, study, question="order"
    )


def test_the_scale_of_materials_is_bad_moderate_ideal(researcher, db):
    # The three raters and eight units of the project's own scale: ordinal 0.676, nominal 0.398.
    study = studies.study(units=0, kind="configuration_rating")
    words = {"B": "bad", "M": "moderate", "I": "ideal"}
    rows = ("I I M B B M I B", "I M M B M M I B", "M I B B B M I M")
    who = [studies.rater(study, name) for name in ("ana", "ben", "cyd")]
    configuration = dict.fromkeys(("mass", "material", "temperature", "in_use", "condition"), "x")
    for n in range(8):
        snapshot = {
            "task": "t", "task_text": "T", "utility": "u", "utility_text": "U", "object": f"o{n}",
            "name": "O", "form": "whole", "configuration": configuration,
        }  # fmt: skip
        unit = Unit.objects.create(study=study, key=f"c{n}", block="t / u", snapshot=snapshot)
        for rater, row in zip(who, rows, strict=True):
            give(unit, rater, {"configuration": words[row.split()[n]]})
    page = agreement.agreement_of(study)
    ordinal = cell(page, "agreement", "Krippendorff's alpha, ordinal", "People").value
    nominal = cell(page, "agreement", "Krippendorff's alpha, nominal", "People").value
    assert (ordinal, nominal) == (
        pytest.approx(0.676093, abs=1e-6),
        pytest.approx(0.397906, abs=1e-6),
    )
    assert "bad &lt; moderate &lt; ideal" in page_of(researcher, study)
