"""The tabs of a study: which stand there for whom, and which one the reader is at."""

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from annotation import study_urls
from annotation.pages.study_tabs import BENEATH
from tests import studies

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    return studies.study()


def tabs(browser, path: str) -> dict[str, str]:
    """Words -> what `aria-current` says, "" where it says nothing."""
    page = browser.get(path).content.decode()
    nav = re.search(r'<nav id="_study_tabs".*?</nav>', page, re.DOTALL).group()
    return {
        words: current
        for current, words in re.findall(r'<a href="[^"]+"(?: aria-current="(\w+)")?>([^<]+)', nav)
    }


def lit(browser, path: str) -> dict[str, str]:
    return {words: current for words, current in tabs(browser, path).items() if current}


def test_the_page_of_a_tab_is_the_current_one(researcher, study):
    assert lit(researcher, "/annotations/vrelk/1/raters/") == {"Raters": "page"}


def test_a_page_beneath_lights_the_tab_that_leads_to_it(researcher, study):
    unit = reverse("annotations:unit", args=["vrelk", 1, study.units.first().pk])
    assert lit(researcher, unit) == {"Units": "true"}


def test_corrections_are_for_studies_of_answers_alone(researcher, study):
    assert "Corrections" not in tabs(researcher, "/annotations/vrelk/1/")
    studies.study(slug="answers", kind="oracle_answer")
    assert "Corrections" in tabs(researcher, "/annotations/answers/1/")


def test_an_adjudicator_who_is_no_researcher_has_one_tab(client, study):
    user = User.objects.create_user("dora")
    studies.rater(study, "dora", user=user, adjudicates=True, apart_since=studies.NOW)
    client.force_login(user)
    path = reverse("annotations:adjudication", args=["vrelk", 1])
    assert tabs(client, path) == {"Adjudication": "page"}


def test_every_name_beneath_a_tab_is_one_of_an_address():
    named = {pattern.name for pattern in study_urls.urlpatterns}
    assert {*BENEATH, *(name for names in BENEATH.values() for name in names)} <= named
