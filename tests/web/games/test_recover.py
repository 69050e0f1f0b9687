"""A post with an expired CSRF token: refused, and the text survives."""

import re
import uuid

import pytest
from django.test import Client

from games.models import Turn
from tests.web.games.conftest import browser_of

pytestmark = pytest.mark.django_db


def post_without_token(play, **headers: str):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browser_of(play).cookies
    fields = {"question": "Is it <b>hollow</b>?", "number": 1, "attempt": 1, "key": uuid.uuid4()}
    return strict, strict.post(f"/plays/{play.token}/ask/", fields, **headers)


def test_the_text_is_shown_with_a_way_to_send_it_again(play):
    _, response = post_without_token(play)
    page = response.content.decode()
    assert response.status_code == 403
    assert "Is it &lt;b&gt;hollow&lt;/b&gt;?" in page and "Send again" in page
    assert not Turn.objects.exists()


def test_sending_it_again_asks_the_question(play):
    strict, response = post_without_token(play)
    fields = dict(re.findall(r'name="(\w+)"[^>]*?value="([^"]*)"', response.content.decode()))
    fields["question"] = "Is it hollow?"
    assert strict.post(f"/plays/{play.token}/ask/", fields).status_code == 302
    assert Turn.objects.get().question == "Is it hollow?"


def test_with_htmx_the_fragment_comes_as_200_so_that_it_is_shown(play):
    _, response = post_without_token(play, HTTP_HX_REQUEST="true")
    assert (response.status_code, response["HX-Retarget"]) == (200, "#_board")
    assert "Send again" in response.content.decode()


@pytest.mark.parametrize("address", ["/nothing/", "/plays/x/", f"/plays/{uuid.uuid4()}/"])
def test_an_unknown_address_is_a_404_with_a_way_home(client, address):
    response = client.get(address)
    assert response.status_code == 404
    assert 'href="/"' in response.content.decode()


def test_another_site_gets_no_form_to_click(play):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browser_of(play).cookies
    foreign = {"HTTP_ORIGIN": "http://elsewhere.example"}
    guess = {"affordance": "affordance_a", "number": 1}
    response = strict.post(f"/plays/{play.token}/guess/", guess, **foreign)
    assert response.status_code == 403
    assert "Send again" not in response.content.decode()


def test_a_password_is_never_shown_again(client):
    strict = Client(enforce_csrf_checks=True)
    response = strict.post("/admin/login/", {"username": "r", "password": "hunter2"})
    assert response.status_code == 403
    assert "hunter2" not in response.content.decode()
