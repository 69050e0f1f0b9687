"""A researcher builds a catalogue in a real browser, with JavaScript and without."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import LOOKS, violations
from tests.browser.test_campaign import sign_in
from tests.drafts import VOCABULARY_FILE
from tests.lab import Lab

pytestmark = pytest.mark.browser
WAIT = """
from annotation.models import DraftObject
from annotation.services import enrich
for row in DraftObject.objects.filter(draft__slug="{slug}", stage="kept"):
    enrich.ask_for(row.draft_id)
"""
DRAFTED = """
from django.utils import timezone
from annotation.models import DraftObject
from annotation.services import enrich
from tests.drafts import Model
rows = DraftObject.objects.filter(draft__slug="{slug}", enrichment="waiting")
enrich.enrich([row.pk for row in rows], Model(), clock=timezone.now)
"""


def rows(lab: Lab, code: str, slug: str) -> None:
    lab.shell(code.replace("{slug}", slug))


def upload(page: Page, button: str, data: bytes) -> None:
    file = {"name": "mine.txt", "mimeType": "text/plain", "buffer": data}
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("status")).to_be_visible()


def begin(page: Page, lab: Lab, title: str) -> str:
    """Make a draft with candidates and a vocabulary; return its address."""
    sign_in(page, lab)
    page.goto(f"{lab.address}/workshop/new/")
    page.get_by_label("Title").fill(title)
    page.get_by_role("button", name="Make the draft").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    address = page.url
    page.goto(f"{address}candidates/")
    upload(
        page, "Collect", b"tea towel\nkettle\nan abbey of a name that is rather long for a row\n"
    )
    page.get_by_label("Affordances").check()
    upload(page, "Collect", b"hold water\n")
    page.goto(f"{address}vocabulary/")
    upload(page, "Take this vocabulary", VOCABULARY_FILE)
    return address


def every_page(page: Page, lab: Lab) -> Iterator[str]:
    """The name of each state of each page, with the page standing in it."""
    title = f"Dusk {page.evaluate('Date.now()')}"
    address = begin(page, lab, title)
    yield "an upload"
    page.goto(f"{lab.address}/workshop/new/")
    page.get_by_role("button", name="Make the draft").click()
    yield "a form with errors"
    page.goto(f"{address}objects/")
    page.get_by_role("button", name="Keep tea towel").click()
    page.get_by_role("button", name="Drop kettle").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "a kept row and a broken rule"
    page.goto(f"{address}affordances/")
    page.get_by_role("button", name="Keep hold water").click()
    page.get_by_role("link", name="hold water").click()
    yield "a definition"
    yield from enriching(page, lab, address)
    for path in ("", "candidates/", "objects/?q=nothing"):
        page.goto(f"{address}{path}")
        yield f"the page {path}"
    page.goto(f"{lab.address}/workshop/")
    yield "the list"


def enriching(page: Page, lab: Lab, address: str) -> Iterator[str]:
    slug = address.split("/")[-2]
    rows(lab, WAIT, slug)
    page.goto(address)
    yield "a draft with a sheet on its way"
    page.goto(f"{address}folder.zip")
    yield "what is missing"
    rows(lab, DRAFTED, slug)
    page.goto(f"{address}objects/tea_towel/")
    page.get_by_label("Properties").fill("material: gold")
    page.get_by_role("button", name="Store").click()
    expect(page.get_by_text("gold is no material")).to_be_visible()
    yield "a sheet with an error"


@LOOKS
def test_axe_finds_nothing(browser: Browser, lab: Lab, scheme: str, width: int):
    viewport = {"width": width, "height": 900}
    context = browser.new_context(color_scheme=scheme, viewport=viewport, bypass_csp=True)
    page = context.new_page()
    found = {name: each for name in every_page(page, lab) if (each := violations(page))}
    context.close()
    assert found == {}


def test_nothing_is_cut_off_at_320_pixels_and_targets_are_large_enough(browser: Browser, lab: Lab):
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    found = {}
    for name in every_page(page, lab):
        wide = page.evaluate("document.documentElement.scrollWidth")
        small = page.evaluate(
            """[...document.querySelectorAll("main :is(a, button, input, select, summary)")]
            .filter(e => e.type !== "hidden")
            .map(e => [e.textContent.trim() || e.name, e.getBoundingClientRect()])
            .filter(([, box]) => box.width && Math.min(box.width, box.height) < 23.5)
            .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""
        )
        if wide > 320 or small:
            found[name] = (wide, small)
    context.close()
    assert found == {}


