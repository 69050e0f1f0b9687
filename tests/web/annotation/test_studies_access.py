"""Every address of studies and units, by everybody else and with every method."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from annotation.models import Seat, Study, Unit
from tests import studies

pytestmark = pytest.mark.django_db
POSTS = {"open", "close", "reopen"}
SHOWS = {"list", "study", "guidelines", "units", "unit", "example"}
BOTH = {"new", "edit", "delete", "upload", "catalogue", "next_version", "remove_unit"}
every_page = pytest.mark.parametrize("name", sorted(POSTS | SHOWS | BOTH))


@pytest.fixture
def study():
    return studies.study(status="draft", consent_text=studies.consent())


def address_of(name: str, study: Study) -> str:
    if name in ("list", "new"):
        return reverse(f"annotations:{name}")
    more = [study.units.first().pk] if name in ("unit", "remove_unit") else []
    more += ["csv"] if name == "example" else []
    return reverse(f"annotations:{name}", args=[study.slug, study.version, *more])


def stored():
    return [list(model.objects.order_by("pk").values()) for model in (Study, Unit, Seat)]


@every_page
@pytest.mark.parametrize("signed_in", [False, True])
def test_others_are_led_to_the_sign_in_page_or_refused(name, signed_in, study):
    client = Client()
    if signed_in:
        user = User.objects.create_user("annotator")
        client.force_login(user)
        studies.rater(study, user=user)
    before = stored()
    for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        response = client.generic(method, address_of(name, study))
        assert response.status_code == (403 if signed_in else 302), method
        assert signed_in or response.url.startswith("/admin/login/?next=/")
    assert stored() == before


@every_page
def test_methods_that_nothing_takes_are_refused(name, researcher, study):
    refused = {"PUT", "PATCH", "DELETE"}
    refused |= {"POST"} if name in SHOWS else set()
    before = stored()
    for method in sorted(refused):
        assert researcher.generic(method, address_of(name, study)).status_code == 405, method
    assert stored() == before


@every_page
def test_looking_changes_nothing(name, researcher, study):
    before = stored()
    for method in ("GET", "HEAD", "OPTIONS"):
        researcher.generic(method, address_of(name, study))
    assert stored() == before


@every_page
def test_a_form_without_its_token_is_refused(name, study):
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_user("researcher", is_staff=True))
    if name not in SHOWS:
        assert client.post(address_of(name, study)).status_code == 403


@pytest.mark.parametrize("name", sorted(POSTS))
def test_who_comes_by_an_address_bar_is_led_to_the_page_that_posts(name, researcher, study):
    before = stored()
    for method in ("GET", "HEAD"):
        response = researcher.generic(method, address_of(name, study))
        assert (response.status_code, response.url) == (302, "/annotations/vrelk/1/")
    assert stored() == before
