"""The page of agreement: from stored judgements to the figure that is read."""

import csv
import io
import json
import uuid

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.urls import reverse

from annotation.models import Judgement, Rater, Unit
from annotation.pages import agreement
from annotation.pages.agreement import NoSuchQuestion
from games.models import Affordance, AffordanceLabel
from tests import make, studies
from tests.studies import NOW

LABELS = {"y": "yes", "n": "no", "u": "unsure"}


def of_kind(kind):
    """A study of this kind without units."""
    made = studies.study(units=0)
    made.kind = kind
    made.save()
    return made


def address(study, name="agreement", *args, **query):
    there = reverse(f"annotations:{name}", args=[study.slug, study.version, *args])
    return there + ("?" + "&".join(f"{key}={value}" for key, value in query.items())) * bool(query)


def judge(study, **raters):
    """raters: name -> a letter a unit, in the order of the units; - for none."""
    units = list(study.units.filter(training=False, gold__isnull=True).order_by("pk"))
    for name, letters in raters.items():
        rater = Rater.objects.filter(study=study, pseudonym=name).first()
        rater = rater or studies.rater(study, name)
        for unit, letter in zip(units, letters, strict=True):
            if letter != "-":
                give(unit, rater, {"label": LABELS[letter]})


def give(unit, rater, answer, **fields):
    Judgement.objects.create(
        unit=unit, rater=rater, answer=answer, key=uuid.uuid4(), at=NOW, **fields
    )


@pytest.fixture
def study(db):
    """Units yyy, yyn, nnn and yn with one unsure."""
    made = studies.study(units=4)
    judge(made, ana="yyny", ben="yynn", cyd="ynnu")
    return made


def page_of(researcher, study, **query):
    response = researcher.get(address(study, **query))
    assert response.status_code == 200
    return response.text


def cell(page, table, row, column):
    (found,) = [each for each in page.tables if each.key == table]
    cells = {each.label: each.cells for each in found.rows}
    return cells[row][found.columns.index(column)].value


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
    Rater.objects.filter(pseudonym="cyd").update(kind=Rater.Kind.MODEL, user=None)
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
    Rater.objects.filter(pseudonym__in=("ben", "cyd")).update(kind=Rater.Kind.MODEL, user=None)
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


@pytest.fixture
def pairs(db):
    """Two objects by two affordances with released labels, by two people."""
    catalogue = make.catalogue()
    affordances = Affordance.objects.filter(catalogue=catalogue).order_by("pk")[:2]
    objects = [make.physical_object(catalogue, key, yes=[]) for key in ("vrelk", "glimp")]
    study = studies.study(units=0, catalogue=catalogue)
    for each in objects:
        for affordance in affordances:
            Unit.objects.create(study=study, key=f"{each.key} {affordance.key}", snapshot={})
    judge(study, ana="yyny", ben="ynny")
    return study


def test_disagreement_by_affordance_and_as_a_chart(researcher, pairs):
    page = agreement.agreement_of(pairs)
    first, second = (unit.key.split() for unit in pairs.units.order_by("pk")[:2])
    # Of the first affordance both raters agree on both objects, of the second on one of two.
    assert cell(page, "by-affordance", first[1], "Percent agreement").value == 1.0
    assert cell(page, "by-affordance", second[1], "Percent agreement").value == 0.5
    assert cell(page, "disagreement", second[0], second[1]) == 1.0
    shown = page_of(researcher, pairs)
    for size in ("wide", "narrow"):
        for theme in ("light", "dark"):
            there = address(pairs, "agreement_chart", "label", size, theme)
            assert there in shown
            drawn = researcher.get(there)
            assert drawn["Content-Type"] == "image/svg+xml"
            assert ">100</text>" in drawn.text


def test_new_raters_are_set_against_the_released_labels(researcher, pairs):
    for unit, answer in zip(pairs.units.order_by("pk"), ("yes", "no", "no", "no"), strict=True):
        key, affordance = unit.key.split()
        AffordanceLabel.objects.filter(physical_object__key=key, affordance__key=affordance).update(
            answer=answer
        )
    page = agreement.agreement_of(pairs)
    # Majorities yes, none, no, yes against yes, no, no, no: two of four.
    assert cell(page, "released", "Majority agreement", "Figure").value == 0.5
    assert cell(page, "released", "Of them without a majority", "Figure") == 1
    # Counts with the release: yyy, nyn, nnn, yyn.
    among = cell(page, "released", "Fleiss's kappa, raters alone", "Figure").value
    joined = "Fleiss's kappa, the released label as one more rater"
    assert among == pytest.approx((3 / 4 - (25 + 9) / 64) / (1 - (25 + 9) / 64))
    assert cell(page, "released", joined, "Figure").value == pytest.approx((2 / 3 - 1 / 2) * 2)
    assert "0.82" in page_of(researcher, pairs)
    assert "does not tell which of these kappas that is" in page_of(researcher, pairs)


