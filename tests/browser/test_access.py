"""Everybody can play: axe-core, keyboard alone, what a screen reader says, 320 px."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import trips
from tests.browser.axe import LOOKS, violations
from tests.browser.conftest import RESEARCHER_PASSWORD
from tests.lab import Lab

pytestmark = pytest.mark.browser
ASK = "Ask one yes/no question about it"


def every_page(page: Page, lab: Lab):
    """The name of each state of each page, with the page standing in it."""
    page.goto(lab.address)
    yield "landing page"
    trips.start_game(page, lab)
    yield "start of a game"
    yield from asking(page)
    yield from losing_the_cookie(page)
    yield from guessing(page, lab)
    page.goto(f"{lab.address}/nothing-here/")
    yield "not found"
    yield from staff_pages(page, lab)


def staff_pages(page: Page, lab: Lab):
    page.goto(f"{lab.address}/admin/login/?next=/styleguide/")
    yield "login"
    page.get_by_label("Username").fill("researcher")
    page.get_by_label("Password").fill(RESEARCHER_PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{lab.address}/styleguide/")
    yield "style guide"
    page.goto(f"{lab.address}/admin/")
    yield "admin"
    page.goto(f"{lab.address}/admin/games/turn/")
    yield "a list in the admin"
    page.goto(f"{lab.address}/oracles/")
    yield "Oracles beside people"
    page.goto(f"{lab.address}/leaderboard/")
    yield "leaderboard"
    page.goto(f"{lab.address}/runs/compare/")
    yield "comparing two players"
    newest = lab.rows("Play.objects.latest('pk').pk")
    page.goto(f"{lab.address}/runs/replay/{newest}/")
    yield "a replay"
    page.goto(f"{lab.address}/runs/lists/")
    yield "the lists of FIX20Q"
    page.get_by_role("link", name="Shipped list").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Shipped list")
    yield "a list of FIX20Q"


def asking(page: Page):
    trips.ask(page, "Is it made of metal?")
    trips.ask(page, "Can it cut paper?")
    page.get_by_role("button", name=re.compile("^Cross out")).first.click()
    expect(page.get_by_role("button", name=re.compile("^Restore"))).to_be_visible()
    page.get_by_role("button", name="I doubt this answer").click()
    expect(page.get_by_text("Doubt noted")).to_be_visible()
    yield "answered, refused, crossed out, doubted"
    page.get_by_label(ASK).fill("x" * 301)
    page.get_by_label(ASK).press("Enter")
    expect(page.locator("#ask-help")).to_contain_text("300 are the limit")
    yield "a broken rule"


def losing_the_cookie(page: Page):
    """What a post with an expired token gets: a fragment with htmx, a page without."""
    game = page.url
    for sending in ("form => form.requestSubmit()", "form => form.submit()"):
        page.context.clear_cookies(name="csrftoken")
        page.get_by_label(ASK).fill("Is it hollow?")
        page.locator("#ask").evaluate(sending)
        expect(page.get_by_role("button", name="Send again")).to_be_visible()
        yield f"an expired form, {sending}"
        page.goto(game)


def guessing(page: Page, lab: Lab):
    game = page.url
    page.get_by_role("link", name="Make the final guess").first.click()
    page.get_by_role("radio").first.check()
    yield "choosing a guess"
    page.get_by_role("button", name="Review this guess").click()
    expect(page.get_by_role("heading", name=re.compile("You chose"))).to_be_visible()
    yield "reviewing a guess"
    page.goto(f"{game}guess/")
    yield "the guess page"
    page.goto(game)
    trips.guess(page, trips.secret_of(page, lab)[1])
    expect(page.locator("h1")).to_contain_text("Right")
    yield "the result"


@LOOKS
def test_axe_finds_nothing(browser: Browser, lab: Lab, scheme: str, width: int):
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True
    )
    page = context.new_page()
    found = {name: violations(page) for name in every_page(page, lab)}
    context.close()
    assert {name: each for name, each in found.items() if each} == {}


def test_nothing_is_cut_off_at_320_pixels(browser: Browser, lab: Lab):
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    wide = {
        name: page.evaluate("document.documentElement.scrollWidth")
        for name in every_page(page, lab)
        if name != "login"
    }
    context.close()
    assert {name: width for name, width in wide.items() if width > 320} == {}


def test_targets_are_24_pixels_or_more(page: Page, lab: Lab):
    trips.start_game(page, lab)
    trips.ask(page, "Is it made of metal?")
    small = page.evaluate(
        """[...document.querySelectorAll("main a, main button, main input, main summary")]
        .map(e => [e.textContent.trim() || e.name, e.getBoundingClientRect()])
        .filter(([, box]) => box.width && Math.min(box.width, box.height) < 23.5)
        .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""
    )
    assert small == []


def test_a_game_is_won_by_keyboard_alone(page: Page, lab: Lab):
    page.goto(lab.address)
    tab_to(page, re.compile("^Start a"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Free game")).to_be_visible()
    _, target, candidates = trips.secret_of(page, lab)
    tab_to(page, re.compile(f"^Cross out {candidates[0]}$"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"Restore {candidates[0]}")).to_be_focused()
    tab_to(page, re.compile("^question$"))
    page.keyboard.type("Is it made of metal?")
    page.keyboard.press("Enter")
    expect(page.locator(".row.yes, .row.no")).to_have_count(1, timeout=20_000)
    expect(page.get_by_label(ASK)).to_be_focused()
    tab_to(page, re.compile("^Make the final guess$"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your final guess")).to_be_focused()
    page.keyboard.press("Tab")
    for _ in range(candidates.index(target)):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    tab_to(page, re.compile("^Review this guess$"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"You chose {target}.")).to_be_focused()
    tab_to(page, re.compile("^Yes, guess"))
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Right")


def tab_to(page: Page, name: re.Pattern[str]) -> None:
    """Press Tab until the focused element has this name; its focus must be visible."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            """(() => { const e = document.activeElement;
            return [e.getAttribute("aria-label") || e.textContent.trim() || e.name || "",
                    getComputedStyle(e).outlineStyle]; })()"""
        )
        if name.search(focused[0]):
            assert focused[1] != "none", f"The focus on {focused[0]} cannot be seen."
            return
    raise AssertionError(f"No stop of the Tab key is called {name.pattern}.")


def test_a_screen_reader_hears_the_question_then_the_answer_then_what_is_left(page: Page, lab: Lab):
    trips.start_game(page, lab)
    page.evaluate(
        """window.said = []; new MutationObserver(() => {
            const text = document.getElementById("announcer").textContent.trim();
            if (text && text !== window.said.at(-1)) window.said.push(text);
        }).observe(document.getElementById("announcer"), {childList: true, subtree: true})"""
    )
    trips.ask(page, "Is it made of metal?")
    trips.ask(page, "Can it cut paper?")
    said = page.evaluate("window.said")
    assert said[0] == "Question 1 asked. The Oracle is thinking."
    assert re.fullmatch(r"Question 1: (yes|no)\. 19 questions left\.", said[1])
    assert said[2] == "Question 2 asked. The Oracle is thinking."
    assert said[3].startswith("Not asked: ") and said[3].endswith("19 questions left.")
    assert len(said) == 4


def test_only_one_region_speaks(page: Page, lab: Lab):
    trips.start_game(page, lab)
    assert page.locator("[role=log]").get_attribute("aria-live") == "off"
    assert page.locator("[aria-live=polite], [role=status]").count() == 1
