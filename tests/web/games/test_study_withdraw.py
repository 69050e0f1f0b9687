"""Withdrawing: asked once more, at once, with a receipt."""

import pytest
from django.test import Client

from games.models import Consent, Participant, Play, Turn, Withdrawal
from games.services import campaigns, journeys
from tests import make
from tests.web.games.conftest import browser_with

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fixed_protocol")]


@pytest.fixture
def volunteer(db) -> Participant:
    volunteer = make.volunteer(make.campaign(games=1))
    play = journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE)
    assert play
    make.ask(play)
    return volunteer


@pytest.fixture
def address(volunteer) -> str:
    return f"/studies/{volunteer.campaign.slug}/withdraw/"


def test_it_asks_once_more_and_says_what_is_deleted(volunteer, address):
    shown = browser_with(volunteer).get(address).content.decode()
    assert "Deleted at once and for good" in shown
    assert Participant.objects.exists()


def test_everything_is_deleted_and_a_receipt_stays(volunteer, address):
    browser = browser_with(volunteer)
    response = browser.post(address)
    receipt = Withdrawal.objects.get()
    assert response.url.endswith(f"/withdrawn/{receipt.receipt}/")
    for row in (Participant, Consent, Play, Turn):
        assert not row.objects.exists()
    assert browser.cookies[f"participant-{receipt.campaign_id}"].value == ""


def test_the_receipt_is_there_for_everyone_who_knows_it(volunteer, address):
    response = browser_with(volunteer).post(address)
    shown = Client().get(response.url).content.decode()
    assert Withdrawal.objects.get().receipt in shown
    assert (
        "1 game was deleted (practice counts too); questions asked in it, refused ones included: 1."
        in shown
    )
    assert volunteer.pseudonym not in shown


def test_an_unknown_receipt_is_not_found(client, volunteer):
    slug = volunteer.campaign.slug
    assert client.get(f"/studies/{slug}/withdrawn/2222-2222/").status_code == 404


def test_an_old_tab_is_led_to_the_receipt(volunteer, address):
    old_tab = browser_with(volunteer)
    receipt = browser_with(volunteer).post(address).url
    assert [old_tab.post(address).url, old_tab.get(address).url] == [receipt, receipt]
    assert Withdrawal.objects.count() == 1


@pytest.mark.parametrize("page", ["next", "about", "end"])
def test_other_posts_of_a_withdrawn_volunteer_lead_on(volunteer, address, page):
    old_tab = browser_with(volunteer)
    browser_with(volunteer).post(address)
    response = old_tab.post(address.replace("withdraw", page))
    assert response.url.endswith("/resume/")


def test_a_withdrawal_between_finding_and_moving_is_no_error(volunteer, monkeypatch):
    def gone(*args: object, **named: object) -> None:
        raise Participant.DoesNotExist

    monkeypatch.setattr(journeys, "start_next", gone)
    monkeypatch.setattr(journeys, "withdraw", gone)
    browser, slug = browser_with(volunteer), volunteer.campaign.slug
    assert browser.post(f"/studies/{slug}/next/").url == f"/studies/{slug}/withdraw/"
    assert "Nothing is left" in browser.post(f"/studies/{slug}/withdraw/").content.decode()


@pytest.mark.parametrize("step", ["pause", "close"])
def test_it_stays_possible_when_the_study_is_not_open(volunteer, address, step):
    study = volunteer.campaign
    if step == "pause":
        campaigns.pause(study)
    else:
        campaigns.close(study, now=make.NOW, rng=make.CHANCE)
    assert browser_with(volunteer).post(address).status_code == 302
    assert not Participant.objects.exists()


def test_it_stays_possible_after_the_end(volunteer, address):
    journeys.end_early(volunteer, now=make.NOW, rng=make.CHANCE)
    browser_with(volunteer).post(address)
    assert not Participant.objects.exists()
