"""A study as one file: its tables, what counts, what is left out, and that texts survive."""

import io
import json
import uuid
import zipfile

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.urls import reverse

from annotation import judgement_exports
from annotation.judgement_rows import Selection
from annotation.models import Change, Consensus, Rater, Study, Unit
from annotation.services import seats
from games.exporting import checks
from games.exporting.file_formats import Format, as_typed
from tests import make, studies
from tests.exported import described, table

pytestmark = pytest.mark.django_db
FORMATS = pytest.mark.parametrize("file_format", list(Format))
NASTY = 'a, "b"\nc\u2028d\r\ne;\tf\u0085'
WORDS = ["nan", "None", "null", "007", "NA", "1e5", "true", "=1+1", "'x", "-", "ÿ"]


def export(study: Study, file_format: str = "jsonl", **chosen: bool) -> bytes:
    return b"".join(judgement_exports.stream(Selection(study, **chosen), Format(file_format)))


@pytest.fixture
def study(db) -> Study:
    return studies.study(units=2, seats_a_unit=2, consent_text=studies.consent())


@pytest.fixture
def ana(study) -> Rater:
    return studies.rater(study, "ana")


def unit(study: Study, key: str = "u0") -> Unit:
    return study.units.get(key=key)


def empty(kind: str) -> Study:
    study = studies.study(units=0)
    study.kind = kind
    study.save()
    return study


def free_texts(*texts: str) -> Study:
    """A study whose judgements hold these texts as answers, one unit each."""
    study = empty("object_properties")
    snapshot = {"object": "vrelk", "description": "Grey.", "properties": {}, "values": {}}
    seats.add_units(
        study, [Unit(study=study, key=f"u{n}", snapshot=snapshot) for n in range(len(texts))]
    )
    by = studies.rater(study)
    for row, text in zip(study.units.order_by("pk"), texts, strict=True):
        studies.judged(row, by, answer={"comment": text}, comment=text)
    return study


def test_a_judgement_has_a_row_for_each_question(study, ana):
    studies.judged(unit(study), ana, "no", comment="odd", seconds=2.5)
    (row,) = table(export(study), "judgements")
    assert row == {
        "study": "vrelk", "version": 1, "unit": "u0", "rater": "ana", "rater_kind": "person",
        "question": "label", "form": "one", "level": "nominal", "value": "no", "missing": False,
        "counts": True, "skip_reason": None, "extra": None, "comment": "odd", "seconds": 2.5,
        "revision": 1, "judged_at": "2026-11-30T12:00:00.000000+00:00",
    }  # fmt: skip


def test_unsure_is_a_value_and_yet_missing(study, ana):
    studies.judged(unit(study), ana, "unsure")
    (row,) = table(export(study), "judgements")
    assert (row["value"], row["missing"], row["counts"]) == ("unsure", True, True)


def test_a_skip_has_its_reason_and_no_value(study, ana):
    studies.judged(unit(study), ana, skip_reason="faulty")
    (row,) = table(export(study), "judgements")
    assert (row["value"], row["skip_reason"], row["counts"]) == (None, "faulty", False)


def test_an_extra_judgement_is_in_and_marked(study, ana):
    studies.judged(unit(study), ana, extra="late")
    (row,) = table(export(study), "judgements")
    assert (row["extra"], row["counts"]) == ("late", False)


@pytest.mark.parametrize("fields", [{"training": True}, {"gold": {"label": "yes"}}])
def test_what_is_judged_for_all_counts_nowhere(study, ana, fields):
    Unit.objects.filter(pk=unit(study).pk).update(**fields)
    unit(study).seats.all().delete()
    studies.judged(unit(study), ana)
    exported = export(study)
    assert not table(exported, "judgements")[0]["counts"]
    assert [row["unit"] for row in table(exported, "judgements_wide")] == ["u1"]


def test_the_wide_table_has_a_row_a_unit_and_a_column_a_rater(study, ana):
    ben = studies.rater(study, "ben")
    studies.judged(unit(study), ana, "yes")
    studies.judged(unit(study), ben, "no")
    studies.judged(unit(study, "u1"), ben, skip_reason="unsure")
    at = {"study": "vrelk", "version": 1}
    assert table(export(study), "judgements_wide") == [
        {**at, "unit": "u0", "label.ana": "yes", "label.ben": "no"},
        {**at, "unit": "u1", "label.ana": None, "label.ben": None},
    ]


def test_the_wide_table_is_empty_where_agreement_sees_no_rating(study, ana):
    studies.judged(unit(study), ana, "unsure")
    exported = export(study)
    assert table(exported, "judgements_wide")[0]["label.ana"] is None
    (row,) = table(exported, "judgements")
    assert (row["value"], row["missing"]) == ("unsure", True)


