"""A volunteer's whole way in a real browser, on phone and desktop, with and without JavaScript."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests import trips
from tests.lab import Lab

pytestmark = pytest.mark.browser
SLUG = "what-can-it-do"
MAKE_STUDY = f"""
from django.utils import timezone
from games import backends
from games.models import Catalogue
from games.oracle_gate import Gate
from games.services import campaigns
row = Catalogue.objects.last()
games = {{game.physical_object_id: game.key for game in row.games.order_by("key")}}
study = campaigns.create(campaigns.CampaignPlan(
    name="What can it do", slug="{SLUG}", catalogue=row, preset="house", seed=1,
    consent={{"en": "You agree.", "zh-hans": "同意。"}}, ethics="Approved.", contact="a@b.org",
    game_keys=list(games.values())[:2], players_wanted=50, ask_demographics=True, baseline=True,
    panel_codes={{"completed": "C1"}},
))
campaigns.open_campaign(study, protocol=backends.protocol(row.pk), gate=Gate(True, 1.0, None),
    override_reason="", now=timezone.now())
"""
SMALL_TARGETS = """
    [...document.querySelectorAll("a:not(p a, .brand, .skip), button, input, select")]
    .map(e => [e.textContent.trim() || e.name, e.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && Math.min(box.width, box.height) < 23.5)
    .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""


@pytest.fixture(scope="module")
def study(lab: Lab) -> str:
    """The address of an open baseline study of two games and a practice game."""
    lab.shell(MAKE_STUDY)
    return f"{lab.address}/studies/{SLUG}/"


def agree(page: Page, study: str) -> None:
    page.goto(f"{study}consent/")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="I agree").click()
    expect(page).to_have_url(f"{study}mine/")


def whole_way(page: Page, study: str) -> Iterator[str]:
    """The name of each page of the way, with the browser standing on it."""
    page.goto(study)
    yield "landing page"
    page.get_by_role("link", name="Read the consent form").click()
    yield "consent form"
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="I agree").click()
    yield "own page at the start"
    page.get_by_label("Your English").select_option("good")
    page.get_by_role("button", name="Keep these answers").click()
    page.get_by_role("button", name="Begin the practice game").click()
    yield from a_game(page, heading="Practice game")
    page.get_by_role("button", name="Begin the first game").click()
    yield from stopping(page)
    yield from a_game(page, heading="Game 1 of 2")
    page.get_by_role("button", name="Next game").click()
    yield from a_game(page, heading="Game 2 of 2")
    page.get_by_role("link", name="See all results and your code").click()
    yield "own page at the end"
    page.get_by_role("link", name="Withdraw").click()
    yield "withdrawing"


def a_game(page: Page, *, heading: str) -> Iterator[str]:
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    yield heading
    trips.guess(page, page.locator(".mark span").first.inner_text())
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("Right|Wrong"))
    yield f"result of {heading}"


def stopping(page: Page) -> Iterator[str]:
    page.get_by_role("link", name="Stop for now").click()
    yield "stopping"
    page.get_by_role("link", name="I do not want to go on").click()
    yield "ending"
    page.get_by_role("link", name="Back to my page").click()
    yield "own page with an open game"
    page.get_by_role("button", name="Go on with the open game").click()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390), ("light", 320)])
def test_the_whole_way_is_accessible_and_fits(
    browser: Browser, study: str, scheme: str, width: int
):
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True
    )
    page, wrong = context.new_page(), {}
    for name in whole_way(page, study):
        found = [each["id"] for each in Axe().run(page).response["violations"]]
        found += page.evaluate(SMALL_TARGETS)
        wide = page.evaluate("document.documentElement.scrollWidth")
        wrong |= {name: [*found, wide]} if found or wide > width else {}
    context.close()
    assert wrong == {}


def test_the_whole_way_without_javascript(browser: Browser, study: str):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    seen = list(whole_way(page, study))
    assert seen[-1] == "withdrawing"
    page.get_by_role("button", name="Yes, delete everything").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Everything is deleted")
    context.close()


def test_three_words_lead_back_from_another_device(browser: Browser, study: str):
    at_home, away = browser.new_context().new_page(), browser.new_context().new_page()
    agree(at_home, study)
    words = at_home.locator("#_study_words kbd").inner_text()
    away.goto(f"{study}mine/")
    away.get_by_label("Your three words").fill(words.upper().replace(" ", "-"))
    away.get_by_role("button", name="Go to my page").click()
    expect(away).to_have_url(f"{study}mine/")
    name = at_home.locator("#own-title").inner_text()
    expect(away.locator("#own-title")).to_have_text(name)
    for page in (at_home, away):
        page.context.close()


def test_a_double_click_on_agree_and_on_begin_makes_one_of_each(page: Page, lab: Lab, study: str):
    before = int(lab.rows("Participant.objects.count()"))
    page.goto(f"{study}consent/")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="I agree").dblclick()
    expect(page).to_have_url(f"{study}mine/")
    page.get_by_role("button", name="Begin the practice game").dblclick()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Practice game")
    assert int(lab.rows("Participant.objects.count()")) == before + 1
    assert lab.rows("Participant.objects.last().plays.count()") == "1"


def test_a_page_that_polls_says_that_its_game_was_withdrawn(page: Page, lab: Lab, study: str):
    agree(page, study)
    page.get_by_role("button", name="Begin the practice game").click()
    page.locator("#ask").wait_for()
    token = re.search(r"/plays/([0-9a-f-]+)/", page.url)
    assert token
    page.route("**/board/**", lambda route: route.abort())  # no answer gets through yet
    page.get_by_label("Ask one yes/no question about it").fill("Is it made of metal?")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".row")).to_have_count(1)
    tab = page.context.new_page()
    tab.goto(f"{study}withdraw/")
    tab.get_by_role("button", name="Yes, delete everything").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Everything is deleted")
    page.unroute("**/board/**")
    expect(page.locator("#_board h2")).to_have_text("This game is not here any more")
    assert lab.rows(f"Play.objects.filter(token='{token[1]}').count()") == "0"


def test_the_language_is_switched_without_javascript(browser: Browser, study: str):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{study}?PROLIFIC_PID=p-1")
    page.get_by_role("button", name="简体中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    expect(page).to_have_url(f"{study}?PROLIFIC_PID=p-1")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What can it do")
    context.close()
