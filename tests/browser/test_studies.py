"""A researcher makes an annotation study in a real browser, with JavaScript and without."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import LOOKS, violations
from tests.browser.test_campaign import sign_in
from tests.lab import Lab

pytestmark = pytest.mark.browser
UNIT = {
    "object": "a mug of a name that is rather long for a row",
    "affordance": "float",
    "description": "A mug of stoneware, 9 cm tall.",
    "definition": "It stays at the surface.",
    "conditions": "in still water",
}


def choose(page: Page, *rows: dict) -> None:
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    file = {"name": "mine.jsonl", "mimeType": "text/plain", "buffer": data}
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Check it first").click()


def begin(page: Page, lab: Lab, title: str) -> str:
    """Make a draft from the two forms; return its address."""
    sign_in(page, lab)
    page.goto(f"{lab.address}/annotations/")
    page.get_by_role("link", name="New study").click()
    page.get_by_label("Labels of objects and affordances").check()
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Title").fill(title)
    page.get_by_label("Contact").fill("quomb@example.org")
    page.get_by_role("button", name="Make the draft").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    return page.url


def every_page(page: Page, lab: Lab) -> Iterator[str]:
    """The name of each state of each page, with the page standing in it."""
    address = begin(page, lab, f"Dusk {page.evaluate('Date.now()')}")
    yield "a draft without units"
    page.goto(f"{lab.address}/annotations/new/")
    yield "the kinds"
    page.goto(f"{lab.address}/annotations/new/?kind=object_filter")
    page.get_by_role("button", name="Make the draft").click()
    yield "a form with errors"
    page.goto(f"{address}units/")
    yield "no units yet"
    page.goto(f"{address}units/upload/")
    choose(page, {"key": "u1"}, {"key": "u2", **UNIT})
    yield "a file with an error"
    choose(page, {"key": "u1", **UNIT}, {"key": "u2", **UNIT, "gold": {"label": "no"}})
    yield "a file that was checked"
    page.get_by_role("button", name="Store the 2 new").click()
    page.get_by_role("status").get_by_role("link", name="Units").click()
    yield "units"
    page.get_by_role("row").filter(has_text="u2").get_by_role("link").click()
    yield "a unit with gold"
    for path in ("edit/", "guidelines/", "delete/", "units/catalogue/", "units/?q=nothing"):
        page.goto(f"{address}{path}")
        yield f"the page {path}"
    page.goto(address)
    page.get_by_role("button", name="Open").click()
    yield "an open study"
    page.goto(f"{lab.address}/annotations/")
    yield "the list"


@LOOKS
def test_axe_finds_nothing(browser: Browser, lab: Lab, scheme: str, width: int):
    viewport = {"width": width, "height": 900}
    context = browser.new_context(color_scheme=scheme, viewport=viewport, bypass_csp=True)
    page = context.new_page()
    found = {name: each for name in every_page(page, lab) if (each := violations(page))}
    context.close()
    assert found == {}


def test_nothing_is_cut_off_at_320_pixels(browser: Browser, lab: Lab):
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    wide = {}
    for name in every_page(page, lab):
        if (width := page.evaluate("document.documentElement.scrollWidth")) > 320:
            wide[name] = width
    context.close()
    assert wide == {}


def test_a_study_is_made_filled_and_opened_without_javascript(browser: Browser, lab: Lab):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    address = begin(page, lab, "Dawn")
    page.goto(f"{address}units/upload/")
    choose(page, {"key": "u1", **UNIT})
    page.get_by_role("button", name="Store the 1 new").click()
    page.goto(address)
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#sentence")).to_contain_text("0 of 3 judgements in; no raters yet.")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#sentence")).to_contain_text("Closed with 0 of 3 judgements in.")
    context.close()
