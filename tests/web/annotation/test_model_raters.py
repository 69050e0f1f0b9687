"""Models as raters: answers from files, all or none, and gone again."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from annotation.counted import judgements_of
from annotation.models import Judgement, Rater, Seat, Study, Unit
from annotation.services import model_raters, seats
from tests import make, studies

pytestmark = pytest.mark.django_db
PASS = Path(__file__).parents[3] / "annotation/passes/claude-a.jsonl"


def answers(*rows: tuple[str, str], rater: str = "m-1", **more: str) -> bytes:
    """A file of answers: units with a label each."""
    told = [
        {"unit": unit, "rater": rater, "answer": {"label": label}} | more for unit, label in rows
    ]
    return b"".join(json.dumps(row).encode() + b"\n" for row in told)


def imported(study: Study, data: bytes):
    return model_raters.import_answers(study, data, "m.jsonl", now=make.NOW)


def counted(study: Study, data: bytes) -> tuple[int, int, int]:
    done = imported(study, data)
    assert not done.errors
    return done.new, done.same, done.elsewhere


def faults(study: Study, data: bytes) -> list[str]:
    return [str(error) for error in imported(study, data).errors]


@pytest.fixture
def study(db) -> Study:
    return studies.study()


@pytest.fixture
def model(study) -> Rater:
    counted(study, answers(("u0", "yes"), ("u1", "no")))
    return study.raters.get()


def address(name: str, *more: int) -> str:
    return reverse(f"annotations:{name}", args=["vrelk", 1, *more])


def uploaded(data: bytes) -> dict[str, SimpleUploadedFile]:
    return {"file": SimpleUploadedFile("m.jsonl", data)}


def test_a_label_pass_is_taken_unchanged_for_the_units_that_there_are(study):
    key = "abacus absorb_water"
    seats.add_units(study, [Unit(study=study, key=key, snapshot={})])
    lines = PASS.read_bytes().splitlines(keepends=True)[:50]
    assert counted(study, b"".join(lines)) == (1, 0, 49)
    stored = Judgement.objects.get()
    assert (stored.rater.pseudonym, stored.unit.key, stored.answer) == (
        "claude-a", key, {"label": "no"}
    )  # fmt: skip
    assert stored.at == datetime(2026, 11, 30, 5, 56, 35, tzinfo=UTC)


def test_a_model_takes_no_seat_and_counts(study, model):
    assert model.kind == Rater.Kind.MODEL and model.judged == 2
    assert not Seat.objects.exclude(rater=None).exists()
    assert judgements_of(study).count() == 2
    study.refresh_from_db()
    assert study.locked_at is None


def test_unsure_is_the_kind_s_own_missing_value(study):
    counted(study, answers(("u0", "unsure")))
    assert Judgement.objects.get().answer == {"label": "unsure"}


def test_the_same_file_twice_adds_nothing(study, model):
    assert counted(study, answers(("u0", "yes"), ("u1", "no"))) == (0, 2, 0)
    assert Judgement.objects.count() == 2


def test_a_longer_file_adds_what_is_new(study, model):
    assert counted(study, answers(("u0", "yes"), ("u2", "no"))) == (1, 1, 0)
    model.refresh_from_db()
    assert model.judged == 3


def test_another_answer_than_the_stored_one_stops_the_whole_file(study, model):
    said = faults(study, answers(("u2", "yes"), ("u1", "yes")))
    assert len(said) == 1 and "m.jsonl:2:" in said[0] and "m-1" in said[0] and "u1" in said[0]
    assert Judgement.objects.count() == 2


def test_one_bad_answer_stops_the_whole_file_and_makes_no_rater(study):
    said = faults(study, answers(("u0", "yes"), ("u1", "perhaps")))
    assert len(said) == 1 and "m.jsonl:2:" in said[0] and "'perhaps'" in said[0]
    assert not Judgement.objects.exists() and not Rater.objects.exists()


def test_a_person_s_name_is_no_model_s(study):
    studies.rater(study, "m-1")
    assert "is a person in this study" in faults(study, answers(("u0", "yes")))[0]


def test_a_pass_is_for_pairs_alone(study):
    Study.objects.update(kind="object_filter")
    study.refresh_from_db()
    assert "answers pairs" in faults(study, PASS.read_bytes().splitlines(keepends=True)[0])[0]


def test_a_model_that_is_left_out_says_nothing_that_counts(study, model):
    Rater.objects.update(left_out_at=make.NOW, left_out_reason="leaked")
    counted(study, answers(("u2", "yes")))
    assert Judgement.objects.get(unit__key="u2").extra == "left_out"


def test_a_time_and_a_comment_are_kept_where_they_are_known(study):
    counted(study, answers(("u0", "yes"), at="2026-11-30T06:00:00+02:00", comment="thin"))
    stored = Judgement.objects.get()
    assert (stored.at, stored.comment) == (datetime(2026, 11, 30, 4, tzinfo=UTC), "thin")


def test_answers_without_a_time_have_that_of_the_import(model):
    assert {each.at for each in Judgement.objects.all()} == {make.NOW}


def test_a_model_goes_with_all_that_it_said(study, model):
    studies.judged(study.units.first(), studies.rater(study))
    assert model_raters.remove(model) == 2
    assert Judgement.objects.count() == study.raters.count() == 1
    assert counted(study, answers(("u0", "yes"))) == (1, 0, 0)


def test_a_person_is_not_deleted_as_a_model_is(study):
    with pytest.raises(model_raters.NoModel):
        model_raters.remove(studies.rater(study))


def test_the_page_imports_and_says_what_it_took(researcher, study):
    page = researcher.post(address("model_raters"), uploaded(answers(("u0", "yes"), ("x", "no"))))
    assert "1 new answer by m-1. 1 was about no unit of this study." in page.content.decode()


def test_the_page_shows_what_is_wrong_in_a_file(researcher, study):
    page = researcher.post(address("model_raters"), uploaded(answers(("u0", "perhaps"))))
    assert page.status_code == 200 and "m.jsonl:1:" in page.content.decode()


def test_the_page_says_that_no_model_has_answered(researcher, study):
    assert "No model has answered yet." in researcher.get(address("raters")).content.decode()


def test_the_page_asks_for_a_file(researcher, study):
    page = researcher.post(address("model_raters"))
    assert page.status_code == 200 and "Choose a file first." in page.content.decode()


def test_the_page_asks_before_a_model_is_deleted(researcher, model):
    assert "Yes, delete it" in researcher.get(address("remove_model", model.pk)).content.decode()
    assert Rater.objects.filter(pk=model.pk).exists()
    assert researcher.post(address("remove_model", model.pk)).status_code == 302
    assert not Rater.objects.filter(pk=model.pk).exists()


def test_a_person_and_a_rater_of_another_study_are_not_found_for_deleting(researcher, study, model):
    person = studies.rater(study)
    other = studies.rater(studies.study(slug="other"), "m-9", kind="model")
    for rater in (person, other):
        assert researcher.post(address("remove_model", rater.pk)).status_code == 404


def test_the_command_imports_file_after_file(study, tmp_path, capsys):
    for name in ("m-1", "m-2"):
        (tmp_path / f"{name}.jsonl").write_bytes(answers(("u0", "yes"), rater=name))
    call_command("import_passes", "vrelk", "1", *map(str, sorted(tmp_path.iterdir())))
    assert "1 new answer by m-2." in capsys.readouterr().out
    assert study.raters.count() == 2


def test_the_command_stops_at_a_broken_file(study, tmp_path, capsys):
    (tmp_path / "m.jsonl").write_bytes(answers(("u0", "perhaps")))
    with pytest.raises(CommandError, match="1 errors?; nothing was stored"):
        call_command("import_passes", "vrelk", "1", str(tmp_path / "m.jsonl"))
    assert "'perhaps'" in capsys.readouterr().err
