"""Every address of annotators and of studies' researchers, by everybody, with every method."""

import re

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse
from django.urls.converters import IntConverter, SlugConverter, UUIDConverter

from annotation import annotate_urls, study_urls
from annotation.models import Rater
from tests import make, studies
from tests.web.games.conftest import browser_with

pytestmark = pytest.mark.django_db
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
SAFE = ["GET", "HEAD", "OPTIONS"]
VALUES = {
    SlugConverter: "vrelk",
    IntConverter: 1,
    UUIDConverter: "12345678-1234-5678-1234-567812345678",
}
# Open to everybody; what each may do is asked of its own tests.
PUBLIC = {"sign_in", "sign_out", "reset", "join"}
RATERS = [each for each in annotate_urls.urlpatterns if "slug" in each.pattern.converters]
OWN = [each for each in annotate_urls.urlpatterns if each not in RATERS and each.name not in PUBLIC]


def named(patterns):
    return pytest.mark.parametrize("pattern", patterns, ids=[each.name for each in patterns])


def address_of(namespace: str, pattern: URLPattern) -> str:
    """An address that the pattern takes; a new converter needs a value in VALUES at most."""
    converters = pattern.pattern.converters
    values = {name: VALUES.get(type(each), "x") for name, each in converters.items()}
    return reverse(f"{namespace}:{pattern.name}", kwargs=values)


def stored():
    """Every row of the site but sessions."""
    models = [model for model in apps.get_models() if model is not Session]
    return {model: sorted(map(str, model.objects.values())) for model in models}


def browser_of(name: str, **fields) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name, **fields))
    return client


@pytest.fixture
def study(db):
    """A study with a rater who judged a unit, and another study whose rater is "annotator"."""
    made = studies.study()
    studies.judged(made.units.first(), studies.rater(made, "ben", user=_account("ben")))
    return made


@pytest.fixture
def stranger() -> Client:
    return Client()


@pytest.fixture
def volunteer() -> Client:
    return browser_with(make.volunteer(make.campaign()))


@pytest.fixture
def annotator(study) -> Client:
    """Who judges in another study, adjudicates there, and may not in this one."""
    browser = browser_of("annotator")
    other = studies.study(slug="other")
    studies.rater(other, "cleo", user=User.objects.get(username="annotator"), adjudicates=True)
    return browser


@pytest.fixture
def boss() -> Client:
    return browser_of("boss", is_staff=True)


def _account(name: str) -> User:
    return User.objects.create_user(name)


def codes(browser: Client, addresses, methods=METHODS) -> dict[str, set[int]]:
    """Address -> the statuses that its methods get; nothing is changed by any of them."""
    before = stored()
    found = {
        each: {browser.generic(method, each).status_code for method in methods}
        for each in addresses
    }
    assert stored() == before
    return found


def but(allowed: set[int], found: dict[str, set[int]]) -> dict[str, set[int]]:
    """What is answered otherwise than allowed."""
    return {each: statuses for each, statuses in found.items() if not statuses <= allowed}


def of_annotators(patterns=annotate_urls.urlpatterns) -> list[str]:
    return [address_of("annotate", each) for each in patterns]


def of_researchers() -> list[str]:
    return [address_of("annotations", each) for each in study_urls.urlpatterns]


def ben() -> Client:
    """The browser of the study's rater."""
    client = Client()
    client.force_login(User.objects.get(username="ben"))
    return client


# Annotators' addresses


@pytest.mark.parametrize("who", ["stranger", "volunteer"])
def test_who_is_not_signed_in_is_led_to_the_annotators_sign_in_page(who, study, request):
    browser = request.getfixturevalue(who)
    addresses = of_annotators(RATERS + OWN)
    assert but({302}, codes(browser, addresses)) == {}
    led = [browser.get(each).url for each in addresses]
    assert all(each.startswith("/annotate/sign-in/?next=/annotate/") for each in led)


@pytest.mark.parametrize("who", ["annotator", "boss"])
def test_who_does_not_rate_in_the_study_finds_no_such_page(who, study, request):
    browser = request.getfixturevalue(who)
    assert but({404}, codes(browser, of_annotators(RATERS))) == {}


def test_who_withdrew_finds_no_such_page(study):
    browser = ben()
    Rater.objects.filter(pseudonym="ben").update(withdrawn_at=studies.NOW, user=None)
    assert but({404}, codes(browser, of_annotators(RATERS))) == {}


def test_a_rater_who_only_looks_changes_nothing(study):
    found = codes(ben(), of_annotators(RATERS + OWN), SAFE)
    assert but({200, 302, 404, 405}, found) == {}


def test_methods_that_no_annotators_page_takes_are_refused(study):
    # An invitation and a unit that are not there may be looked for first.
    found = codes(ben(), of_annotators(), ["PUT", "PATCH", "DELETE"])
    assert but({404, 405}, found) == {}


def test_a_post_without_its_token_is_refused(study):
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = ben().cookies
    assert but({403, 405}, codes(browser, of_annotators(), ["POST"])) == {}


@named(annotate_urls.urlpatterns)
def test_annotators_read_english_whatever_their_browser_prefers(pattern, study):
    address = address_of("annotate", pattern)
    response = ben().get(address, headers={"Accept-Language": "zh-hans"})
    if response.status_code == 200:
        assert '<html lang="en"' in response.content.decode()
        assert "no-store" in response.headers["Cache-Control"]


# Researchers' addresses


@pytest.mark.parametrize("who", ["stranger", "volunteer"])
def test_who_is_not_signed_in_is_led_to_a_sign_in_page(who, study, request):
    browser = request.getfixturevalue(who)
    found = codes(browser, of_researchers())
    assert but({302, 405}, found) == {}
    assert [each for each, statuses in found.items() if 302 not in statuses] == []


def test_the_way_to_sign_in_leads_back(stranger, study):
    place = "/annotations/vrelk/1/raters/"
    assert stranger.get(place).url == f"/admin/login/?next={place}"


def test_an_annotator_of_another_study_is_refused(annotator):
    found = codes(annotator, of_researchers())
    assert but({403, 405}, found) == {}
    assert [each for each, statuses in found.items() if 403 not in statuses] == []


def test_a_rater_of_the_study_is_refused_as_well(study):
    assert but({403, 405}, codes(ben(), of_researchers())) == {}


def test_methods_that_no_researchers_page_takes_are_refused(boss, study):
    # What is not there may be looked for first.
    found = codes(boss, of_researchers(), ["PUT", "PATCH", "DELETE"])
    assert but({404, 405}, found) == {}


def test_a_researcher_who_only_looks_changes_nothing(boss, study):
    found = codes(boss, of_researchers(), SAFE)
    assert but({200, 302, 404, 405, 409}, found) == {}


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
