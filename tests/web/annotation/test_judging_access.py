"""The judging page shows units to who may judge them, and takes their posts alone."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from annotation.models import Judgement, Rater, Seat, Unit
from annotation.services import judging
from annotation.services.seats import Closed, Reason
from tests import studies
from tests.web.annotation.judging_desk import HTMX, Desk, only, study_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Desk:
    return Desk(client, study_of())


def test_a_study_closed_meanwhile_says_what_was_not_stored(desk):
    desk.begin()
    studies.become("closed")
    response = desk.post(label="yes", comment="a rim")
    assert response.status_code == 200
    assert not Judgement.objects.exists()
    assert "was not stored" in desk.page and "<b>Yes</b>" in desk.page and "a rim" in desk.page


def test_who_played_a_baseline_of_the_catalogue_is_told_so(desk, monkeypatch):
    def closed(*_, **__):
        raise Closed(Reason.PLAYED_BASELINE)

    desk.begin()
    monkeypatch.setattr(judging, "judge_and_next", closed)
    desk.post(label="yes")
    assert "You played games of this catalogue" in desk.page and "<b>Yes</b>" in desk.page


def test_a_closed_study_shows_no_unit(desk):
    desk.begin()
    studies.become("closed")
    assert "hold liquid" not in desk.get().content.decode()
    assert "This study is closed" in desk.page and "to go" not in desk.page


def test_who_is_removed_gets_no_unit(desk):
    desk.begin()
    Rater.objects.update(removed_at=timezone.now())
    assert "hold liquid" not in desk.get().content.decode()
    desk.client.post(desk.address("next"))
    desk.post(label="yes")
    assert not Judgement.objects.exists()


def test_who_has_not_agreed_is_led_to_the_start_page(desk):
    Rater.objects.update(agreed_at=None)
    start = f"/annotate/{desk.study.slug}/{desk.study.version}/"
    assert desk.get().headers["Location"] == start
    assert desk.client.post(desk.address("next")).headers["Location"] == start


def test_a_signed_out_browser_is_led_to_sign_in_and_back(desk):
    desk.begin()
    desk.client.logout()
    headers = HTMX | {"Referer": f"http://testserver{desk.address('judge')}"}
    response = desk.client.post(desk.address("judge"), desk.fields, headers=headers)
    leads = response.headers["HX-Redirect"]
    assert leads == f"/annotate/sign-in/?out=1&next={desk.address('judge')}"
    assert "not stored yet" in desk.client.get(leads).content.decode()
    assert not Judgement.objects.exists()


def test_a_unit_that_was_not_judged_has_no_page(desk):
    desk.begin()
    unit = Unit.objects.get(key="u0")
    assert desk.get(f"units/{unit.pk}").status_code == 404
    assert desk.post(f"units/{unit.pk}", label="yes").status_code == 404


@pytest.mark.parametrize("unit", ["", "x", "999999999999999999999", "-1", "²"])
def test_a_unit_that_there_is_not_is_not_found(desk, unit):
    desk.begin()
    assert desk.send(desk.fields | {"unit": unit, "a.label": "yes"}).status_code == 404


def test_a_unit_of_another_study_is_not_found(desk):
    other = study_of(slug="fendle")
    desk.begin()
    fields = desk.fields | {"unit": str(other.units.first().pk), "a.label": "yes"}
    assert desk.send(fields).status_code == 404


def test_a_unit_that_was_never_handed_out_is_not_shown_for_a_broken_answer(desk):
    desk.begin()
    strange = Unit.objects.get(key="u2")
    desk.send(desk.fields | {"unit": str(strange.pk)})
    assert "minutes. u2" not in desk.page
    assert "not yours to judge" in desk.page


def test_a_rater_that_is_sent_along_is_left_aside(desk):
    other = studies.rater(desk.study, "ben")
    desk.begin()
    desk.send(desk.fields | {"a.label": "yes", "rater": str(other.pk), "rater_id": str(other.pk)})
    assert only().rater == desk.rater


def test_strangers_find_no_page(client, desk):
    client.force_login(User.objects.create_user("stranger"))
    for name in ("judge", "back", "units", f"units/{Unit.objects.first().pk}"):
        assert client.get(desk.address(name)).status_code == 404
    for name in ("judge", "next"):
        assert client.post(desk.address(name)).status_code == 404


def test_pages_take_their_own_methods_only(desk):
    assert desk.client.get(desk.address("next")).url == f"/annotate/{desk.study.slug}/1/"
    assert desk.client.post(desk.address("back")).status_code == 405
    assert desk.client.put(desk.address("judge")).status_code == 405
    assert not Seat.objects.filter(rater=desk.rater).exists()
