"""A player's question goes out of the units that ask about its answer."""

import pytest

from annotation.models import Unit
from games.models import StoredAnswer
from games.services import store
from tests import studies

pytestmark = pytest.mark.django_db

SNAPSHOT = {"object": "cup", "description": "A cup.", "question": "Is it Anna's?", "answer": "no"}


def stored(question):
    return StoredAnswer.objects.create(
        object_sha256="a" * 64,
        question_key=store.question_key(question),
        question_sha256=store.question_sha256(question),
        oracle_version="table",
        answer="no",
        forced="no",
        source="table",
    )


def test_a_forgotten_question_leaves_its_unit_and_the_judgements_stay():
    answer, other = stored("Is it Anna's?"), stored("Is it red?")
    study = studies.study(units=0, kind="oracle_answer")
    for each in (answer, other):
        Unit.objects.create(study=study, key=str(each.pk), snapshot=SNAPSHOT)
    unit = study.units.get(key=str(answer.pk))
    studies.judged(unit, studies.rater(study), extra="unseated")
    store.forget_answers(["Is it Anna's?"], ["a" * 64])
    assert not StoredAnswer.objects.filter(pk=answer.pk).exists()
    told = dict(study.units.values_list("key", "snapshot__question"))
    assert told == {str(answer.pk): "[removed]", str(other.pk): "Is it Anna's?"}
    assert unit.judgements.count() == 1
