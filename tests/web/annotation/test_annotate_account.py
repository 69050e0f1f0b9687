"""Signing in, the account's own page, and a new password by a researcher's link."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Rater
from annotation.services import accounts
from tests import studies
from tests.web.annotation.test_annotate_pages import PASSWORD, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def vera() -> User:
    return accounts.make("vera", PASSWORD)


@pytest.fixture
def browser(vera) -> Client:
    client = Client()
    client.force_login(vera)
    return client


@pytest.fixture
def rater(vera) -> Rater:
    return studies.rater(studies.study(units=3, seats_a_unit=1), user=vera)


def sign_in(client, name="vera", password=PASSWORD, **more):
    return client.post("/annotate/sign-in/", {"username": name, "password": password, **more})


# Signing in and out


def test_signing_in_leads_home_or_to_the_page_that_was_asked_for(client, vera):
    assert sign_in(client).url == "/annotate/"
    assert sign_in(client, next="/annotate/account/").url == "/annotate/account/"


def test_signing_in_leads_to_no_other_site(client, vera):
    assert sign_in(client, next="https://example.org/").url == "/annotate/"


def test_a_researcher_may_sign_in_there(client):
    User.objects.create_user("boss", password=PASSWORD, is_staff=True)
    assert sign_in(client, "boss", next="/campaigns/").url == "/campaigns/"
    assert "/campaigns/" in page(client, "/annotate/")


def test_a_wrong_password_is_said_in_the_form(client, vera):
    response = sign_in(client, password="wrong")
    assert response.status_code == 200
    assert "Name and password do not fit" in response.content.decode()


def test_the_sign_in_page_names_no_e_mail_and_says_whom_to_ask(client):
    text = page(client, "/annotate/sign-in/")
    assert "Forgotten? Ask the researcher for a new link." in text and "mail" not in text


def test_signing_out_is_a_post_and_ends_the_session(browser):
    assert 'id="sign-out"' in page(browser, "/annotate/")
    assert browser.get("/annotate/sign-out/").url == "/annotate/"
    assert browser.get("/annotate/").status_code == 200
    assert browser.post("/annotate/sign-out/").url == "/annotate/sign-in/"
    assert browser.get("/annotate/").status_code == 302


# The account


def test_the_account_lists_the_names_in_studies(browser, rater):
    text = page(browser, "/annotate/account/")
    assert "Vrelks" in text and rater.pseudonym in text


def change(browser, **wrong):
    new = {"old_password": PASSWORD, "new_password1": "nine blue cups"}
    return browser.post("/annotate/account/", new | {"new_password2": "nine blue cups"} | wrong)


def test_the_password_is_changed_and_the_session_goes_on(browser, vera):
    assert change(browser).url == "/annotate/account/?changed=1"
    vera.refresh_from_db()
    assert vera.check_password("nine blue cups")
    assert "Your password is changed" in page(browser, "/annotate/account/?changed=1")


def test_the_present_password_is_needed(browser, vera):
    response = change(browser, old_password="wrong")
    assert "This is not your present password" in response.content.decode()
    vera.refresh_from_db()
    assert vera.check_password(PASSWORD)


def reset_address(name="vera") -> str:
    link = accounts.reset_link(name)
    return f"/annotate/reset/{link.uid}/{link.token}/"


def test_a_reset_link_sets_a_password_once_and_signs_in(client, vera):
    address = reset_address()
    form = client.get(address).url
    new = {"new_password1": "nine blue cups", "new_password2": "nine blue cups"}
    assert client.post(form, new).url == "/annotate/"
    vera.refresh_from_db()
    assert vera.check_password("nine blue cups")
    assert "My studies" in page(client, "/annotate/")
    assert "does not work any more" in page(Client(), address)


def test_a_reset_link_serves_nobody_who_has_become_a_researcher(client, vera):
    address = reset_address()
    vera.is_staff = True
    vera.save()
    assert "does not work any more" in page(client, address)


@pytest.mark.parametrize("uid", ["x", "MQ", "%00", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OQ"])
def test_a_broken_reset_link_says_so(client, uid):
    assert "does not work any more" in page(client, f"/annotate/reset/{uid}/set-password/")
