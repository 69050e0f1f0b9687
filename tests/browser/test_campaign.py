"""A researcher makes a campaign, opens it, watches it, and looks a code up, in a real browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import LOOKS, violations
from tests.browser.conftest import RESEARCHER_PASSWORD
from tests.lab import Lab

pytestmark = pytest.mark.browser
JOIN = """
import random, uuid
from django.utils import timezone
from games.models import Campaign, StoredAnswer, Turn
from games.services import journeys, plays, seats
row = Campaign.objects.get(slug="{slug}")
came = seats.Arrival(key=uuid.uuid4(), language="en", external_id=uuid.uuid4().hex)
now, rng = timezone.now(), random.Random()
player = seats.join(row.pk, came, now=now, rng=rng)
play = journeys.start_next(player, now=now, rng=rng)
own = type(play).objects.filter(pk=play.pk)
plays.ask(own, "Is it round?", position=(1, 1), key=uuid.uuid4(), now=now)
"""
STOP = "print(journeys.end_early(player, now=now, rng=rng).code)"


def sign_in(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.address}/admin/login/?next=/campaigns/")
    page.get_by_label("Username").fill("researcher")
    page.get_by_label("Password").fill(RESEARCHER_PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Campaigns")).to_be_visible()


def draft(page: Page, lab: Lab, name: str) -> None:
    """Make a draft of one game with the form's own defaults for the rest."""
    page.goto(f"{lab.address}/campaigns/new/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Or these games").fill(lab.rows("Game.objects.first().key"))
    page.get_by_label("One practice game first").uncheck()
    page.get_by_label("Ethics", exact=True).fill("Board 7, number 12.")
    page.get_by_label("Contact", exact=True).fill("quomb@example.org")
    page.get_by_role("button", name="Make the draft").click()
    expect(page.get_by_text("A draft of 1 game;")).to_be_visible()


def join(lab: Lab, slug: str) -> None:
    """A volunteer who asks one question."""
    lab.shell(JOIN.replace("{slug}", slug))


def join_and_stop(lab: Lab, slug: str) -> str:
    """A volunteer who asks one question and stops for good; returns the completion code."""
    printed = lab.shell(JOIN.replace("{slug}", slug) + STOP)
    return printed.split()[-1]


def every_page(page: Page, lab: Lab) -> Iterator[str]:
    """The name of each state of each page, with the page standing in it."""
    sign_in(page, lab)
    yield "the list"
    page.goto(f"{lab.address}/campaigns/new/")
    page.get_by_role("button", name="Make the draft").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "a form with errors"
    name = f"Dusk {page.evaluate('Date.now()')}"
    draft(page, lab, name)
    slug = name.lower().replace(" ", "-")
    yield "a draft"
    page.goto(f"{lab.address}/campaigns/{slug}/edit/")
    yield "the form of a draft"
    page.goto(f"{lab.address}/campaigns/{slug}/")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("Open since")).to_be_visible()
    code = join_and_stop(lab, slug)
    join(lab, slug)
    page.goto(f"{lab.address}/campaigns/{slug}/")
    yield "an open campaign"
    for path in ("people/", f"codes/?code={code}", "texts/", "export/", "figures/", "close/"):
        page.goto(f"{lab.address}/campaigns/{slug}/{path}")
        yield path
    page.goto(f"{lab.address}/campaigns/{slug}/people/")
    page.get_by_role("link", name="Exclude").first.click()
    expect(page.get_by_role("heading", name=re.compile("^Exclude"))).to_be_visible()
    yield "an exclusion"
    page.get_by_label("Reason").fill("Slept.")
    page.get_by_role("button", name="Exclude").click()
    page.get_by_role("link", name="Include again").click()
    yield "an inclusion"


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
            """[...document.querySelectorAll("main a, main button, main input, main select,"
                + " main textarea, main summary")]
            .filter(e => e.type !== "hidden")
            .map(e => [e.textContent.trim() || e.name, e.getBoundingClientRect()])
            .filter(([, box]) => box.width && Math.min(box.width, box.height) < 23.5)
            .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""
        )
        if wide > 320 or small:
            found[name] = (wide, small)
    context.close()
    assert found == {}


def opened(page: Page, lab: Lab, name: str) -> None:
    sign_in(page, lab)
    draft(page, lab, name)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("No game is open.")).to_be_visible()


def test_the_live_block_follows_by_itself(page: Page, lab: Lab):
    opened(page, lab, "Dawn")
    join(lab, "dawn")
    expect(page.get_by_text("1 open game by")).to_be_visible(timeout=10_000)


def test_a_code_is_looked_up_as_it_was_copied_and_reopened(page: Page, lab: Lab):
    opened(page, lab, "Noon")
    code = join_and_stop(lab, "noon")
    page.goto(f"{lab.address}/campaigns/noon/codes/")
    page.get_by_label("Completion code or receipt").fill(code.lower().replace("-", ""))
    page.get_by_role("button", name="Look up").click()
    expect(page.get_by_text("Partial: the part ended")).to_be_visible()
    page.get_by_role("button", name="Reopen").click()
    expect(page.get_by_text("Void since")).to_be_visible()


def test_no_page_breaks_the_content_policy(page: Page, lab: Lab):
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    for _ in every_page(page, lab):
        pass
    assert [line for line in said if "Content Security Policy" in line] == []
