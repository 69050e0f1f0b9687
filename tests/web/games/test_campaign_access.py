"""Every address of a researcher, by everybody else and with every method."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, reverse
from django.urls.converters import IntConverter, SlugConverter, UUIDConverter

from evaluation import urls as evaluation_urls
from games import campaign_urls, http
from tests import make

pytestmark = pytest.mark.django_db
ROUTES = [
    (urls.app_name, pattern)
    for urls in (campaign_urls, evaluation_urls)
    for pattern in urls.urlpatterns
    if isinstance(pattern, URLPattern)
]
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
VALUES = {
    SlugConverter: "study-1",
    IntConverter: 1,
    UUIDConverter: "12345678-1234-5678-1234-567812345678",
}
every_route = pytest.mark.parametrize(
    ("namespace", "pattern"), ROUTES, ids=[f"{name}:{pattern.name}" for name, pattern in ROUTES]
)


def address_of(namespace: str, pattern: URLPattern) -> str:
    """An address that the pattern takes; a new converter needs a value in VALUES at most."""
    converters = pattern.pattern.converters
    values = {name: VALUES.get(type(each), "x") for name, each in converters.items()}
    return reverse(f"{namespace}:{pattern.name}", kwargs=values)


def refused(answers, status: int) -> dict[str, int]:
    """What is to be answered: this status, or 405 where the method is looked at first."""
    return {m: 405 if each.status_code == 405 else status for m, each in answers.items()}


@pytest.fixture
def stranger() -> Client:
    return Client()


@pytest.fixture
def volunteer() -> Client:
    client = Client()
    response = client.get("/")
    http.remember(response, make.volunteer(make.campaign()))
    client.cookies.update(response.cookies)
    return client


@pytest.fixture
def annotator() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("annotator"))
    return client


@every_route
@pytest.mark.parametrize("who", ["stranger", "volunteer"])
def test_who_is_not_signed_in_is_led_to_the_sign_in_page(who, namespace, pattern, request):
    browser = request.getfixturevalue(who)
    address = address_of(namespace, pattern)
    answers = {method: browser.generic(method, address) for method in METHODS}
    assert {method: each.status_code for method, each in answers.items()} == refused(answers, 302)
    led = [each.url for each in answers.values() if each.status_code == 302]
    assert led and all(url.startswith("/admin/login/?next=/campaigns/") for url in led)


@every_route
def test_an_annotator_is_refused(namespace, pattern, annotator):
    address = address_of(namespace, pattern)
    answers = {method: annotator.generic(method, address) for method in METHODS}
    assert {method: each.status_code for method, each in answers.items()} == refused(answers, 403)
    assert 403 in {each.status_code for each in answers.values()}


@every_route
def test_a_researcher_hears_which_methods_are_not_taken(namespace, pattern, client):
    make.campaign()
    client.force_login(User.objects.create_user("researcher", is_staff=True))
    address = address_of(namespace, pattern)
    for method in ("PUT", "PATCH", "DELETE"):
        assert client.generic(method, address).status_code == 405, f"{method} {address}"


def test_the_way_to_sign_in_leads_back(client):
    assert client.get("/campaigns/?x=1").url == "/admin/login/?next=/campaigns/%3Fx%3D1"


def test_researchers_read_english_whatever_their_browser_prefers(client):
    client.force_login(User.objects.create_user("researcher", is_staff=True))
    response = client.get("/campaigns/", headers={"Accept-Language": "zh-hans"})
    assert response.headers["Content-Language"] == "en"
    assert '<html lang="en"' in response.content.decode()
