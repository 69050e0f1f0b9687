"""The judging page: one unit, its answer stored once, the next in the same response."""

import pytest
from django.test import Client

from annotation.models import Judgement, Seat
from tests.web.annotation.judging_desk import Desk, only, study_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Desk:
    return Desk(client, study_of())


def test_starting_hands_out_a_unit_and_leads_to_it(desk):
    assert "Start" in desk.get().content.decode()
    assert not Seat.objects.filter(rater=desk.rater).exists()
    response = desk.client.post(desk.address("next"))
    assert response.headers["Location"] == desk.address("judge")
    assert "hold liquid" in desk.get().content.decode()
    assert Seat.objects.get(rater=desk.rater).unit.key == "u0"


def test_an_answer_is_stored_and_the_next_unit_comes_with_it(desk):
    desk.begin()
    response = desk.post(label="yes", seconds="12.5", comment="a rim")
    made = only()
    assert (made.unit.key, made.answer, made.seconds) == ("u0", {"label": "yes"}, 12.5)
    assert (made.comment, made.seat.rater) == ("a rim", desk.rater)
    assert response.status_code == 200
    assert "minutes. u1" in desk.page and "<html" not in desk.page
    assert response.headers["HX-Replace-Url"] == desk.address("judge")


def test_without_javascript_an_answer_leads_to_the_next_unit(desk):
    desk.begin()
    response = desk.post(label="no", plain=True)
    assert response.headers["Location"] == desk.address("judge")
    assert "minutes. u1" in desk.get().content.decode()


def test_the_same_form_sent_twice_is_stored_once(desk):
    desk.begin()
    fields = desk.fields | {"a.label": "yes"}
    desk.send(fields)
    first = desk.page
    desk.send(fields)
    assert only().answer == {"label": "yes"}
    assert "minutes. u1" in first and "minutes. u1" in desk.page


def test_a_broken_answer_without_javascript_is_a_whole_page(desk):
    desk.begin()
    response = desk.post(plain=True)
    assert response.status_code == 200
    assert "<html" in response.content.decode() and "Choose one." in response.content.decode()


def test_a_skip_needs_a_reason_that_there_is(desk):
    desk.begin()
    desk.post(skip="other")
    assert '<details id="skip" open>' in desk.page and "Say here why you skip it." in desk.page
    desk.post(skip="bored")
    assert "incomplete" in desk.page
    desk.post(skip="other", why="no picture")
    made = only()
    assert (made.answer, made.skip_reason, made.comment) == ({}, "other", "no picture")
    assert made.seat is None
    assert "minutes. u1" in desk.page and "Skipped, kept." in desk.page


def test_a_reason_to_skip_stands_behind_the_comment(desk):
    desk.begin()
    desk.post(skip="other", why="no picture", comment="a rim")
    assert only().comment == "a rim\nno picture"


@pytest.mark.parametrize("field", ["key", "revision"])
def test_an_incomplete_form_is_refused_in_place(desk, field):
    desk.begin()
    desk.send(desk.fields | {"a.label": "yes", field: "nonsense"})
    assert "incomplete" in desk.page
    assert not Judgement.objects.exists()


def test_a_character_that_cannot_be_kept_is_named(desk):
    desk.begin()
    desk.post(label="yes", comment="a\x00b")
    assert "U+0000" in desk.page
    assert not Judgement.objects.exists()


def test_a_judgement_and_the_next_unit_take_few_queries(desk, django_assert_max_num_queries):
    desk.begin()
    desk.post(label="yes")
    fields = desk.fields | {"a.label": "no"}
    with django_assert_max_num_queries(12):
        desk.send(fields)
