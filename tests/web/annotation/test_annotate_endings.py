"""Pages of annotators at their ends: signed out, withdrawn meanwhile, numbers that are none."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Judgement, Rater, Study
from annotation.services import enrolment, seats
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db
PATH = "/annotate/vrelk/1/"
TOO_LONG = "9" * 5_000


@pytest.fixture
def study() -> Study:
    return studies.study()


@pytest.fixture
def rater(study) -> Rater:
    # Others came first, so that no id looks like any other number of the page.
    for number in range(7):
        studies.rater(study, f"r{number}")
    return studies.rater(study, "calm-gnorb-7", user=User.objects.create_user("vera"))


@pytest.fixture
def browser(client: Client, rater) -> Client:
    client.force_login(rater.user)
    return client


@pytest.mark.parametrize("number", [TOO_LONG, "9" * 20, "9" * 18, "²"])
def test_a_number_that_names_no_unit_is_not_found(browser, number):
    assert browser.post(PATH + "judge/", {"unit": number}).status_code == 404
    came = browser.get(PATH + "back/", {"from": number}).status_code
    assert came in (302, 404)  # what is no number at all is as if it were not there
    if number.isascii():
        assert browser.get(f"{PATH}units/{number}/").status_code == 404


@pytest.mark.parametrize("name", ["next", "judge"])
def test_who_withdraws_in_the_middle_of_a_request_finds_no_such_page(
    browser, rater, name, monkeypatch
):
    real = seats.hand_out

    def withdrawn_first(rater, **named):
        enrolment.withdraw(rater, now=NOW)
        return real(rater, **named)

    monkeypatch.setattr(seats, "hand_out", withdrawn_first)
    monkeypatch.setattr(seats, "open_seat", withdrawn_too)
    send = browser.post if name == "next" else browser.get
    assert send(f"{PATH}{name}/").status_code == 404


def withdrawn_too(rater):
    enrolment.withdraw(rater, now=NOW)


@pytest.mark.parametrize("address", ["/annotate/sign-out/", PATH + "withdraw/"])
def test_the_browser_drops_its_drafts_with_who_leaves(browser, address):
    response = browser.post(address)
    assert response.status_code == 302
    assert response.headers["Clear-Site-Data"] == '"storage"'


def test_an_answer_that_came_in_signed_out_is_said_to_be_lost(client, study):
    unit = study.units.first()
    asked = client.post(PATH + "judge/", {"unit": unit.pk, "a.label": "yes"}, follow=True)
    assert "was not stored" in asked.content.decode()
    assert "was not stored" not in client.get(PATH + "judge/", follow=True).content.decode()
    assert not Judgement.objects.exists()


def test_the_page_does_not_hold_the_id_of_the_rater(browser, rater):
    browser.post(PATH + "next/")
    (draft,) = [
        part.split('"')[0]
        for part in browser.get(PATH + "judge/").content.decode().split('data-draft="')[1:]
    ]
    assert rater.pseudonym in draft
    assert str(rater.pk) not in draft.split("/")[2:]
