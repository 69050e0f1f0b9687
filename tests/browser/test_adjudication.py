"""An adjudicator decides in a real browser, by the keyboard alone, and on a narrow phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import RESEARCHER_PASSWORD
from tests.lab import Lab

pytestmark = pytest.mark.browser
MAKE = """
from annotation.models import Study
from annotation.services import consensus
from tests import judging_units, studies
study = studies.study(units=2, slug="{slug}")
study.kind = "{kind}"
study.save()
study.units.update(snapshot=judging_units.SNAPSHOTS["{kind}"])
for name, answer in {answers}.items():
    rater = studies.rater(study, name)
    for unit in study.units.all():
        studies.judged(unit, rater, answer=answer)
consensus.count(study, now=studies.NOW)
"""
DECIDED = (
    "from annotation.models import Consensus; "
    "rows = Consensus.objects.filter(unit__study__slug='{slug}', source='adjudicated'); "
    "print(list(rows.order_by('pk').values_list('value', 'reason')))"
)


@pytest.fixture
def desk(lab: Lab, page: Page) -> Page:
    """A researcher's browser that is signed in."""
    page.goto(f"{lab.address}/admin/login/")
    page.fill("#id_username", "researcher")
    page.fill("#id_password", RESEARCHER_PASSWORD)
    page.press("#id_password", "Enter")
    page.wait_for_load_state()
    return page


def tied(lab: Lab, slug: str, kind: str = "object_affordance", answers=None) -> str:
    """The address of the queue of a study with two units that raters left open."""
    given = answers or {"a": {"label": "yes"}, "b": {"label": "no"}}
    lab.shell(MAKE.format(slug=slug, kind=kind, answers=repr(given)))
    return f"{lab.address}/annotations/{slug}/1/adjudication/"


def decided(lab: Lab, slug: str) -> str:
    return lab.shell(DECIDED.format(slug=slug)).strip()


def decide(page: Page, key: str, reason: str) -> None:
    page.wait_for_load_state()  # Words are seen before the page's keys listen.
    page.keyboard.press(key)
    expect(page.locator("#reason")).to_be_focused()
    page.keyboard.type(reason)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def test_two_units_are_decided_by_keys_alone_and_the_queue_is_empty(lab, desk):
    queue = tied(lab, "keys")
    desk.goto(queue)
    desk.get_by_role("link", name="Begin with the first").press("Enter")
    expect(desk.get_by_text("(u0); 2 of 3 judgements")).to_be_visible()
    decide(desk, "y", "It says so.")
    expect(desk.get_by_text("(u1); 2 of 3 judgements")).to_be_visible()
    expect(desk.locator(".unit h1")).to_be_focused()
    decide(desk, "n", "n and y are typed here.")
    expect(desk.get_by_text("No unit is in this list.")).to_be_visible()
    assert decided(lab, "keys") == str([("yes", "It says so."), ("no", "n and y are typed here.")])


def test_keys_can_be_switched_off(lab, desk):
    desk.goto(tied(lab, "off"))
    desk.get_by_role("link", name="Begin with the first").click()
    desk.get_by_role("button", name="Switch the keys off").click()
    desk.locator("body").press("y")
    expect(desk.locator("#decision input:checked")).to_have_count(0)
    desk.reload()
    expect(desk.get_by_role("button", name="Switch the keys on")).to_be_visible()


@pytest.mark.parametrize("path", ["", "first"])
def test_the_pages_are_accessible_and_fit_a_narrow_phone(lab, desk, path):
    desk.set_viewport_size({"width": 320, "height": 700})
    desk.goto(tied(lab, f"narrow-{path or 'queue'}"))
    if path:
        desk.get_by_role("link", name="Begin with the first").click()
        desk.wait_for_load_state()
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(desk)
    assert found.violations_count == 0, found.generate_report()


def test_without_javascript_a_unit_is_decided_and_the_next_is_shown(lab, browser, desk):
    queue = tied(lab, "plain")
    state = desk.context.storage_state()
    context = browser.new_context(java_script_enabled=False, storage_state=state)
    page = context.new_page()
    page.goto(queue)
    page.click("text=Begin with the first")
    page.check("input[value=yes]")
    page.fill("#reason", "It says so.")
    page.click("text=Decide, and on to the next")
    expect(page.get_by_text("(u1); 2 of 3 judgements")).to_be_visible()
    context.close()
