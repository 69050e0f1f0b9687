"""A researcher looks through the stored catalogues in a real browser."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_campaign import sign_in
from tests.lab import Lab

pytestmark = pytest.mark.browser
PATHS = ("", "{version}/", "{version}/objects/", "{version}/objects/?q=nothing")


def version_of(page: Page, lab: Lab) -> str:
    """The version of the catalogue that the lab holds, from its list."""
    page.goto(f"{lab.address}/catalogues/")
    return page.locator("tbody small").first.inner_text()


def test_from_the_list_to_an_object_s_labels(page: Page, lab: Lab):
    sign_in(page, lab)
    page.get_by_role("link", name="Catalogues").click()
    page.locator("tbody").get_by_role("link").first.click()
    expect(page.get_by_text("not yet confirmed by people").first).to_be_visible()
    page.get_by_role("link", name="Look through the objects").click()
    page.locator("dl.entries").get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Labels")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_accessible(browser: Browser, lab: Lab, width: int, scheme: str):
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    sign_in(page, lab)
    version = version_of(page, lab)
    for path in PATHS:
        page.goto(f"{lab.address}/catalogues/{path.format(version=version)}")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    context.close()


def test_nothing_is_wider_than_a_small_phone(browser: Browser, lab: Lab):
    context = browser.new_context(viewport={"width": 320, "height": 700})
    page = context.new_page()
    sign_in(page, lab)
    version = version_of(page, lab)
    for path in PATHS:
        page.goto(f"{lab.address}/catalogues/{path.format(version=version)}")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 320, f"{path} is {width} px wide"
    context.close()
