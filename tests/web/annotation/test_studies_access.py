"""Every address of studies' researchers, by everybody and with every method."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import make, studies
from tests.web.annotation.walking import (
    SAFE,
    browser_of,
    but,
    codes,
    filled_study,
    of_researchers,
    without_tokens,
)
from tests.web.games.conftest import browser_with

pytestmark = pytest.mark.django_db
# Pages that take nothing.
SHOWN = {
    "list", "study", "guidelines", "units", "example", "unit", "raters", "questions", "agreement",
    "agreement_matrix", "agreement_figures", "agreement_chart", "publication", "publication_file",
    "rater", "export", "export_file", "adjudication",
}  # fmt: skip


@pytest.fixture
def study(db):
    return filled_study()


@pytest.fixture
def boss() -> Client:
    return browser_of("boss", is_staff=True)


@pytest.fixture
def annotator(study) -> Client:
    """Who judges in another study, adjudicates there, and may not in this one."""
    browser = browser_of("annotator")
    user = User.objects.get(username="annotator")
    studies.rater(studies.study(slug="other"), "cleo", user=user, adjudicates=True)
    return browser


def test_a_researcher_finds_a_page_at_every_address(boss, study):
    addresses = of_researchers(study)
    found = {name: boss.get(each, follow=True).status_code for name, each in addresses.items()}
    assert {name: status for name, status in found.items() if status != 200} == {}


def test_who_is_not_signed_in_is_led_to_a_sign_in_page(study):
    addresses = of_researchers(study).values()
    assert but({302}, codes(Client(), addresses)) == {}
    led = {Client().get(each).url.partition("?next=/annotations/")[0] for each in addresses}
    assert led == {"/admin/login/", "/annotate/sign-in/"}


def test_a_volunteer_is_led_to_a_sign_in_page(study):
    volunteer = browser_with(make.volunteer(make.campaign()))
    assert but({302}, codes(volunteer, of_researchers(study).values())) == {}


def test_an_annotator_of_another_study_is_refused(annotator, study):
    assert but({403}, codes(annotator, of_researchers(study).values())) == {}


def test_a_rater_of_the_study_is_refused_as_well(study):
    assert but({403}, codes(browser_of("ben"), of_researchers(study).values())) == {}


def test_methods_that_no_page_takes_are_refused(boss, study):
    found = codes(boss, of_researchers(study).values(), ["PUT", "PATCH", "DELETE"])
    assert but({405}, found) == {}


def test_pages_that_only_show_take_no_post(boss, study):
    addresses = of_researchers(study)
    assert but({405}, codes(boss, [addresses[name] for name in SHOWN], ["POST"])) == {}


def test_a_researcher_who_only_looks_changes_nothing(boss, study):
    assert but({200, 302, 405}, codes(boss, of_researchers(study).values(), SAFE)) == {}


def test_a_form_without_its_token_is_refused(boss, study):
    found = codes(without_tokens(boss), of_researchers(study).values(), ["POST"])
    assert but({403}, found) == {}
