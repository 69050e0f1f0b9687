"""A study's export as a file: whole, named for its content, from the page and the command."""

import io
import json
import zipfile

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from annotation import judgement_exports
from annotation.judgement_rows import Selection
from annotation.models import Rater, Study
from games.exporting import checks
from games.exporting.file_formats import Format
from tests import make, studies
from tests.exported import table
from tests.web.annotation.exporting import FORMATS, NASTY, export, unit

pytestmark = pytest.mark.django_db


@pytest.fixture
def study(db) -> Study:
    return studies.study(units=2, seats_a_unit=2, consent_text=studies.consent())


@pytest.fixture
def ana(study) -> Rater:
    return studies.rater(study, "ana")


@pytest.mark.parametrize(
    ("chosen", "name"),
    [
        ({}, "vrelk-v1-csv.zip"),
        ({"comments": False}, "vrelk-v1-csv-no-comments.zip"),
        ({"left_out": True, "comments": False}, "vrelk-v1-csv-left-out-no-comments.zip"),
    ],
)
def test_exports_of_other_content_have_other_names(study, chosen, name):
    assert judgement_exports.file_name(Selection(study, **chosen), Format.CSV) == name


@FORMATS
def test_equal_states_give_equal_bytes_and_a_whole_file(study, ana, file_format):
    studies.judged(unit(study), ana, comment=NASTY)
    exported = export(study, file_format)
    assert exported == export(study, file_format)
    assert checks.check(io.BytesIO(exported)).whole


def test_guidelines_and_settings_go_along(study, ana):
    archive = zipfile.ZipFile(io.BytesIO(export(study)))
    settings = json.loads(archive.read("study.json"))
    assert archive.read("guidelines.md") == b"Look."
    assert [each["value"] for each in settings["questions"][0]["choices"]] == [
        "yes", "no", "unsure"
    ]  # fmt: skip
    assert settings["questions"][0]["missing"] == ["unsure"]
    assert archive.namelist()[-2:] == ["codebook.md", "datapackage.json"]


def test_an_export_takes_as_many_queries_for_many_rows_as_for_few(
    study, ana, django_assert_max_num_queries
):
    for row in study.units.all():
        studies.judged(row, ana, comment="x")
    with django_assert_max_num_queries(34):
        export(study)


def test_raters_left_out_are_offered_only_where_there_are_any(researcher, study, ana):
    address = reverse("annotations:export", args=["vrelk", 1])
    assert "left_out" not in researcher.get(address).content.decode()
    Rater.objects.filter(pk=ana.pk).update(left_out_at=make.NOW, left_out_reason="A test.")
    assert "Also 1 rater left out" in researcher.get(address).content.decode()


def test_the_consent_text_has_one_hash_everywhere(researcher, study, ana):
    (row,) = table(export(study), "raters")
    overview = researcher.get(reverse("annotations:study", args=["vrelk", 1])).content.decode()
    assert row["consent_text_sha256"] in overview


@FORMATS
def test_the_page_s_file_is_a_whole_export(researcher, study, ana, file_format):
    studies.judged(unit(study), ana)
    address = reverse("annotations:export_file", args=["vrelk", 1])
    response = researcher.get(address, {"format": file_format, "left_out": "1"})
    assert response.headers["Content-Disposition"].endswith(
        f'"vrelk-v1-{file_format}-left-out.zip"'
    )
    assert checks.check(io.BytesIO(response.getvalue())).whole


def test_the_page_says_what_is_in(researcher, study, ana):
    studies.judged(unit(study), ana, comment="My name is Quomb")
    page = researcher.get(reverse("annotations:export", args=["vrelk", 1])).content.decode()
    assert "1 person, 0 models" in page and "1 comment of raters" in page


def test_a_choice_that_there_is_not_is_told_and_nothing_exported(researcher, study):
    address = reverse("annotations:export_file", args=["vrelk", 1])
    response = researcher.get(address, {"format": "xlsx"})
    assert response.status_code == 400 and "Nothing was exported" in response.content.decode()


def test_the_command_writes_a_file_that_is_found_whole(study, ana, tmp_path, capsys):
    studies.judged(unit(study), ana)
    call_command("export_study", "vrelk", "1", str(tmp_path), "--format", "jsonl")
    call_command("check_export", str(tmp_path / "vrelk-v1-jsonl.zip"))
    assert "is whole" in capsys.readouterr().out


def test_the_command_names_a_study_that_there_is_not(db, tmp_path):
    with pytest.raises(CommandError, match="no version 2 of a study 'vrelk'"):
        call_command("export_study", "vrelk", "2", str(tmp_path))
