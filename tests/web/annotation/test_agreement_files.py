"""Agreement as files and as a command's text, and what there is not."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Unit
from tests import studies
from tests.web.annotation import agreeing
from tests.web.annotation.agreeing import address, judge


@pytest.fixture
def study(db):
    return agreeing.three_people()


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
