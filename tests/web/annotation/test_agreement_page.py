"""The page of agreement: from stored judgements to the figure that is read."""

import pytest
from django.urls import reverse

from annotation.models import Rater, Unit
from annotation.pages import agreement
from annotation.pages.agreement import NoSuchQuestion
from tests import studies
from tests.studies import NOW
from tests.web.annotation import agreeing
from tests.web.annotation.agreeing import cell, give, judge, page_of


@pytest.fixture
def study(db):
    return agreeing.three_people()


def test_the_headline_is_worked_out_by_hand(researcher, study):
    # Agreement in units: 1, 1/3, 1, 0, mean 7/12 = 58.3%. Shares of yes: 1, 2/3, 0, 1/2, mean
    # 13/24; by chance (13/24)^2 + (11/24)^2 = 290/576. Kappa (336 - 290) / (576 - 290) = 0.16.
    page = agreement.agreement_of(study)
    assert page.headline.startswith("Three people agree on 58.3% of 4 units; Fleiss's kappa 0.16 [")
    assert page.headline.endswith("]: slight.")
    assert cell(page, "agreement", "Fleiss's kappa", "People").value == pytest.approx(46 / 286)
    shown = page_of(researcher, study)
    assert "Three people agree on 58.3% of 4 units" in shown
    assert "Landis and Koch (1977), a convention" in shown
    assert "generalised, since units have unequally many ratings" in shown


def test_counts_stand_beside_the_coefficients(study):
    page = agreement.agreement_of(study)
    rows = ("Raters", "Units with a rating", "Units with two or more", "Ratings in those")
    found = [cell(page, "agreement", row, "People") for row in rows]
    assert found == [3, 4, 4, 11]
    assert cell(page, "agreement", "Unsure or left out", "People") == 1
    assert cell(page, "labels", "yes", "People") == pytest.approx(6 / 11)


def test_models_stand_beside_people_and_not_among_them(study):
    machine = studies.rater(study, "machine", kind=Rater.Kind.MODEL)
    for unit in study.units.all():
        give(unit, machine, {"label": "yes"})
    page = agreement.agreement_of(study)
    percent = "Percent agreement"
    assert cell(page, "agreement", percent, "People").value == pytest.approx(7 / 12)
    # With a fourth yes: 1, (3 of 6), (3 of 6), (1 of 3).
    found = cell(page, "agreement", percent, "People and models").value
    assert found == pytest.approx((1 + 1 / 2 + 1 / 2 + 1 / 3) / 4)


def test_a_left_out_rater_is_in_no_figure_and_is_told_of(researcher, study):
    Rater.objects.filter(pseudonym="cyd").update(left_out_at=NOW, left_out_reason="A test.")
    page = agreement.agreement_of(study)
    # yy, yy, nn, yn: three of four.
    assert page.headline.startswith("Two people agree on 75.0% of 4 units")
    assert "1 rater is left out: their judgements count nowhere." in page.sentences
    assert "cyd" not in page_of(researcher, study)


def test_extra_judgements_count_where_they_are_asked_for(researcher, study):
    late = studies.rater(study, "late")
    give(study.units.get(key="u0"), late, {"label": "no"}, extra="late")
    assert "Three people agree on 58.3%" in page_of(researcher, study)
    # u0 becomes yyyn: 3 of 6 pairs alike.
    shown = page_of(researcher, study, extra=1)
    assert f"Four people agree on {100 * (1 / 2 + 1 / 3 + 1) / 4:.1f}%" in shown
    assert "Leave extra judgements out" in shown


def test_a_study_without_judgements_says_what_will_be_here(researcher, db):
    study = studies.study()
    shown = page_of(researcher, study)
    assert "Nothing is judged yet." in shown
    assert "nan" not in shown.lower()
    with pytest.raises(NoSuchQuestion):
        agreement.agreement_of(study, "label")


@pytest.mark.parametrize(
    ("raters", "said"),
    [
        ({"ana": "yyy"}, "One person judged 3 units; agreement has no value: one rater only."),
        (
            {"ana": "y--", "ben": "-n-"},
            "Two people judged 2 units; agreement has no value: no unit in common.",
        ),
        (
            {"ana": "yyy", "ben": "yyy"},
            "Two people agree on 100.0% of 3 units; Fleiss's kappa has no value: "
            "one label throughout.",
        ),
        ({"ana": "u--"}, "One person judged 0 units; agreement has no value: no rating."),
    ],
)
def test_what_has_no_value_has_its_reason_in_words(researcher, db, raters, said):
    study = studies.study()
    judge(study, **raters)
    assert agreement.agreement_of(study).headline == said
    assert "Why a figure is missing" in page_of(researcher, study)


