"""Whether a study's export may be released: every text in it that somebody typed is looked at."""

import uuid
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from annotation import judgement_exports
from annotation.export_texts import OpenTexts, open_texts
from annotation.judgement_rows import Selection
from annotation.kinds.oracle_answer import OracleAnswer
from annotation.models import Change, Consensus, Rater, Study
from annotation.services import unit_sources
from annotation.services.unit_sources import AnswerWish
from annotation.study_documents import ANSWERS_HEADING
from games.exporting.file_formats import Format
from tests import make, studies
from tests.exported import described
from tests.judging_units import SNAPSHOTS
from tests.studies import NOW
from tests.web.annotation import publishing
from tests.web.annotation.test_service_unit_sources import answered

pytestmark = pytest.mark.django_db
NAMED = "My name is Quomb."
NONE = OpenTexts(comments=0, answers=0, reasons=0, questions=0, left_out=0, players=0)
CLEAN = {"wrong": [], "missing": []}


@pytest.fixture
def study() -> Study:
    return publishing.study("object_properties", {"u0": SNAPSHOTS["object_properties"]})


@pytest.fixture
def ana(study) -> Rater:
    return studies.rater(study, "ana")


def found(study: Study, **chosen: bool) -> OpenTexts:
    return open_texts(Selection(study, **chosen))


def released(study: Study, **chosen: bool) -> bool:
    pieces = judgement_exports.stream(Selection(study, **chosen), Format.JSONL)
    return bool(described(b"".join(pieces))["release"])


def change(study: Study, old: dict, new: dict, **fields) -> None:
    Change.objects.create(unit=study.units.get(), old=old, new=new, at=NOW, **fields)


def decide(study: Study, **fields) -> None:
    values = {"value": [], "source": "adjudicated", "reason": "thin", "decided_at": NOW}
    Consensus.objects.create(
        unit=study.units.get(), question=fields.pop("question", "wrong"), counted_at=NOW,
        decided_by=User.objects.create_user("zoe"), **values | fields,
    )  # fmt: skip


def test_plain_texts_everywhere_can_be_released(study, ana):
    studies.judged(study.units.get(), ana, answer={**CLEAN, "comment": "it is odd"}, comment="odd")
    change(study, {"comment": "old", "answer": {**CLEAN}}, {"comment": "odd"}, rater=ana)
    decide(study, reason="looked it up")
    assert found(study, left_out=True) == NONE
    assert released(study, left_out=True)


def test_a_comment_counts_where_comments_go_along(study, ana):
    studies.judged(study.units.get(), ana, answer=CLEAN, comment=NAMED)
    assert found(study) == replace(NONE, comments=1)
    assert (released(study), released(study, comments=False)) == (False, True)


def test_a_comment_that_was_changed_since_counts_as_the_history_carries_it(study, ana):
    studies.judged(study.units.get(), ana, answer=CLEAN, comment="odd")
    change(study, {"comment": NAMED, "answer": CLEAN}, {"comment": "odd"}, rater=ana)
    assert found(study) == replace(NONE, comments=1)
    assert (released(study), released(study, comments=False)) == (False, True)


def test_an_answer_in_words_counts_without_comments_too(study, ana):
    studies.judged(study.units.get(), ana, answer={**CLEAN, "comment": NAMED})
    assert found(study, comments=False) == replace(NONE, answers=1)
    assert not released(study, comments=False)


def test_an_earlier_answer_in_words_counts(study, ana):
    studies.judged(study.units.get(), ana, answer=CLEAN)
    change(study, {"answer": {**CLEAN, "comment": NAMED}}, {"answer": CLEAN}, rater=ana)
    assert found(study, comments=False) == replace(NONE, answers=1)


def test_choices_are_no_typed_text(study, ana):
    """A choice that looks like a name is the researchers' own."""
    studies.judged(study.units.get(), ana, answer={"wrong": [NAMED], "missing": []})
    assert found(study) == NONE


