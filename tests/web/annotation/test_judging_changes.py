"""Going back, changing an answer, and two answers to one unit from two windows."""

import re
import uuid

import pytest
from django.test import Client

from annotation.models import Change, Judgement, Unit
from tests import studies
from tests.web.annotation.judging_desk import Desk, only, study_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Desk:
    return Desk(client, study_of())


def test_going_back_leads_through_the_own_units_only(desk):
    other = studies.rater(desk.study, "ben")
    desk.begin()
    desk.post(label="yes")
    studies.judged(Unit.objects.get(key="u2"), other, "no")
    desk.post(label="no")
    first, second = (
        Judgement.objects.filter(rater=desk.rater).order_by("pk").values_list("unit", flat=True)
    )
    assert desk.get("back").headers["Location"] == desk.address(f"units/{second}")
    back = desk.client.get(desk.address("back"), {"from": second})
    assert back.headers["Location"] == desk.address(f"units/{first}")
    back = desk.client.get(desk.address("back"), {"from": first})
    assert back.headers["Location"] == desk.address("judge")


def test_going_back_leads_to_what_was_changed_last(desk):
    desk.begin()
    desk.post(label="yes")
    first = only().unit_id
    desk.post(label="no")
    desk.get(f"units/{first}")
    desk.post(f"units/{first}", label="unsure")
    assert desk.get("back").headers["Location"] == desk.address(f"units/{first}")


def test_a_changed_answer_has_a_history_and_goes_on(desk):
    desk.begin()
    desk.post(label="yes")
    unit = only().unit_id
    page = desk.get(f"units/{unit}").content.decode()
    assert re.search(r'value="yes"[^>]* aria-pressed="true"', page)
    desk.post(f"units/{unit}", label="no")
    assert (only().answer, only().revision) == ({"label": "no"}, 2)
    assert "minutes. u1" in desk.page and "<span data-say>Stored.<" in desk.page


def test_another_answer_from_another_window_is_shown_and_not_stored(desk):
    desk.begin()
    here = desk.fields
    desk.post(label="yes")
    desk.send(here | {"key": str(uuid.uuid4()), "a.label": "no"})
    assert only().answer == {"label": "yes"}
    assert "In another window you said yes; here you say no." in desk.page
    assert "Keep yes" in desk.page and "Change to no" in desk.page


def test_a_conflict_is_settled_by_the_rater_and_kept_in_the_history(desk):
    desk.begin()
    here = desk.fields
    desk.post(label="yes")
    desk.send(here | {"key": str(uuid.uuid4()), "a.label": "no"})
    desk.send(desk.fields)
    assert (only().answer, only().revision) == ({"label": "no"}, 2)
    assert Change.objects.count() == 1
    assert "minutes. u1" in desk.page


def test_a_conflict_of_longer_answers_tells_where_they_differ(client):
    desk = Desk(client, study_of("object_filter", units=2))
    desk.begin()
    here = desk.fields
    desk.send(here | {"a.discrete": "yes", "a.hidden_mechanism": "no"})
    other = {"key": str(uuid.uuid4()), "a.discrete": "yes", "a.hidden_mechanism": "unsure"}
    desk.send(here | other)
    assert "hidden mechanism" in desk.page and "human-made" not in desk.page
    assert "<dd>No</dd>" in desk.page and "<dd>Unsure</dd>" in desk.page


def test_two_comments_to_one_answer_are_both_shown(desk):
    desk.begin()
    here = desk.fields
    desk.post(label="yes", comment="a rim")
    desk.send(here | {"key": str(uuid.uuid4()), "a.label": "yes", "comment": "a lid"})
    assert "the comment is not" in desk.page
    assert "<dd>a rim</dd>" in desk.page and "<dd>a lid</dd>" in desk.page
    desk.send(desk.fields)
    assert (only().answer, only().comment) == ({"label": "yes"}, "a lid")


def test_a_refused_form_of_another_window_overwrites_nothing(client):
    desk = Desk(client, study_of("affordance_definition", units=2))
    desk.begin()
    here = desk.fields
    desk.send(here | {"a.verdict": "keep"})
    desk.send(here | {"key": str(uuid.uuid4()), "a.verdict": "drop"})
    assert "Say why it should be dropped." in desk.page
    desk.send(desk.fields | {"a.verdict": "drop", "a.reason": "vague"})
    assert only().answer == {"verdict": "keep"}
    assert "You answered this one twice" in desk.page


def test_a_key_of_another_unit_shows_nothing_of_anybody(client, desk):
    other = studies.rater(desk.study, "ben")
    theirs = studies.judged(Unit.objects.get(key="u1"), other, "no")
    desk.begin()
    desk.send(desk.fields | {"key": str(theirs.key), "a.label": "yes"})
    assert Judgement.objects.filter(rater=desk.rater).count() == 0
    assert "In another window" not in desk.page and "minutes. u1" not in desk.page