def test_one_label_throughout_still_has_percent_and_ac1(db):
    study = studies.study()
    judge(study, ana="yyy", ben="yyy")
    page = agreement.agreement_of(study)
    assert cell(page, "agreement", "Percent agreement", "People").value == 1.0
    assert cell(page, "agreement", "Gwet's AC1", "People").value == 1.0
    alpha = cell(page, "agreement", "Krippendorff's alpha, nominal", "People").value
    assert alpha.reason == "no_variation"


def test_raters_are_set_beside_the_others(researcher, study):
    # Of ana the others agree on u0 (yy) and u2 (nn), split on u1, and on u3 ben's no stands alone.
    page = agreement.agreement_of(study)
    (table,) = [each for each in page.tables if each.key == "raters"]
    row = next(each for each in table.rows if each.label == "ana")
    majority = row.cells[1]
    assert (majority.value.value, majority.n) == (pytest.approx(2 / 3), 3)
    assert cell(page, "raters", "ana", "Judged") == 4
    assert cell(page, "raters", "ana", "yes") == 0.75
    assert cell(page, "raters", "cyd", "no") == pytest.approx(2 / 3)
    assert cell(page, "raters", "ana", "Gold right").reason == "no_gold"
    assert cell(page, "raters", "ana", "Seconds").reason == "not_measured"


def test_the_units_that_disagree_most_name_no_rater(study):
    page = agreement.agreement_of(study)
    (table,) = [each for each in page.tables if each.key == "disputed"]
    told = [(row.label, row.cells[0].value, row.cells[1].value) for row in table.rows]
    assert told == [
        ("u3", 1.0, "no 1, yes 1, missing 1"),
        ("u1", pytest.approx(2 / 3), "yes 2, no 1"),
    ]


def test_pairs_of_raters_are_compared_on_what_both_rated(study):
    page = agreement.agreement_of(study)
    assert cell(page, "by-pair", "ana, ben", "Units by both") == 4
    assert cell(page, "by-pair", "ana, ben", "Percent agreement").value == 0.75
    assert cell(page, "by-pair", "ana, cyd", "Units by both") == 3
    assert cell(page, "by-pair", "ana, cyd", "Percent agreement").value == pytest.approx(2 / 3)


def test_the_kappa_of_a_pair_is_that_of_the_headline_for_the_same_two_people(study):
    # ana and ben with units of their own, and a model beside them, so that pairs are listed.
    Rater.objects.filter(pseudonym="cyd").update(kind=Rater.Kind.MODEL, agreed_at=None)
    ana = study.raters.get(pseudonym="ana")
    for n, label in enumerate(("yes", "yes", "no")):
        alone = Unit.objects.create(study=study, key=f"x{n}", snapshot={})
        give(alone, ana, {"label": label})
    page = agreement.agreement_of(study)
    both = cell(page, "by-pair", "ana, ben", "Fleiss's kappa")
    assert both == cell(page, "agreement", "Fleiss's kappa", "People")
    # Units yy yy nn yn and y y n: shares of yes 1 1 0 1/2 1 1 0, mean 9/14; 3/4 agree.
    by_chance = (81 + 25) / 196
    assert both.value == pytest.approx((3 / 4 - by_chance) / (1 - by_chance))


def test_one_person_with_models_is_called_so(researcher, study):
    Rater.objects.filter(pseudonym__in=("ben", "cyd")).update(kind=Rater.Kind.MODEL, agreed_at=None)
    page = agreement.agreement_of(study)
    assert page.headline.startswith("One person and two models agree on 58.3% of 4 units")
    shown = page_of(researcher, study)
    assert "these figures take the models in" in shown


def test_a_capital_stands_beside_its_small_letter(db):
    study = studies.study(units=0)
    for key in ("b", "C", "a", "B"):
        Unit.objects.create(study=study, key=key, snapshot={})
    judge(study, ana="yyyy", ben="nnnn", Abe="yyyy")
    page = agreement.agreement_of(study)
    tables = {table.key: [row.label for row in table.rows] for table in page.tables}
    assert tables["disputed"] == ["a", "B", "b", "C"]
    assert tables["raters"] == ["Abe", "ana", "ben"]


def test_a_disputed_unit_leads_to_its_adjudication(researcher, study):
    unit = study.units.get(key="u3")
    there = reverse("annotations:adjudicate", args=["vrelk", 1, unit.pk])
    assert f'href="{there}">u3</a>' in page_of(researcher, study)


def test_a_new_judgement_is_in_the_next_page(study):
    agreement.agreement_of(study)
    judge(study, dan="yynn")
    assert agreement.agreement_of(study).headline.startswith("Four people")


@pytest.mark.parametrize("units", [3, 12])
def test_queries_do_not_grow_with_the_units(db, django_assert_max_num_queries, units):
    study = studies.study(units=units)
    judge(study, ana="y" * units, ben="n" * units)
    with django_assert_max_num_queries(18):
        agreement.agreement_of(study)
    with django_assert_max_num_queries(6):
        agreement.agreement_of(study)
