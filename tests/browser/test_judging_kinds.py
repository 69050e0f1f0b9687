"""Each kind is judged by keys, orders are made by buttons, and all pages are accessible."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests import judging_units
from tests.browser.axe import LOOKS, violations
from tests.browser.judging_desk import Desk

pytestmark = pytest.mark.browser
KEYS = {
    "object_filter": ["y", "n", "Enter"],
    "affordance_definition": ["1", "Enter"],
    "object_properties": ["1", "ArrowRight", "1", "Enter"],
    "object_affordance": ["y"],
    "oracle_answer": ["n"],
    "object_utility": ["1", "ArrowDown", "Space", "Enter"],
    "context_objects": ["n", "Enter"],
    "variable_values": ["2", "ArrowRight", "1", "Enter"],
    "configuration_rating": ["2", "3", "1", "Enter"],
    "material_ranking": ["2", "1", "d", "Enter"],
}
SAID = {
    "object_filter": {"discrete": "yes", "hidden_mechanism": "no"},
    "affordance_definition": {"verdict": "keep"},
    "object_properties": {"wrong": ["material:steel"], "missing": ["material:glass"]},
    "object_affordance": {"label": "yes"},
    "oracle_answer": {"answer": "no"},
    "object_utility": {"utilities": ["binding", "cutting"]},
    "context_objects": {"objects": [], "none_fits": ["none"]},
    "variable_values": {
        "temperature": ["Cold"],
        "in_use": ["free"],
        "condition": ["clean"],
    },
    "configuration_rating": {
        "material_Hemp": "moderate",
        "material_Nylon": "ideal",
        "material_Paper": "bad",
    },
    "material_ranking": {"order": ["Nylon", "Hemp"], "bad": ["Paper"]},
}


def test_each_kind_is_judged_by_keys(desk):
    at = desk("", units=1)
    for kind in judging_units.SNAPSHOTS:
        at.become(kind)
        page = at.begin()
        at.press(*KEYS[kind])
        expect(page.get_by_role("heading", level=1)).to_have_text(
            "You have judged everything that is here for you"
        )
    assert {kind: answer for kind, _, answer, *_ in at.stored_by_kind()} == SAID


def test_an_order_is_made_without_javascript(desk):
    at = desk("material_ranking", units=1, options={"java_script_enabled": False})
    page = at.page
    page.goto(at.address)
    page.get_by_role("button", name="Start").click()
    page.get_by_label("Place of Hemp").select_option("2")
    page.get_by_label("Place of Nylon").select_option("1")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert")).to_have_text("Paper is missing; it has a place or is bad.")
    expect(page.get_by_label("Place of Hemp")).to_have_value("2")
    page.get_by_label("bad: Paper").check()
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "You have judged everything that is here for you"
    )
    assert at.stored()[0][1] == {"order": ["Nylon", "Hemp"], "bad": ["Paper"]}


def test_an_order_is_made_with_buttons(desk):
    at = desk("material_ranking", units=1)
    page = at.begin()
    at.settle()
    for name in ("Hemp", "Nylon", "Paper"):
        page.get_by_role("button", name=f"{name} towards the best").click()
    page.get_by_role("button", name="Paper towards the worst").click()
    expect(page.locator("#said")).to_have_text("Paper has place 2 of 3.")
    at.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "You have judged everything that is here for you"
    )
    assert at.stored()[0][1] == {"order": ["Hemp", "Paper", "Nylon"], "bad": []}


def every_kind(at: Desk) -> Iterator[str]:
    """The page of a unit of each kind, with all that opens on it open."""
    for kind in judging_units.SNAPSHOTS:
        at.become(kind)
        page = at.begin()
        at.settle()
        page.locator("#skip > summary").click()
        page.locator("#comment > summary").click()
        yield kind


@LOOKS
def test_axe_finds_nothing(desk, width, scheme):
    viewport = {"width": width, "height": 900}
    at = desk("", options={"color_scheme": scheme, "viewport": viewport, "bypass_csp": True})
    found = {kind: each for kind in every_kind(at) if (each := violations(at.page))}
    assert found == {}


def test_nothing_is_cut_off_at_320_pixels_and_targets_are_large(desk):
    at = desk("", options={"viewport": {"width": 320, "height": 640}, "has_touch": True})
    found = {}
    for kind in every_kind(at):
        wide = at.page.evaluate("document.documentElement.scrollWidth")
        small = at.page.evaluate(
            """[...document.querySelectorAll("#_judge *")]
            .filter(e => e.matches("a.button, button, select, summary, label"))
            .filter(e => !e.matches(".more label, .entry label"))
            .map(e => [e.textContent.trim() || e.name, e.getBoundingClientRect()])
            .filter(([, box]) => box.width && box.height < 43.5)
            .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""
        )
        if wide > 320 or small:
            found[kind] = (wide, small)
    assert found == {}
