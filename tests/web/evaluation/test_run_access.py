"""Every address of runs, by everybody else and with every method."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, reverse
from django.urls.converters import IntConverter, SlugConverter

from evaluation import run_urls, tasks
from evaluation.models import Episode, Run, RunWorker
from tests import runs

pytestmark = pytest.mark.django_db
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
STEPS = ("pause", "resume", "retry", "settings")
VALUES = {SlugConverter: "invented", IntConverter: 1}
every_route = pytest.mark.parametrize(
    "pattern",
    [each for each in run_urls.urlpatterns if isinstance(each, URLPattern)],
    ids=lambda pattern: pattern.name,
)


@pytest.fixture(autouse=True)
def run(monkeypatch):
    monkeypatch.setattr(tasks, "enqueue", lambda run_id: None)
    return runs.run(games=runs.games(1))


def address_of(pattern: URLPattern) -> str:
    converters = pattern.pattern.converters
    values = {name: VALUES.get(type(each), "x") for name, each in converters.items()}
    return reverse(f"runs:{pattern.name}", kwargs=values)


def stored():
    return [list(model.objects.order_by("pk").values()) for model in (Run, Episode, RunWorker)]


@every_route
@pytest.mark.parametrize("signed_in", [False, True])
def test_others_are_led_to_the_sign_in_page_or_refused(pattern, signed_in):
    client = Client()
    if signed_in:
        client.force_login(User.objects.create_user("annotator"))
    before, seen = stored(), set()
    for method in METHODS:
        response = client.generic(method, address_of(pattern))
        assert response.status_code in (403 if signed_in else 302, 405), method
        seen.add(response.status_code)
        if response.status_code == 302:
            assert response.url.startswith("/admin/login/?next=/runs/")
    assert seen & {302, 403} and stored() == before


@every_route
def test_methods_that_nothing_takes_are_refused(pattern, researcher):
    before = stored()
    for method in ("PUT", "PATCH", "DELETE"):
        assert researcher.generic(method, address_of(pattern)).status_code == 405, method
    assert stored() == before


@every_route
def test_looking_changes_nothing(pattern, researcher):
    before = stored()
    for method in ("GET", "HEAD", "OPTIONS"):
        researcher.generic(method, address_of(pattern))
    assert stored() == before


@pytest.mark.parametrize("step", [*STEPS, "cancel"])
def test_a_step_without_its_token_is_refused(step):
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_user("researcher", is_staff=True))
    assert client.post(f"/runs/invented/{step}/").status_code == 403


@pytest.mark.parametrize("step", STEPS)
def test_who_comes_by_an_address_bar_is_led_to_the_run(step, researcher):
    response = researcher.get(f"/runs/invented/{step}/")
    assert (response.status_code, response.url) == (302, "/runs/invented/")
