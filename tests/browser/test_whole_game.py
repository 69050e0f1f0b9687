"""A whole game in Chromium: won, lost, resumed, without JavaScript, by keyboard alone."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import trips
from tests.lab import Lab

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("win", [True, False])
@pytest.mark.parametrize("javascript", [True, False])
def test_a_whole_game(browser: Browser, lab: Lab, win: bool, javascript: bool):
    context = browser.new_context(java_script_enabled=javascript)
    if not javascript:
        # Without JavaScript a waiting row is looked at again by its link.
        context.set_default_timeout(20_000)
        play_without_javascript(context.new_page(), lab, win=win)
    else:
        trips.play_a_whole_game(context, lab, win=win)
    context.close()


def play_without_javascript(page: Page, lab: Lab, *, win: bool) -> None:
    trips.start_game(page, lab)
    _, target, candidates = trips.secret_of(page, lab)
    page.get_by_label("Ask one yes/no question about it").fill("Is it made of metal?")
    page.get_by_role("button", name="Ask", exact=True).click()
    look_again_until_answered(page)
    wrong = next(words for words in candidates if words != target)
    page.get_by_role("button", name=f"Cross out {wrong}", exact=True).click()
    expect(page.get_by_role("button", name=f"Restore {wrong}", exact=True)).to_be_visible()
    trips.guess(page, target if win else wrong)
    expect(page.locator("h1")).to_contain_text("Right" if win else "Wrong")


def look_again_until_answered(page: Page) -> None:
    """With JavaScript there is no such link, and the row changes by itself."""
    for _ in range(60):
        if not page.get_by_role("link", name="Look again").count():
            break
        page.wait_for_timeout(250)
        page.get_by_role("link", name="Look again").click()
    expect(page.locator(".row.waiting")).to_have_count(0, timeout=20_000)


def test_a_closed_browser_finds_its_game_again(browser: Browser, lab: Lab):
    context = browser.new_context()
    page = context.new_page()
    trips.start_game(page, lab)
    trips.ask(page, "Is it hollow?")
    kept = context.storage_state()
    context.close()
    later = browser.new_context(storage_state=kept).new_page()
    later.goto(lab.address)
    later.get_by_role("link", name="Go on with your game").click()
    expect(later.locator(".row .q")).to_have_text("Is it hollow?")
    later.context.close()


def test_a_draft_typed_while_waiting_survives_the_answer(page: Page, lab: Lab):
    trips.start_game(page, lab)
    field = page.get_by_label("Ask one yes/no question about it")
    field.fill("Is it hollow?")
    field.press("Enter")
    expect(page.locator(".row .q")).to_have_text("Is it hollow?")
    field.type("Is it lo")
    expect(page.locator(".row.waiting")).to_have_count(0, timeout=20_000)
    expect(field).to_have_value("Is it lo")
    expect(field).to_be_focused()


def test_a_double_click_asks_once(page: Page, lab: Lab):
    trips.start_game(page, lab)
    page.get_by_label("Ask one yes/no question about it").fill("Is it hollow?")
    page.get_by_role("button", name="Ask", exact=True).dblclick()
    expect(page.locator(".row.waiting")).to_have_count(0, timeout=20_000)
    expect(page.locator(".row")).to_have_count(1)


def test_two_tabs_of_one_game_agree(page: Page, lab: Lab):
    trips.start_game(page, lab)
    other = page.context.new_page()
    other.goto(page.url)
    trips.ask(page, "Is it hollow?")
    field = other.get_by_label("Ask one yes/no question about it")
    field.fill("Is it flat?")
    field.press("Enter")
    expect(other.locator("#_board")).to_contain_text("This page was older than your game")
    expect(other.locator(".row .q")).to_have_text("Is it hollow?")
    expect(field).to_have_value("Is it flat?")


def test_back_and_forward_after_the_end_show_the_end(page: Page, lab: Lab):
    trips.start_game(page, lab)
    _, target, _ = trips.secret_of(page, lab)
    trips.guess(page, target)
    expect(page.locator("h1")).to_contain_text("Right")
    page.go_back()
    page.go_forward()
    expect(page.locator("h1")).to_contain_text("Right")


def test_a_lost_connection_loses_nothing(page: Page, lab: Lab):
    trips.start_game(page, lab)
    page.context.set_offline(True)
    field = page.get_by_label("Ask one yes/no question about it")
    field.fill("Is it hollow?")
    field.press("Enter")
    expect(page.locator("#trouble")).to_be_visible()
    expect(field).to_have_value("Is it hollow?")
    page.context.set_offline(False)
    field.press("Enter")
    expect(page.locator(".row .q")).to_have_text("Is it hollow?")


def test_a_doubt_is_noted(page: Page, lab: Lab):
    trips.start_game(page, lab)
    trips.ask(page, "Is it made of metal?")
    page.get_by_role("button", name="I doubt this answer").click()
    expect(page.get_by_text("Doubt noted")).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False])
def test_an_answer_can_be_doubted_after_the_end(browser: Browser, lab: Lab, javascript: bool):
    context = browser.new_context(java_script_enabled=javascript)
    context.set_default_timeout(20_000)
    page = context.new_page()
    trips.start_game(page, lab)
    page.get_by_label("Ask one yes/no question about it").fill("Is it made of metal?")
    page.get_by_role("button", name="Ask", exact=True).click()
    look_again_until_answered(page)
    trips.guess(page, trips.secret_of(page, lab)[1])
    page.get_by_role("button", name="I doubt this answer").click()
    expect(page).to_have_url(re.compile("#_row-1-1$"))
    expect(page.locator("#_row-1-1")).to_contain_text("Doubt noted")
    context.close()
