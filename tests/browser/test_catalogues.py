"""A researcher looks through the stored catalogues in a real browser."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_campaign import sign_in
from tests.lab import Lab

pytestmark = pytest.mark.browser
PATHS = (
    "",
    "{version}/",
    "{version}/objects/",
    "{version}/objects/?q=nothing",
    "{version}/objects/{key}/",
    "none-1/",
)


def version_of(page: Page, lab: Lab) -> str:
    """The version of the catalogue that the lab holds, from its list."""
    page.goto(f"{lab.address}/catalogues/")
    return page.locator("tbody small").first.inner_text()


def addresses_of(page: Page, lab: Lab) -> list[str]:
    version = version_of(page, lab)
    page.goto(f"{lab.address}/catalogues/{version}/objects/")
    key = str(page.locator("tbody a").first.get_attribute("href")).split("/")[-2]
    return [f"{lab.address}/catalogues/{path.format(version=version, key=key)}" for path in PATHS]


def test_from_the_list_to_an_object_s_labels(page: Page, lab: Lab):
    sign_in(page, lab)
    page.get_by_role("link", name="Catalogues").click()
    page.locator("tbody").get_by_role("link").first.click()
    expect(page.get_by_text("labels by models").first).to_be_visible()
    page.get_by_role("link", name="Look through the objects").click()
    page.locator("tbody").get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Can be done")).to_be_visible()


def test_an_affordance_leads_to_its_objects_and_back_to_all(page: Page, lab: Lab):
    sign_in(page, lab)
    page.goto(f"{lab.address}/catalogues/{version_of(page, lab)}/")
    page.get_by_role("group", name="Balance").get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Objects with")).to_be_visible()
    page.get_by_role("link", name="Show all objects").click()
    expect(page.get_by_role("heading", name="Objects", exact=True)).to_be_visible()


def test_on_a_phone_a_row_of_the_balance_is_read_across_the_page(browser: Browser, lab: Lab):
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    sign_in(page, lab)
    page.goto(f"{lab.address}/catalogues/{version_of(page, lab)}/")
    row = page.get_by_role("group", name="Balance").locator("tbody tr").first
    # The page without its two margins of 16 px; a definition takes at most three lines.
    assert row.locator("th").evaluate("cell => cell.clientWidth") == 390 - 2 * 16
    assert row.evaluate("row => row.clientHeight") <= 140
    context.close()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_accessible(browser: Browser, lab: Lab, width: int, scheme: str):
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    sign_in(page, lab)
    for address in addresses_of(page, lab):
        page.goto(address)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    context.close()


def test_nothing_is_wider_than_a_small_phone(browser: Browser, lab: Lab):
    context = browser.new_context(viewport={"width": 320, "height": 700})
    page = context.new_page()
    sign_in(page, lab)
    for address in addresses_of(page, lab):
        page.goto(address)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 320, f"{address} is {width} px wide"
    context.close()
