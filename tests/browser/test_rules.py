"""Rules in a browser: a set is imported, a rule edited until it is one, also on a phone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from config.settings import BASE_DIR
from tests.browser.axe import violations
from tests.browser.conftest import RESEARCHER_PASSWORD
from tests.lab import Lab

pytestmark = pytest.mark.browser
BY_HAND = BASE_DIR / "evaluation" / "rules" / "by_hand.jsonl"


def sign_in(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.address}/admin/login/?next=/rules/")
    page.get_by_label("Username").fill("researcher")
    page.get_by_label("Password").fill(RESEARCHER_PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{lab.address}/rules/")


def imported(page: Page, lab: Lab) -> None:
    sign_in(page, lab)
    page.get_by_role("link", name="Import a set").click()
    page.get_by_label("File").set_input_files(BY_HAND)
    page.get_by_role("button", name="Import").click()
    expect(page.locator("h1")).to_have_text("by_hand/1")


def every_page(page: Page, lab: Lab) -> Iterator[str]:
    """The name of each page of rules, with the page standing on it."""
    imported(page, lab)
    yield "set"
    page.goto(f"{lab.address}/rules/")
    yield "list"
    page.goto(f"{lab.address}/rules/by_hand/1/rules/pierce_through/")
    yield "rule"
    page.get_by_role("link", name="Edit this rule").click()
    page.get_by_role("button", name="Store as a new version").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was stored.")
    yield "what is wrong"


def test_a_rule_is_edited_until_it_is_one(page: Page, lab: Lab):
    imported(page, lab)
    page.get_by_role("link", name="Next").click()
    page.get_by_role("link", name="pierce through").click()
    page.get_by_role("link", name="Edit this rule").click()
    page.get_by_label("The rule").fill("PART(object, tip) AND SHAPE(tip pointed)")
    page.get_by_label("Labels that you have seen").select_option("none")
    page.get_by_role("button", name="Store as a new version").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 1, column 33")
    expect(page.get_by_label("The rule")).to_have_value("PART(object, tip) AND SHAPE(tip pointed)")
    page.get_by_label("The rule").fill("PART(object, tip) AND SHAPE(tip, pointed)")
    page.get_by_role("button", name="Store as a new version").click()
    expect(page).to_have_url(re.compile("/rules/by_hand/[0-9]+/rules/pierce_through/"))
    expect(page.locator("main")).to_contain_text("Possible where its tip is pointed.")


def test_pages_of_rules_are_for_everybody_and_fit_a_phone(browser: Browser, lab: Lab):
    context = browser.new_context(viewport={"width": 320, "height": 700}, color_scheme="dark")
    page = context.new_page()
    for name in every_page(page, lab):
        assert violations(page) == [], name
        wider = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert not wider, name
    context.close()