def test_a_row_is_decided_where_it_stands_and_keeps_the_focus(page: Page, lab: Lab):
    address = begin(page, lab, "Noon")
    page.goto(f"{address}objects/?q=tea")
    row = page.locator("#c-tea_towel")
    page.get_by_label("Note on tea towel").fill("wet")
    # Enter in the note drops, as the button beside it does, and never keeps.
    page.keyboard.press("Enter")
    expect(row.get_by_role("alert")).to_have_text("Choose why it is dropped first.")
    expect(page.get_by_label("Why tea towel is dropped")).to_be_focused()
    expect(page.get_by_label("Note on tea towel")).to_have_value("wet")
    page.get_by_label("Why tea towel is dropped").select_option("duplicate")
    row.get_by_role("button", name="Drop").click()
    expect(row).to_contain_text("same as another: wet")
    expect(row.get_by_role("button", name=re.compile("^Take back"))).to_be_focused()
    row.get_by_role("button", name=re.compile("^Take back")).click()
    expect(row.get_by_role("button", name="Keep tea towel")).to_be_focused()
    assert page.url == f"{address}objects/?q=tea"


def test_the_progress_follows_by_itself(page: Page, lab: Lab):
    address = begin(page, lab, "Dawn of things")
    page.goto(f"{address}objects/")
    page.get_by_role("button", name="Keep tea towel").click()
    expect(page.get_by_text("no sheet yet")).to_be_visible()
    rows(lab, WAIT, "dawn-of-things")
    page.goto(address)
    expect(page.get_by_text("1 sheet is being drafted")).to_be_visible()
    rows(lab, DRAFTED, "dawn-of-things")
    expect(page.get_by_text("1 of 1 kept objects have a sheet")).to_be_visible(timeout=10_000)
    expect(page.get_by_text("being drafted")).to_have_count(0)


def test_a_catalogue_is_built_without_javascript(browser: Browser, lab: Lab):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    address = begin(page, lab, "Night")
    page.goto(f"{address}objects/?q=e")
    page.get_by_role("button", name="Keep kettle").click()
    expect(page.locator("#c-kettle")).to_contain_text("kept")
    assert page.url == f"{address}objects/?q=e#c-kettle"
    page.goto(f"{address}affordances/")
    page.get_by_role("button", name="Keep hold water").click()
    page.get_by_role("link", name="hold water").click()
    page.get_by_label("Definition").fill("It holds a cup of water.")
    page.get_by_label("Conditions").fill("hollow, tight")
    page.get_by_label("Number of properties").fill("2")
    page.get_by_role("button", name="Store the definition").click()
    page.goto(f"{address}objects/kettle/")
    page.get_by_label("Description").fill("A can of steel. It is stiff. It is dry. It is new.")
    page.get_by_label("Properties").fill("material: steel\nshape: round")
    for label in ("Length in cm", "Width in cm", "Height in cm", "Mass in g"):
        page.get_by_label(label).fill("20 to 22")
    page.get_by_role("button", name="Store the sheet").click()
    expect(page.get_by_text("Revision 1: stored by researcher")).to_be_visible()
    page.goto(address)
    with page.expect_download() as loaded:
        page.get_by_role("link", name="Download the folder").click()
    assert loaded.value.suggested_filename == "night.zip"
    context.close()
