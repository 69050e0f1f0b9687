"""A study as one file: its tables, what counts, what is left out."""

import io
import json
import uuid
import zipfile

import pytest
from django.contrib.auth.models import User

from annotation import consent
from annotation.models import Change, Consensus, Rater, Study, Unit
from annotation.services import seats
from tests import make, studies
from tests.exported import described, table
from tests.web.annotation.exporting import export, unit

pytestmark = pytest.mark.django_db


@pytest.fixture
def study(db) -> Study:
    return studies.study(units=2, seats_a_unit=2, consent_text=studies.consent())


@pytest.fixture
def ana(study) -> Rater:
    return studies.rater(study, "ana")


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


def test_lists_and_orders_are_json(db):
    study = studies.study(units=0, kind="material_ranking")
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
    assert text == consent.DEFAULT
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
