"""What pages say of how right the Oracle is: under each preset, on the objects or apart."""

import pytest

from games import oracle_gate
from games.models import OracleScore
from games.pages import boards
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def stored():
    return make.catalogue()


def scored(question_set: str, *, questions: int = 200) -> None:
    OracleScore.objects.create(
        oracle_version="table-fixed", question_set=question_set, questions=questions,
        answered=160, right_answered=152, right_forced=questions * 9 // 10,
    )  # fmt: skip


def said(stored, preset: str) -> str:
    return boards.oracle_note(make.protocol(preset), stored.pk).accuracy


def test_an_oracle_that_may_not_tell_is_said_to_answer_a_part(stored):
    scored("oracle_test")
    # 160 of 200 are answered, 152 of those 160 rightly.
    assert said(stored, "house") == (
        "It answers 80% of 200 test questions and is right on 95% of those."
    )


def test_an_oracle_that_must_answer_is_said_to_answer_all(stored):
    scored("oracle_test")
    assert said(stored, "paper") == (
        "It answers every question, and was right on 90.0% of 200 test questions."
    )


@pytest.mark.parametrize("preset", ["house", "paper"])
def test_questions_about_these_very_objects_come_first(stored, preset):
    scored("oracle_test", questions=300)
    scored(oracle_gate.question_set(stored.version))
    assert "of 200 questions about these very objects" in said(stored, preset)


def test_an_oracle_that_was_never_scored_is_said_to_be_unmeasured(stored):
    note = boards.oracle_note(make.protocol("paper"), stored.pk)
    assert note.practice and "not been measured" in note.accuracy
