"""What a player sees and can do while an answer is on its way, and when the line is cut."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import trips
from tests.browser.test_whole_game import look_again_until_answered
from tests.lab import Lab

pytestmark = pytest.mark.browser
POLLS = "**/board/**"
ASK = "Ask one yes/no question about it"


@contextmanager
def waiting(page: Page, lab: Lab) -> Iterator[None]:
    """A game whose page does not learn of its first answer inside the block."""
    trips.start_game(page, lab)
    page.route(POLLS, lambda route: route.fulfill(status=204))
    page.get_by_label(ASK).fill("Is it hollow?")
    page.get_by_label(ASK).press("Enter")
    expect(page.locator(".row.waiting")).to_have_count(1)
    yield
    page.unroute(POLLS)


def test_the_seconds_are_counted_and_not_announced(page: Page, lab: Lab):
    with waiting(page, lab):
        expect(page.locator(".waited")).to_be_hidden()
        said = page.locator("#announcer").inner_text()
        expect(page.locator(".waited")).to_have_text("3 s", timeout=6_000)
        assert page.locator("#announcer").inner_text() == said


def test_the_link_to_look_again_says_why_it_is_there(page: Page, lab: Lab):
    with waiting(page, lab):
        link = page.locator(".row.waiting noscript").inner_html()
    assert "#ask" in link and "This page does not refresh by itself." in link


def test_a_guess_says_at_once_that_it_has_to_wait(page: Page, lab: Lab):
    pending = page.get_by_text("The guess has to wait for it.")
    with waiting(page, lab):
        page.get_by_role("link", name="Make the final guess").click()
        expect(pending).to_be_visible()
        expect(page.get_by_role("button", name="Review this guess")).to_be_enabled()
    expect(page.locator(".row.waiting")).to_have_count(0, timeout=20_000)
    expect(pending).to_be_hidden()


def test_a_cut_line_is_told_while_waiting_and_mended_by_itself(page: Page, lab: Lab):
    with waiting(page, lab):
        page.unroute(POLLS)
        page.route(POLLS, lambda route: route.abort())
        expect(page.locator("#cut")).to_contain_text("goes on looking for the answer")
        expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator(".row.waiting")).to_have_count(0, timeout=20_000)
    expect(page.locator("#cut")).to_be_hidden()


def test_without_javascript_looking_again_leads_to_the_newest_row(browser: Browser, lab: Lab):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    trips.start_game(page, lab)
    page.get_by_label(ASK).fill("Is it hollow?")
    page.get_by_role("button", name="Ask", exact=True).click()
    look_again_until_answered(page)
    expect(page).to_have_url(re.compile("#ask$"))
    expect(page.locator(".row").last).to_be_in_viewport(ratio=1)
    expect(page.get_by_label(ASK)).to_be_in_viewport(ratio=1)
    context.close()


def test_on_a_phone_the_field_stays_in_sight_and_covers_nothing(browser: Browser, lab: Lab):
    context = browser.new_context(viewport={"width": 390, "height": 700})
    page = context.new_page()
    trips.start_game(page, lab)
    for number in range(1, 6):
        trips.ask(page, f"Is it longer than {number} cm?")
        expect(page.locator(".row").last).to_be_in_viewport(ratio=1)
        expect(page.get_by_label(ASK)).to_be_in_viewport(ratio=1)
        expect(page.locator("#ask").get_by_text(f"{20 - number} left")).to_be_in_viewport(ratio=1)
    assert page.locator("#ask").evaluate("e => getComputedStyle(e).position") == "static"
    context.close()
