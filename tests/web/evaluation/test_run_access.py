"""The steps of a run by their addresses: no token, or a look, changes nothing."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evaluation.models import Run
from tests import runs

pytestmark = pytest.mark.django_db
STEPS = ("pause", "resume", "retry", "settings")


@pytest.fixture(autouse=True)
def run() -> Run:
    return runs.run(games=runs.games(1))


@pytest.mark.parametrize("step", [*STEPS, "cancel"])
def test_a_step_without_its_token_is_refused(step):
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_user("researcher", is_staff=True))
    assert client.post(f"/runs/invented/{step}/").status_code == 403


@pytest.mark.parametrize("step", STEPS)
def test_who_comes_by_an_address_bar_is_led_to_the_run(step, researcher):
    response = researcher.get(f"/runs/invented/{step}/")
    assert (response.status_code, response.url) == (302, "/runs/invented/")
