"""Each address of a study, by each method, by who is not meant."""

import pytest
from django.test import Client

from games.models import CompletionCode, Consent, Participant, Play, Withdrawal
from games.services import journeys
from tests import make
from tests.web.games.conftest import browser_with

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fixed_protocol")]
OWN = ["mine", "next", "about", "stop", "data", "end", "withdraw"]
METHODS = ["get", "head", "post", "put", "patch", "delete", "options"]


@pytest.fixture
def volunteer(db) -> Participant:
    volunteer = make.volunteer(make.campaign())
    journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE)
    return volunteer


def stored() -> list[object]:
    tables = (Participant, Consent, CompletionCode, Withdrawal, Play)
    return [list(table.objects.order_by("pk").values()) for table in tables]


def send(client: Client, method: str, volunteer: Participant, page: str):
    return getattr(client, method)(f"/studies/{volunteer.campaign.slug}/{page}/")


@pytest.mark.parametrize("page", OWN)
def test_a_stranger_sees_and_changes_nothing(client, volunteer, page):
    before = stored()
    for method in METHODS:
        response = send(client, method, volunteer, page)
        assert response.status_code in (200, 302, 405), method
        assert volunteer.pseudonym not in response.content.decode()
    assert stored() == before


@pytest.mark.parametrize("page", OWN)
def test_another_volunteer_never_touches_this_one(volunteer, page):
    other = browser_with(make.volunteer(volunteer.campaign))
    before = Participant.objects.filter(pk=volunteer.pk).values().get()
    for method in METHODS:
        response = send(other, method, volunteer, page)
        assert response.status_code in (200, 302, 405), method
        assert volunteer.pseudonym not in response.content.decode()
    assert Participant.objects.filter(pk=volunteer.pk).values().get() == before


def test_a_volunteer_of_another_study_is_a_stranger_here(volunteer):
    elsewhere = browser_with(make.volunteer(make.campaign(games=1)))
    for page in set(OWN) - {"withdraw", "next", "about"}:
        assert send(elsewhere, "get", volunteer, page).url.endswith("/resume/")


@pytest.mark.parametrize("page", [*OWN, "consent", "declined", "resume"])
def test_methods_that_no_page_knows_are_refused(volunteer, page):
    browser = browser_with(volunteer)
    for method in ("put", "patch", "delete"):
        assert send(browser, method, volunteer, page).status_code == 405


def test_looking_changes_nothing(volunteer):
    before, browser = stored(), browser_with(volunteer)
    for page in OWN:
        send(browser, "get", volunteer, page)
        send(browser, "head", volunteer, page)
    assert stored() == before


def test_a_forged_cookie_is_a_stranger(client, volunteer):
    client.cookies[f"participant-{volunteer.campaign_id}"] = f"{volunteer.token}:x:y"
    assert send(client, "get", volunteer, "mine").status_code == 302


def test_one_browser_may_take_part_in_two_studies(volunteer):
    other = make.volunteer(make.campaign(games=1))
    browser = browser_with(volunteer, other)
    for each in (volunteer, other):
        assert each.pseudonym in send(browser, "get", each, "mine").content.decode()


def test_no_cache_keeps_a_page_of_a_volunteer(volunteer):
    for page in OWN:
        kept = send(browser_with(volunteer), "get", volunteer, page)
        if kept.status_code == 200:
            assert "no-store" in kept["Cache-Control"] and "private" in kept["Cache-Control"]
