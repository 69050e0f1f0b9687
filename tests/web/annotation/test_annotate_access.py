"""Every address of annotators, and the admin's, by everybody and with every method."""

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLResolver

from annotation.models import Rater
from tests import make, studies
from tests.web.annotation.walking import (
    OWN,
    RATERS,
    SAFE,
    browser_of,
    but,
    codes,
    filled_study,
    of_annotators,
    without_tokens,
)
from tests.web.games.conftest import browser_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def study(db):
    return filled_study()


@pytest.fixture
def stranger() -> Client:
    return Client()


@pytest.fixture
def volunteer() -> Client:
    return browser_with(make.volunteer(make.campaign()))


@pytest.fixture
def annotator(study) -> Client:
    """Who judges in another study, and adjudicates there."""
    browser = browser_of("annotator")
    user = User.objects.get(username="annotator")
    studies.rater(studies.study(slug="other"), "cleo", user=user, adjudicates=True)
    return browser


@pytest.fixture
def boss() -> Client:
    return browser_of("boss", is_staff=True)


def ben() -> Client:
    """The browser of the study's rater."""
    return browser_of("ben")


# Annotators' addresses


@pytest.mark.parametrize("who", ["stranger", "volunteer"])
def test_who_is_not_signed_in_is_led_to_the_annotators_sign_in_page(who, study, request):
    browser = request.getfixturevalue(who)
    addresses = of_annotators(study, RATERS + OWN)
    assert but({302}, codes(browser, addresses)) == {}
    led = [browser.get(each).url for each in addresses]
    assert all(each.startswith("/annotate/sign-in/?next=/annotate/") for each in led)


@pytest.mark.parametrize("who", ["annotator", "boss"])
def test_who_does_not_rate_in_the_study_finds_no_such_page(who, study, request):
    browser = request.getfixturevalue(who)
    assert but({404}, codes(browser, of_annotators(study, RATERS))) == {}


def test_who_withdrew_finds_no_such_page(study):
    browser = ben()
    Rater.objects.filter(pseudonym="ben").update(withdrawn_at=studies.NOW, user=None)
    assert but({404}, codes(browser, of_annotators(study, RATERS))) == {}


def test_a_rater_who_only_looks_changes_nothing(study):
    found = codes(ben(), of_annotators(study, RATERS + OWN), SAFE)
    assert but({200, 302, 405}, found) == {}


def test_methods_that_no_annotators_page_takes_are_refused(study):
    found = codes(ben(), of_annotators(study), ["PUT", "PATCH", "DELETE"])
    assert but({405}, found) == {}


def test_a_post_without_its_token_is_refused(study):
    found = codes(without_tokens(ben()), of_annotators(study), ["POST"])
    assert but({403}, found) == {}


def test_annotators_read_english_whatever_their_browser_prefers(study):
    chinese = {"Accept-Language": "zh-hans"}
    read = [ben().get(each, headers=chinese) for each in of_annotators(study)]
    pages = [each for each in read if each.status_code == 200]
    assert len(pages) > 10
    for page in pages:
        assert '<html lang="en"' in page.content.decode()
        assert "no-store" in page.headers["Cache-Control"]


# The rows that are stored


def admin_addresses() -> list[str]:
    return sorted(set(_below("/admin/", admin.site.get_urls())))


def _below(start: str, patterns):
    for each in patterns:
        route = re.sub(r"<[^<>]+>", "1", str(each.pattern)) if "?P" not in str(each.pattern) else ""
        if isinstance(each, URLResolver):
            yield from _below(start + route, each.url_patterns)
        else:
            yield start + route


def test_an_annotator_sees_no_stored_rows_and_changes_none(annotator):
    # At the sign-in page they only read that they are not let in.
    addresses = set(admin_addresses()) - {"/admin/login/", "/admin/logout/"}
    assert but({302, 403, 404, 405}, codes(annotator, addresses)) == {}


def test_the_walk_finds_the_admins_lists():
    assert {"/admin/auth/user/", "/admin/games/play/1/change/"} <= set(admin_addresses())
