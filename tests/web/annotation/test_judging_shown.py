"""What the judging page tells: training, progress, and nothing of gold or of others."""

from datetime import timedelta

import pytest
from django.test import Client

from annotation.models import Judgement, Rater, Seat, Unit
from tests import studies
from tests.web.annotation.judging_desk import Desk, study_of, without_numbers

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Desk:
    return Desk(client, study_of())


def test_what_is_asked_stands_with_the_answers(desk):
    assert "<legend>Can this be done with it? <b>hold liquid</b></legend>" in desk.begin()


def test_the_next_question_about_the_same_thing_is_marked(desk):
    Unit.objects.exclude(key="u2").update(block="quomb")
    assert "Same thing" not in desk.begin()
    desk.post(label="yes")
    assert "Same thing, next question" in desk.page and "asked new" in desk.page
    desk.post(label="yes")
    assert "minutes. u2" in desk.page and "Same thing" not in desk.page


def test_a_training_unit_tells_what_was_expected(desk):
    Unit.objects.filter(key="u0").update(training=True, gold={"label": "no"})
    Seat.objects.filter(unit__key="u0").delete()
    page = desk.begin()
    sentence = "</b>: after each answer you see what was expected. These do not count."
    assert f"<b>Training 1 of 1{sentence}" in page and "Expected" not in page
    desk.post(label="yes")
    assert "Something else was expected" in desk.page
    assert "You said <b>Yes</b>. Expected: <b>No</b>." in desk.page
    assert "That was the training. From now on your answers count." in desk.page
    assert desk.address("next") in desk.page and "minutes. u1" not in desk.page
    assert "<span>0 done, 2 to go<" in desk.begin()


def test_a_training_unit_without_a_known_answer_tells_none(desk):
    Unit.objects.filter(key="u0").update(training=True)
    Seat.objects.filter(unit__key="u0").delete()
    desk.begin()
    desk.post(label="yes")
    assert "Your answer is kept" in desk.page and "Expected" not in desk.page


def test_a_hidden_gold_unit_looks_like_any_other(desk):
    desk.begin()
    plain = desk.get().content.decode()
    Unit.objects.filter(key="u0").update(gold={"label": "no"})
    assert without_numbers(desk.get().content.decode()) == without_numbers(plain)
    desk.post(label="yes")
    assert "xpected" not in desk.page and "minutes. u1" in desk.page


def test_nothing_of_other_raters_is_on_the_page(client):
    study = study_of()
    unit = study.units.get(key="u0")
    alone = Desk(client, study)
    page = alone.begin()
    for name in ("zilpha", "zenobia"):
        by = studies.rater(study, name)
        studies.judged(unit, by, "unsure", comment="zyzzyva")
    shown = alone.get().content.decode()
    assert without_numbers(shown) == without_numbers(page)
    for trace in ("zilpha", "zenobia", "zyzzyva"):
        assert trace not in shown


def test_progress_tells_a_duration_only_once_enough_units_were_timed(client):
    desk = Desk(client, study_of(units=60))
    for number, unit in enumerate(desk.study.units.order_by("pk")[:21]):
        seconds = 6.0 if number < 9 else None
        studies.judged(unit, desk.rater, seconds=seconds)
    Rater.objects.update(judged=21)
    assert "21 done, 39 to go<" in desk.begin()
    Judgement.objects.update(seconds=6.0)
    later = Rater.objects.get(pk=desk.rater.pk)
    Rater.objects.update(joined_at=later.joined_at + timedelta(seconds=1))  # another process
    # 39 units of 6 s are 234 s, 4 minutes.
    assert "21 done, 39 to go, about 4 min<" in desk.get().content.decode()


def test_progress_counts_answers_and_skips_apart(desk):
    assert "<span>0 done, 3 to go<" in desk.begin()
    desk.post(label="yes")
    assert "<span>1 done, 2 to go<" in desk.page
    desk.post(skip="faulty")
    assert "<span>1 done, 1 skipped, 1 to go<" in desk.page


def test_no_skip_and_no_change_tells_at_once_that_another_rater_judged(client):
    desk = Desk(client, study_of(units=4, seats_a_unit=1))
    assert "<span>0 done, 4 to go<" in desk.begin()
    studies.judged(desk.study.units.get(key="u3"), studies.rater(desk.study, "ben"))
    desk.post(skip="faulty")
    assert "<span>0 done, 1 skipped, 3 to go<" in desk.page


def test_the_share_of_a_small_study_is_not_told(desk, client):
    assert "All raters" not in desk.begin()
    large = Desk(client, study_of(units=100, slug="fendle", seats_a_unit=4), name="ben")
    other = studies.rater(large.study, "cleo")
    for unit in large.study.units.order_by("-pk")[:39]:
        studies.judged(unit, other)
    assert "All raters: 5% done" in large.begin()  # 39 of 400 seats


def test_the_page_of_a_unit_takes_few_queries(desk, django_assert_max_num_queries):
    desk.begin()
    with django_assert_max_num_queries(4):
        desk.get()
