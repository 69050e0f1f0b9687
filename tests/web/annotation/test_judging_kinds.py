"""Each kind of judgement: shown, judged, and shown again with what was said."""

import re

import pytest
from django.test import Client

from annotation.models import Judgement
from tests import judging_units
from tests.web.annotation.judging_desk import Desk, only, study_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Desk:
    return Desk(client, study_of())


@pytest.mark.parametrize("kind", judging_units.SNAPSHOTS)
def test_each_kind_is_shown_and_judged(client, kind):
    desk = Desk(client, study_of(kind, units=1))
    desk.begin()
    desk.send(desk.fields | judging_units.FORMS[kind])
    assert only().answer == judging_units.ANSWERS[kind]
    assert "You have judged everything that is here for you" in desk.page


@pytest.mark.parametrize("kind", judging_units.SNAPSHOTS)
def test_each_kind_shows_again_what_was_said(client, kind):
    desk = Desk(client, study_of(kind, units=1))
    desk.begin()
    desk.send(desk.fields | judging_units.FORMS[kind])
    desk.get(f"units/{only().unit_id}")
    before = only().answer
    fields = {}
    for name, value in re.findall(
        r'name="(a\.[^"]+)" value="([^"]+)"[^>]*(?:checked|aria-pressed)', desk.page
    ):
        fields.setdefault(name, []).append(value)
    for name, place in re.findall(
        r'<select name="([^"]+)".*?<option value="(\d)" selected', desk.page
    ):
        fields[name] = place
    for name, text in re.findall(r'id="(a\.[^"]+)" name="[^"]+" value="([^"]+)"', desk.page):
        fields[name] = text
    if comment := re.search(r'<textarea id="comment-text"[^>]*>([^<]+)<', desk.page):
        fields["comment"] = comment[1]
    desk.send(desk.fields | fields, f"units/{only().unit_id}")
    assert (only().answer, only().revision) == (before, 1)


def test_the_oracles_answer_is_not_on_the_page(client):
    desk = Desk(client, study_of("oracle_answer", units=1))
    page = desk.begin()
    assert page.count("cannot_tell") == 1  # the choice itself


def test_what_a_snapshot_proposes_is_ticked_at_first(client):
    desk = Desk(client, study_of("variable_values", units=1))
    page = desk.begin()
    assert re.findall(r'value="(\w+)"[^>]* checked', page) == ["clean"]


def test_definitions_are_not_filled_in(client):
    desk = Desk(client, study_of("affordance_definition", units=1))
    assert set(re.findall(r"<textarea[^>]*>([^<]*)<", desk.begin())) == {""}


def test_a_broken_answer_keeps_what_was_chosen_and_says_what_is_wrong(client):
    desk = Desk(client, study_of("affordance_definition", units=1))
    desk.begin()
    response = desk.send(desk.fields | {"a.verdict": "change", "a.definition": "It holds."})
    assert response.status_code == 200
    assert not Judgement.objects.exists()
    assert re.search(r'value="change"[^>]* checked', desk.page)
    assert ">It holds.<" in desk.page
    problem = re.search(r'id="a.conditions".*?role="alert"[^>]*>([^<]+)<', desk.page, re.S)
    assert problem and problem[1].startswith("A change needs")


def test_two_materials_at_one_place_are_named(client):
    desk = Desk(client, study_of("material_ranking", units=1))
    desk.begin()
    places = {"place.order.0": "2", "place.order.1": "2", "place.order.2": "1"}
    desk.send(desk.fields | places)
    assert "Hemp and Nylon both have place 2." in desk.page
    assert desk.page.count('<option value="2" selected>') == 2


@pytest.mark.parametrize(
    ("kind", "offered"),
    [
        ("object_affordance", ["unclear", "faulty", "other"]),
        ("oracle_answer", ["unclear", "faulty", "other"]),
        ("affordance_definition", ["unsure", "unclear", "faulty", "other"]),
    ],
)
def test_who_can_answer_unsure_is_not_offered_to_skip_for_that(client, kind, offered):
    page = Desk(client, study_of(kind)).begin()
    assert re.findall(r'name="skip" value="(\w+)"', page) == offered


@pytest.mark.parametrize("kind", judging_units.SNAPSHOTS)
def test_the_own_answers_of_each_kind_are_listed(client, kind):
    desk = Desk(client, study_of(kind, units=1))
    desk.begin()
    desk.send(desk.fields | judging_units.FORMS[kind])
    page = desk.get("units").content.decode()
    assert desk.address(f"units/{only().unit_id}") in page and "u0</a>" not in page