def test_a_text_is_counted_once_however_often_it_stands(study, ana):
    studies.judged(study.units.get(), ana, answer=CLEAN, comment=NAMED)
    change(study, {"comment": "odd"}, {"comment": NAMED}, rater=ana)
    assert found(study).comments == 1


@pytest.mark.parametrize("field", ["reason", "second_note"])
def test_reasons_and_notes_of_adjudicators_count(study, field):
    decide(study, **{field: NAMED})
    assert found(study, comments=False) == replace(NONE, reasons=1)
    assert not released(study, comments=False)


@pytest.mark.parametrize("field", ["reason", "second_note"])
def test_reasons_and_notes_that_were_taken_back_count(study, field):
    old = {"value": [], "source": "adjudicated", "reason": "thin", "second_note": ""}
    change(study, {**old, field: NAMED}, {**old, "reason": ""}, question="wrong")
    assert found(study, comments=False) == replace(NONE, reasons=1)


def test_a_text_that_was_decided_counts(study):
    decide(study, question="comment", value=NAMED)
    assert found(study, comments=False) == replace(NONE, answers=1)


def ask(by: Rater, text: str, answer: str) -> None:
    by.study.guideline_questions.create(
        rater=by, text=text, asked_at=NOW, key=uuid.uuid4(), answer=answer, answered_at=NOW
    )


@pytest.mark.parametrize(
    ("text", "answer"), [(NAMED, "Yes."), ("Is a lid a part?", NAMED), (NAMED, NAMED)]
)
def test_an_answered_question_about_the_guidelines_counts(study, ana, text, answer):
    ask(ana, text, answer)
    assert found(study, comments=False) == replace(NONE, questions=1)
    assert not released(study, comments=False)


def test_a_question_that_an_earlier_version_answered_counts(study):
    study.guidelines = f"Ask Quomb.\n\n{ANSWERS_HEADING}\n\n> {NAMED}\n\nYes.\n"
    study.save()
    assert found(study) == replace(NONE, questions=1)


@pytest.mark.parametrize(("removed", "open_now"), [(True, 1), (False, 0)])
def test_a_player_s_question_that_was_removed_after_units_were_made_counts(removed, open_now):
    answer = answered("Is it flat?")
    study = studies.study(units=0, kind=OracleAnswer.key)
    unit_sources.from_answers(study, AnswerWish())
    assert found(study) == NONE
    make.review(answer.turn_set.get(), removed=removed)
    assert found(study) == replace(NONE, players=open_now)
    assert released(study) != bool(open_now)


def test_why_a_rater_is_left_out_counts_where_the_rater_goes_along(study, ana):
    Rater.objects.filter(pk=ana.pk).update(left_out_at=NOW, left_out_reason=NAMED)
    assert found(study) == NONE
    assert found(study, left_out=True) == replace(NONE, left_out=1)


def test_what_a_rater_said_who_is_not_in_the_export_does_not_count(study, ana):
    studies.judged(study.units.get(), ana, answer=CLEAN, comment=NAMED, extra="left_out")
    change(study, {"comment": NAMED}, {"comment": ""}, rater=ana)
    Rater.objects.filter(pk=ana.pk).update(left_out_at=NOW, left_out_reason="too fast")
    assert (found(study).comments, found(study, left_out=True).comments) == (0, 1)


def test_the_page_says_how_many_texts_of_each_sort_there_are(researcher, study, ana):
    studies.judged(study.units.get(), ana, answer={**CLEAN, "comment": NAMED}, comment=NAMED)
    decide(study, reason=NAMED)
    page = researcher.get(reverse("annotations:export", args=["vrelk", 1])).content.decode()
    assert "1 comment of raters" in page
    assert "1 answer in words" in page
    assert "1 reason or note of adjudicators" in page
    assert "about the guidelines</li>" not in page