def test_models_are_left_out_against_labels_that_may_be_theirs(researcher, pairs):
    machine = studies.rater(pairs, "machine", kind=Rater.Kind.MODEL)
    for unit in pairs.units.all():
        give(unit, machine, {"label": "no"})
    # Released is no throughout; of people's majorities yes, none, no, yes one is no.
    people = cell(agreement.agreement_of(pairs), "released", "Majority agreement", "Figure")
    assert people.value == 0.25
    shown = page_of(researcher, pairs)
    assert "Models are left out here, for labels may come from them." in shown
    Rater.objects.filter(pseudonym__in=("ana", "ben")).update(kind=Rater.Kind.MODEL, user=None)
    agreement.forget()
    assert "agreement with its own source tells nothing" in page_of(researcher, pairs)


def test_one_vote_is_no_majority_against_a_released_label(pairs):
    pairs.units.last().judgements.filter(rater__pseudonym="ben").delete()
    page = agreement.agreement_of(pairs)
    (table,) = [each for each in page.tables if each.key == "released"]
    figures = {row.label: row.cells[0] for row in table.rows}
    assert figures["Majority agreement"].n == 3
    assert figures["Of them with one rating alone"].value == 1
    # u1 is split and has no majority: the kappa of majorities rests on the two others.
    assert figures["Cohen's kappa, majority and released label"].n == 2


def test_the_matrix_is_exactly_what_was_rated(researcher, study):
    response = researcher.get(address(study, "agreement_matrix", "label"))
    assert "attachment" in response["Content-Disposition"]
    assert list(csv.reader(io.StringIO(response.text))) == [
        ["unit", "ana", "ben", "cyd"],
        ["u0", "yes", "yes", "yes"],
        ["u1", "yes", "yes", "no"],
        ["u2", "no", "no", "no"],
        ["u3", "yes", "no", ""],
    ]


def test_a_matrix_runs_no_formula(researcher, db):
    study = studies.study(units=0)
    Unit.objects.create(study=study, key="=1+1", snapshot={})
    judge(study, ana="y")
    rows = researcher.get(address(study, "agreement_matrix", "label")).text.splitlines()
    assert rows[1] == "'=1+1,yes"


@pytest.fixture
def sets_study(db):
    """Two objects with the utilities of two people: {a, nan} and {a}; none and none."""
    study = of_kind("object_utility")
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
    study = of_kind("variable_values")
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
    study = of_kind("material_ranking")
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
    study = of_kind("configuration_rating")
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


def test_the_figures_are_a_file_without_nan(researcher, study):
    judge(study, dan="----")
    response = researcher.get(address(study, "agreement_figures", "label"))
    whole = json.loads(response.text, parse_constant=lambda name: pytest.fail(name))
    assert (whole["schema"], whole["study"], whole["version"]) == ("agreement/1", "vrelk", 1)
    (question,) = whole["questions"]
    kappa = next(
        line for line in question["figures"]
        if (line["table"], line["row"]) == ("agreement", "Fleiss's kappa")
    )  # fmt: skip
    assert kappa["value"] == pytest.approx(46 / 286)
    assert kappa["low"] <= kappa["value"] <= kappa["high"]
    for line in question["figures"]:
        assert line["value"] is not None or line["undefined"] in whole["reasons"]


def test_the_command_prints_the_page_s_figures(study, capsys):
    call_command("study_agreement", "vrelk", "1")
    told = capsys.readouterr().out
    assert "Three people agree on 58.3% of 4 units" in told
    call_command("study_agreement", "vrelk", "1", "--json")
    whole = json.loads(capsys.readouterr().out)
    assert whole["questions"][0]["headline"] in told


def test_the_command_names_a_study_that_there_is_not(db):
    with pytest.raises(CommandError, match="no version 3 of a study 'nowhere'"):
        call_command("study_agreement", "nowhere", "3")


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


PAGES = [
    ("agreement",),
    ("agreement_matrix", "label"),
    ("agreement_figures", "label"),
]


@pytest.mark.parametrize("page", PAGES)
def test_others_than_researchers_are_turned_away(client, study, page):
    client.force_login(User.objects.create_user("annotator"))
    assert client.get(address(study, *page)).status_code in (302, 403)


@pytest.mark.parametrize("page", PAGES)
def test_nothing_can_be_posted(researcher, study, page):
    assert researcher.post(address(study, *page)).status_code == 405


@pytest.mark.parametrize(
    "page",
    [
        ("agreement_matrix", "nothing"),
        ("agreement_figures", "nothing"),
        ("agreement_chart", "label", "wide", "light"),
        ("agreement_chart", "nothing", "wide", "light"),
        ("agreement_chart", "label", "huge", "light"),
    ],
)
def test_what_there_is_not_is_not_found(researcher, study, page):
    # The units of this study are no pairs of an object and an affordance: there is no chart.
    assert researcher.get(address(study, *page)).status_code == 404


def test_a_question_that_there_is_not_is_not_found(researcher, study):
    assert researcher.get(address(study, question="nothing")).status_code == 404
