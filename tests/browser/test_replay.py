"""Stepping through a replay: by keys, by the slider, and without scripts."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import trips
from tests.browser.conftest import RESEARCHER_PASSWORD
from tests.lab import Lab

pytestmark = pytest.mark.browser


@pytest.fixture
def replay(page: Page, lab: Lab) -> str:
    """The address of a free play's replay, with its researcher signed in on the page."""
    trips.start_game(page, lab)
    trips.ask(page, "Is it made of metal?")
    trips.ask(page, "Is it longer than a hand?")
    token = re.search(r"/plays/([0-9a-f-]+)/", page.url)[1]
    sign_in(page, lab)
    number = lab.rows(f"Play.objects.get(token='{token}').pk")
    return f"{lab.address}/runs/replay/{number}/"


def sign_in(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.address}/admin/login/?next=/leaderboard/")
    page.get_by_label("Username").fill("researcher")
    page.get_by_label("Password").fill(RESEARCHER_PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Leaderboard")).to_be_visible()


def stands_at(page: Page, turn: int) -> None:
    expect(page.get_by_role("heading", name=f"Beliefs after turn {turn}")).to_be_visible()


def test_arrow_keys_step_and_the_address_follows(page: Page, replay: str):
    page.goto(f"{replay}?turn=1")
    stands_at(page, 1)
    page.keyboard.press("ArrowRight")
    stands_at(page, 2)
    expect(page).to_have_url(re.compile("turn=2"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    stands_at(page, 0)
    page.reload()
    stands_at(page, 0)


def test_the_slider_goes_to_any_turn_and_keeps_the_focus(page: Page, replay: str):
    page.goto(f"{replay}?turn=0")
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    stands_at(page, 2)
    expect(page.get_by_role("slider")).to_be_focused()


def test_without_scripts_links_step(browser: Browser, page: Page, lab: Lab, replay: str):
    context = browser.new_context(
        java_script_enabled=False, storage_state=page.context.storage_state()
    )
    plain = context.new_page()
    plain.goto(f"{replay}?turn=0")
    plain.get_by_role("link", name="Next turn").click()
    stands_at(plain, 1)
    plain.get_by_role("link", name="2", exact=True).click()
    stands_at(plain, 2)
    context.close()
