"""Correcting the Oracle's answers: a new revision, once, and the plays that got the old one."""

import pytest
from django.contrib.auth.models import User

from annotation.models import Correction
from annotation.services import corrections
from annotation.services.corrections import CorrectionRefused
from games.models import Play, StoredAnswer, Turn
from games.services import store
from tests import make, studies
from tests.web.annotation import publishing

pytestmark = pytest.mark.django_db


def decided(row: StoredAnswer, *said: str, slug="vrelk"):
    """A study in which three people answered the question of this row."""
    study = publishing.answer_study(row, slug=slug)
    publishing.judge(study, str(row.pk), *said, question="answer")
    return study


def apply(study) -> int:
    return corrections.apply(study, by=None, now=studies.NOW)


def newest(row: StoredAnswer) -> StoredAnswer:
    return store.known_answer(row.object_sha256, row.question_key, row.oracle_version)


def answered(play: Play, row: StoredAnswer, number: int = 1) -> Turn:
    return Turn.objects.create(
        play=play,
        number=number,
        attempt=1,
        question=publishing.QUESTION,
        status="answered",
        answer=row.forced,
        stored_answer=row,
        asked_at=make.NOW,
        settled_at=make.NOW,
    )


def test_players_get_the_answer_of_people_from_then_on():
    row = publishing.stored("no")
    assert apply(decided(row, "yes", "yes", "no")) == 1
    now = newest(row)
    assert (now.answer, now.forced, now.revision, now.source) == ("yes", "yes", 2, "people")


def test_the_wrong_answer_stays_in_the_store():
    row = publishing.stored("no")
    apply(decided(row, "yes", "yes", "yes"))
    row.refresh_from_db()
    assert (row.answer, row.revision, row.confidence) == ("no", 1, 0.9)


def test_where_people_cannot_tell_the_forced_answer_stays():
    row = publishing.stored("yes")
    apply(decided(row, "cannot_tell", "cannot_tell", "cannot_tell"))
    assert (newest(row).answer, newest(row).forced) == ("cannot_tell", "yes")


def test_an_adjudicated_answer_says_so():
    row = publishing.stored("no")
    study = decided(row, "yes", "no")
    judge = User.objects.create_user("judge", is_staff=True)
    publishing.decide(study, str(row.pk), "yes", judge, question="answer")
    apply(study)
    assert newest(row).source == "adjudication"


@pytest.mark.parametrize("said", [("no", "no", "yes"), ("yes", "no")])
def test_right_and_undecided_answers_stay(said):
    row = publishing.stored("no")
    assert apply(decided(row, *said)) == 0
    assert newest(row) == row


def test_twice_is_once():
    row = publishing.stored("no")
    study = decided(row, "yes", "yes", "yes")
    assert (apply(study), apply(study)) == (1, 0)
    assert (StoredAnswer.objects.count(), Correction.objects.count()) == (2, 1)


def test_a_second_study_finds_the_answer_right():
    row = publishing.stored("no")
    apply(decided(row, "yes", "yes", "yes"))
    again = decided(row, "yes", "yes", "yes", slug="again")
    assert apply(again) == 0
    assert corrections.due(again).right == 1


def test_a_second_study_outranks_the_first():
    row = publishing.stored("no")
    apply(decided(row, "yes", "yes", "yes"))
    assert apply(decided(row, "cannot_tell", "cannot_tell", "no", slug="again")) == 1
    assert (newest(row).revision, newest(row).answer, newest(row).forced) == (
        3,
        "cannot_tell",
        "yes",
    )


def test_an_answer_that_is_decided_otherwise_later_keeps_its_correction():
    row = publishing.stored("no")
    study = decided(row, "yes", "yes", "yes")
    apply(study)
    judge = User.objects.create_user("judge", is_staff=True)
    publishing.decide(study, str(row.pk), "cannot_tell", judge, question="answer")
    assert apply(study) == 0
    (misfit,) = corrections.due(study).misfits
    assert misfit.problem == (
        "It was corrected to yes, then decided as cannot_tell; the correction stays."
    )


def test_a_number_of_another_question_is_never_corrected():
    row = publishing.stored("no")
    study = publishing.answer_study(row, question="Is it vrelk?")
    publishing.judge(study, str(row.pk), "yes", "yes", "yes", question="answer")
    assert apply(study) == 0
    assert "another question" in str(corrections.due(study).misfits[0])


@pytest.mark.parametrize("key", ["999", "splindow", "9" * 30, "-1", "٣"])
def test_a_unit_of_no_stored_answer_is_named(key):
    study = publishing.answer_study(publishing.stored("no"))
    study.units.update(key=key)
    publishing.judge(study, key, "yes", "yes", "yes", question="answer")
    (misfit,) = corrections.due(study).misfits
    assert str(misfit) == f"{key}: The answer store has no such answer."


def test_judgements_that_no_count_has_seen_refuse_it():
    row = publishing.stored("no")
    study = decided(row, "yes", "yes")
    late = studies.rater(study, "dan")
    later = studies.NOW.replace(hour=13)
    studies.judged(study.units.get(), late, answer={"answer": "no"}, at=later)
    with pytest.raises(CorrectionRefused, match="1 unit would be counted otherwise now"):
        apply(study)


def test_a_study_of_another_kind_corrects_nothing():
    with pytest.raises(CorrectionRefused, match="Only a study of the Oracle's answers"):
        apply(studies.study())


def test_all_plays_that_keep_the_old_answer_are_found():
    row = publishing.stored("no")
    game = make.game()
    won, open_one = make.play(of=game), make.play(of=game)
    other = publishing.stored("no", question="Is it vrelk?")
    answered(won, row)
    answered(open_one, row, 1)
    answered(open_one, other, 2)
    make.finish(won)
    study = decided(row, "yes", "yes", "yes")
    apply(study)
    assert {turn.play for turn in corrections.touched_turns(study)} == {won, open_one}
    touched = corrections.touched(study)
    assert (touched.plays, touched.turns, touched.won, touched.lost) == (2, 2, 1, 0)