def ask(by: Rater, text: str, answer: str = "") -> None:
    study = by.study
    study.guideline_questions.create(
        rater=by, text=text, asked_at=make.NOW, key=uuid.uuid4(), answer=answer,
        answered_at=make.NOW if answer else None,
    )  # fmt: skip


def test_answered_questions_about_the_guidelines_go_along_without_who_asked(study, ana):
    ask(ana, "Is a lid a part?", "*Yes*, one that **can** come off too.")
    ask(ana, "And a hinge?")
    exported = export(study)
    (row,) = table(exported, "questions")
    assert (row["number"], row["text"]) == (1, "Is a lid a part?")
    assert row["answer"] == "*Yes*, one that **can** come off too."
    assert row["asked_at"] == row["answered_at"] == "2026-03-01T12:00:00.000000+00:00"
    assert "ana" not in json.dumps(row)


def test_a_question_that_may_name_a_person_keeps_an_export_from_release(study, ana):
    ask(ana, "My name is Quomb, is a lid a part?", "Yes.")
    summary = judgement_exports.summary_of(Selection(study, comments=False))
    assert (summary.open_comments, summary.open_questions, summary.release) == (0, 1, False)
    assert described(export(study, comments=False))["release"] is False


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


def test_raters_left_out_are_offered_only_where_there_are_any(researcher, study, ana):
    address = reverse("annotations:export", args=["vrelk", 1])
    assert "left_out" not in researcher.get(address).content.decode()
    Rater.objects.filter(pk=ana.pk).update(left_out_at=make.NOW, left_out_reason="A test.")
    assert "Also 1 rater left out" in researcher.get(address).content.decode()


def test_the_consent_text_has_one_hash_everywhere(researcher, study, ana):
    (row,) = table(export(study), "raters")
    overview = researcher.get(reverse("annotations:study", args=["vrelk", 1])).content.decode()
    assert row["consent_text_sha256"] in overview


def test_lists_and_orders_are_json(db):
    study = empty("material_ranking")
    snapshot = {
        "task": "t", "task_text": "T", "utility": "u", "utility_text": "U", "object": "o",
        "name": "O", "materials": ["wood", "tin", "ice"],
    }  # fmt: skip
    seats.add_units(study, [Unit(study=study, key="u0", snapshot=snapshot)])
    answer = {"order": ["wood", "tin"], "bad": ["ice"]}
    studies.judged(study.units.get(), studies.rater(study), answer=answer)
    order, bad = table(export(study), "judgements")
    assert (order["form"], json.loads(order["value"])) == ("order", ["wood", "tin"])
    assert (bad["form"], json.loads(bad["value"])) == ("some", ["ice"])


def test_raters_are_pseudonyms_and_what_they_agreed_to(study, ana):
    Rater.objects.filter(pk=ana.pk).update(user=User.objects.create_user("anastasia"))
    studies.judged(unit(study), ana)
    exported = export(study)
    (row,) = table(exported, "raters")
    text = zipfile.ZipFile(io.BytesIO(exported)).read("consent.txt").decode()
    assert text == "For research."
    assert row["consent_text_sha256"] == studies.consent().sha256_of("en")
    assert (row["rater"], row["judgements"]) == ("ana", 1)
    archive = zipfile.ZipFile(io.BytesIO(exported))
    assert not any(b"anastasia" in archive.read(name) for name in archive.namelist())


def test_who_is_left_out_is_in_only_where_asked_for(study, ana):
    studies.judged(unit(study), ana, extra="left_out")
    Rater.objects.filter(pk=ana.pk).update(left_out_at=make.NOW, left_out_reason="too fast")
    without, with_all = export(study), export(study, left_out=True)
    assert table(without, "raters") == table(without, "judgements") == []
    assert table(with_all, "raters")[0]["left_out_reason"] == "too fast"
    assert not table(with_all, "judgements")[0]["counts"]
    assert described(without)["left_out"]["judgements"] == 1


def test_who_withdrew_is_counted_and_no_more(study, ana):
    Rater.objects.filter(pk=ana.pk).update(withdrawn_at=make.NOW)
    exported = export(study, left_out=True)
    assert table(exported, "raters") == []
    assert described(exported)["left_out"]["withdrawn_raters"] == 1


def test_a_change_has_what_was_before(study, ana):
    studies.judged(unit(study), ana)
    before, after = {"answer": {"label": "no"}, "comment": "x"}, {"answer": {"label": "yes"}}
    Change.objects.create(unit=unit(study), rater=ana, old=before, new=after, at=make.NOW)
    (row,) = table(export(study), "changes")
    assert (row["change"], row["unit"], row["changed_by"]) == (1, "u0", "rater")
    assert (json.loads(row["old"]), json.loads(row["new"])) == (before, after)


