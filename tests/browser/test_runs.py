"""Runs in a browser: launched from the form, followed to the end, by everybody and on a phone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import RESEARCHER_PASSWORD
from tests.lab import Lab

pytestmark = pytest.mark.browser


def sign_in(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.address}/admin/login/?next=/runs/")
    page.get_by_label("Username").fill("researcher")
    page.get_by_label("Password").fill(RESEARCHER_PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{lab.address}/runs/")


def launch(page: Page, lab: Lab, title: str) -> None:
    page.goto(f"{lab.address}/runs/new/")
    page.get_by_role("link", name="Noisy greedy").click()
    page.get_by_label("Title").fill(title)
    page.get_by_role("button", name="Launch").click()
    expect(page.locator("h1")).to_have_text(title)


def every_page(page: Page, lab: Lab) -> Iterator[str]:
    """The name of each page of runs, with the page standing on it."""
    yield "list"
    page.goto(f"{lab.address}/runs/new/")
    yield "what plays"
    page.get_by_role("link", name="A model at a server").click()
    yield "form"
    page.get_by_role("button", name="Launch").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was launched.")
    yield "what is wrong"
    page.goto(f"{lab.address}/runs/new/toml/")
    yield "spec"
    launch(page, lab, "Walked")
    expect(page.locator("#sentence")).to_contain_text("Complete", timeout=60_000)
    address = page.url
    yield "run"
    for part in ("games/", "card/", "cancel/"):
        page.goto(f"{address}{part}")
        yield part


def test_a_run_is_followed_to_its_end_without_loading_the_page_again(page: Page, lab: Lab):
    sign_in(page, lab)
    launch(page, lab, "Followed")
    page.evaluate("window.first = true")
    expect(page.locator("#sentence")).to_contain_text(re.compile("Complete: "), timeout=60_000)
    assert page.evaluate("window.first")
    expect(page.locator("#_run_progress")).not_to_have_attribute("hx-trigger", re.compile("."))
    expect(page.locator("#pause")).to_have_count(0)


def test_a_run_is_launched_and_cancelled_without_javascript(browser: Browser, lab: Lab):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, lab)
    page.goto(f"{lab.address}/runs/new/?start=model")
    page.get_by_label("Title").fill("No server")
    page.get_by_label("Address of the server").fill("http://127.0.0.1:9/v1")
    page.get_by_label("Name of the model").fill("nothing")
    page.get_by_role("button", name="Launch").click()
    expect(page.locator("h1")).to_have_text("No server")
    page.get_by_role("link", name="Cancel").click()
    page.get_by_role("button", name="Yes, cancel it").click()
    expect(page.locator("#sentence")).to_contain_text("Cancelled")
    context.close()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing(browser: Browser, lab: Lab, scheme: str, width: int):
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True
    )
    page = context.new_page()
    sign_in(page, lab)
    found = {name: violations(page) for name in every_page(page, lab)}
    context.close()
    assert {name: each for name, each in found.items() if each} == {}


def test_nothing_is_cut_off_at_320_pixels(browser: Browser, lab: Lab):
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    sign_in(page, lab)
    wide = {
        name: page.evaluate("document.documentElement.scrollWidth")
        for name in every_page(page, lab)
    }
    context.close()
    assert {name: width for name, width in wide.items() if width > 320} == {}
