"""What a rater said and the server does not have: sent offline, lost on its way, a draft."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.judging_desk import DRAFTS, PHONE

pytestmark = pytest.mark.browser
ONLINE = "dispatchEvent(new Event('online'))"  # what a browser says once the network is back


def test_an_answer_given_offline_is_stored_once_when_the_network_is_back(desk):
    at = desk()
    page = at.begin()
    at.context.set_offline(True)
    at.press("y")
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    at.sees("u0")
    at.press("n")  # what is on its way is not changed by another press
    at.context.set_offline(False)
    at.sees("u1")
    expect(page.get_by_text("Not sent yet.")).to_be_hidden()
    assert at.stored() == [("u0", {"label": "yes"}, "", "", 1)]


@pytest.mark.parametrize(
    ("kind", "tapped", "said"),
    [
        ("object_affordance", "No", ({"label": "no"}, "")),
        ("object_utility", "I do not understand it", ({}, "unclear")),
    ],
)
def test_what_is_tapped_offline_is_what_is_stored(desk, kind, tapped, said):
    at = desk(kind, units=2, options=PHONE)
    page = at.begin()
    skip = page.locator("#skip > summary")
    at.settle()
    if said[1]:
        skip.tap()
    at.context.set_offline(True)
    page.get_by_role("button", name=tapped).tap()
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    page.wait_for_timeout(5500)  # a try in vain
    at.context.set_offline(False)
    expect(page.get_by_text("Not sent yet.")).to_be_hidden(timeout=15_000)
    assert page.get_by_text("Choose one.").count() == 0
    assert [row[1:3] for row in at.stored()] == [said]


def test_a_change_tapped_offline_is_stored(desk):
    at = desk(units=2, options=PHONE)
    page = at.begin()
    at.answer("Yes").tap()
    at.sees("u1")
    at.settle()
    page.get_by_role("link", name="Go back").tap()
    at.sees("u0")
    at.context.set_offline(True)
    at.answer("No").tap()
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    at.context.set_offline(False)
    at.sees("u1")
    assert at.stored() == [("u0", {"label": "no"}, "", "", 2)]


def test_what_was_tapped_offline_is_offered_after_a_reload(desk):
    at = desk(options=PHONE)
    page = at.begin()
    page.route("**/judge/", lambda route: route.abort())
    at.answer("No").tap()
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    page.unroute("**/judge/")
    page.reload()
    expect(page.get_by_text("You chose “No”; it was not stored yet.")).to_be_visible()
    expect(page.get_by_role("button", name="No", pressed=True)).to_be_visible()
    page.get_by_role("button", name="Send it").tap()
    at.sees("u1")
    assert at.stored() == [("u0", {"label": "no"}, "", "", 1)]


def test_an_answer_on_its_way_is_not_changed_by_another_tap(desk):
    at = desk(options=PHONE)
    page = at.begin()
    page.route("**/judge/", lambda route: (page.wait_for_timeout(800), route.abort()), times=1)
    at.answer("No").tap()
    page.get_by_role("button", name="Yes").tap(force=True)
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    page.get_by_role("button", name="Yes").tap(force=True)
    page.evaluate(ONLINE)
    at.sees("u1")
    assert at.stored() == [("u0", {"label": "no"}, "", "", 1)]


def test_an_answer_whose_response_is_lost_is_stored_once(desk):
    at = desk()
    page = at.begin()
    sent = []

    def lose(route):
        sent.append(route.request)
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/judge/", lose)
    at.press("y")
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    expect(page.get_by_text("This is u1.")).to_be_visible(timeout=15_000)
    assert len(sent) == 2
    assert at.stored() == [("u0", {"label": "yes"}, "", "", 1)]


def test_a_server_error_is_tried_again(desk):
    at = desk()
    page = at.begin()
    page.route("**/judge/", lambda route: route.fulfill(status=503), times=1)
    at.press("n")
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    page.evaluate(ONLINE)
    at.sees("u1")
    assert at.stored() == [("u0", {"label": "no"}, "", "", 1)]


def test_a_page_older_than_the_last_sign_in_says_what_was_not_stored(desk):
    at = desk()
    page = at.begin()
    other = at.context.new_page()
    other.goto(at.address)
    at.press("y")
    at.sees("u1")
    token = other.locator("#judging [name=csrfmiddlewaretoken]")
    token.evaluate("each => each.value = 'x'.repeat(64)")
    other.keyboard.press("n")
    expect(other.get_by_role("alert")).to_contain_text("“No” to “quomb” was not stored")
    expect(other.get_by_text("This is u1.")).to_be_visible()
    assert len(at.stored()) == 1
    page.close()


def test_an_unfinished_answer_is_there_after_a_reload_and_gone_once_stored(desk):
    at = desk("affordance_definition")
    page = at.begin()
    at.press("2")
    page.get_by_label("The definition as it should read").fill("It keeps water.")
    page.wait_for_timeout(400)
    page.reload()
    expect(page.get_by_role("radio", name="Change")).to_be_checked()
    expect(page.get_by_label("The definition as it should read")).to_have_value("It keeps water.")
    page.get_by_label("The conditions as they should read").fill("Empty.")
    page.keyboard.press("Escape")
    at.press("Enter")
    at.sees("u1")
    assert page.evaluate(DRAFTS) == 0


def test_an_answer_of_a_session_that_ended_comes_back_after_signing_in(desk):
    at = desk()
    page = at.begin()
    at.context.clear_cookies(name="sessionid")
    at.press("y")
    path = urlsplit(at.address).path
    expect(page).to_have_url(f"{at.lab.address}/annotate/sign-in/?out=1&next={path}")
    expect(page.get_by_text("is not stored yet")).to_be_visible()
    page.locator("[name=username]").fill(at.username)
    page.locator("[name=password]").fill("quomb")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You chose “Yes”; it was not stored yet.")).to_be_visible()
    at.press("Enter")
    at.sees("u1")
    assert at.stored() == [("u0", {"label": "yes"}, "", "", 1)]


def test_drafts_leave_with_whoever_signs_out(desk):
    at = desk("affordance_definition")
    page = at.begin()
    page.get_by_label("Why?").fill("vague")
    page.wait_for_timeout(400)
    assert page.evaluate(DRAFTS) == 1
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(f"{at.lab.address}/annotate/sign-in/")
    assert page.evaluate(DRAFTS) == 0