def test_adjudicators_are_numbers_in_the_order_of_their_decisions(study):
    first, second = (User.objects.create_user(name) for name in ("zoe", "abe"))
    decided = {"source": "adjudicated", "reason": "thin", "decided_at": make.NOW}
    Consensus.objects.create(
        unit=unit(study), question="label", value="yes", votes={"yes": 1, "no": 1}, answered=2,
        decided_by=second, second_by=first, second_agrees=True, second_at=studies.NOW,
        counted_at=make.NOW, **decided,
    )  # fmt: skip
    (row,) = table(export(study), "consensus")
    named = {row["decided_by"], row["second_by"]}
    assert named == {"adjudicator 1", "adjudicator 2"}
    assert (row["value"], row["source"], row["form"]) == ("yes", "adjudicated", "one")
    assert json.loads(row["votes"]) == {"yes": 1, "no": 1}


@pytest.mark.parametrize(("value", "settled"), [(None, False), ("", True), (["a"], True)])
def test_a_consensus_says_whether_anything_stands(study, value, settled):
    Consensus.objects.create(unit=unit(study), question="label", value=value, counted_at=make.NOW)
    (row,) = table(export(study), "consensus")
    assert (row["settled"], row["value"]) == (settled, json.dumps(value) if value else None)


def test_comments_can_be_left_out_of_judgements_and_changes(study, ana):
    studies.judged(unit(study), ana, comment="My name is Quomb")
    Change.objects.create(
        unit=unit(study), rater=ana, old={"comment": "Quomb", "answer": {}}, new={}, at=make.NOW
    )
    exported = export(study, comments=False)
    assert table(exported, "judgements")[0]["comment"] is None
    assert "Quomb" not in table(exported, "changes")[0]["old"]
    assert described(exported)["release"] and not described(export(study))["release"]


@FORMATS
def test_every_text_comes_back_as_it_was(file_format):
    texts = [NASTY, *WORDS]
    study = free_texts(*texts)
    rows = table(export(study, file_format), "judgements")
    given = [row for row in rows if row["question"] == "comment"]
    back = as_typed if file_format == Format.CSV else str
    assert [back(row["value"]) for row in given] == texts
    assert [back(row["comment"]) for row in given] == texts


@FORMATS
def test_labels_and_keys_that_look_like_nothing_are_texts(file_format):
    study = studies.study(units=0)
    seats.add_units(study, [Unit(study=study, key=word, snapshot={}) for word in WORDS])
    by = studies.rater(study, "null")
    for row in study.units.order_by("pk"):
        studies.judged(row, by, row.key)
    exported = export(study, file_format)
    back = as_typed if file_format == Format.CSV else str
    assert [back(row["unit"]) for row in table(exported, "units")] == WORDS
    assert [back(row["value"]) for row in table(exported, "judgements")] == WORDS
    assert [back(row["label.null"]) for row in table(exported, "judgements_wide")] == WORDS


def test_a_text_that_a_spreadsheet_might_run_is_neutralised_in_csv():
    rows = table(export(free_texts("=1+1"), "csv"), "judgements")
    assert {row["comment"] for row in rows} == {"'=1+1"}


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
    with django_assert_max_num_queries(31):
        export(study)


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
    assert "1 person, 0 models" in page and "1 comment may name a person" in page


def test_a_choice_that_there_is_not_is_told_and_nothing_exported(researcher, study):
    address = reverse("annotations:export_file", args=["vrelk", 1])
    response = researcher.get(address, {"format": "xlsx"})
    assert response.status_code == 400 and "Nothing was exported" in response.content.decode()


@pytest.mark.parametrize("name", ["export", "export_file"])
def test_the_export_is_for_researchers_and_only_read(client, researcher, study, name):
    address = reverse(f"annotations:{name}", args=["vrelk", 1])
    assert researcher.post(address).status_code == 405
    researcher.logout()
    assert client.get(address).status_code == 302
    client.force_login(User.objects.create_user("annotator"))
    assert client.get(address).status_code == 403


def test_the_command_writes_a_file_that_is_found_whole(study, ana, tmp_path, capsys):
    studies.judged(unit(study), ana)
    call_command("export_study", "vrelk", "1", str(tmp_path), "--format", "jsonl")
    call_command("check_export", str(tmp_path / "vrelk-v1-jsonl.zip"))
    assert "is whole" in capsys.readouterr().out


def test_the_command_names_a_study_that_there_is_not(db, tmp_path):
    with pytest.raises(CommandError, match="no version 2 of a study 'vrelk'"):
        call_command("export_study", "vrelk", "2", str(tmp_path))
