"""Every address of the workshop, by everybody else and with every method."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from annotation import urls
from annotation.models import DraftAffordance, DraftObject, SheetRevision
from tests import drafts, make

pytestmark = pytest.mark.django_db
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
SAFE = ["GET", "HEAD", "OPTIONS"]
every_route = pytest.mark.parametrize("name", [pattern.name for pattern in urls.urlpatterns])


def address_of(name: str) -> str:
    (pattern,) = (each for each in urls.urlpatterns if each.name == name)
    values = {"draft_slug": "vrelk-1", "key": "gnorb" if "affordance" in name else "whimplet"}
    wanted = pattern.pattern.converters
    return reverse(f"workshop:{name}", kwargs={each: values[each] for each in wanted})


@pytest.fixture
def rows(draft):
    make.catalogue()
    drafts.affordance(draft)
    return drafts.thing(draft)


def stored():
    models = (DraftObject, DraftAffordance, SheetRevision)
    return [list(model.objects.order_by("pk").values()) for model in models]


@every_route
@pytest.mark.parametrize("signed_in", [False, True])
def test_others_are_led_to_the_sign_in_page_or_refused(name, signed_in, rows):
    client = Client()
    if signed_in:
        client.force_login(User.objects.create_user("annotator"))
    before = stored()
    for method in METHODS:
        response = client.generic(method, address_of(name))
        assert response.status_code == (403 if signed_in else 302), method
        assert signed_in or response.url.startswith("/admin/login/?next=/")
    assert stored() == before


@every_route
def test_methods_that_nothing_takes_are_refused(name, researcher, rows):
    for method in ("PUT", "PATCH", "DELETE"):
        assert researcher.generic(method, address_of(name)).status_code == 405, method


@every_route
def test_looking_changes_nothing(name, researcher, rows):
    before = stored()
    for method in SAFE:
        assert researcher.generic(method, address_of(name)).status_code in (200, 302, 405, 409)
    assert stored() == before


@every_route
def test_what_is_not_there_is_not_found(name, researcher):
    if name in ("list", "new"):
        return
    answers = [
        researcher.generic(method, address_of(name)).status_code for method in ("GET", "POST")
    ]
    # Some are led to a page first, which is not there.
    assert set(answers) <= {404, 405, 302} and set(answers) not in ({405}, {302})


def test_a_post_without_its_token_is_refused(rows):
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_user("researcher", is_staff=True))
    response = client.post(address_of("decide_object"), {"decision": "keep"})
    assert response.status_code == 403
    rows.refresh_from_db()
    assert rows.stage == "kept"


def test_the_researchers_bar_leads_to_the_workshop(researcher):
    assert 'href="/workshop/"' in researcher.get("/campaigns/").content.decode()
