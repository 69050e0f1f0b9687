"""The whole way of labels: a study, three annotators at their keyboards, agreement, adjudication,
a published catalogue, a game on it.
"""

import re
import uuid
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests import trips
from tests.browser.conftest import MAKE_RESEARCHER
from tests.browser.test_campaign import sign_in
from tests.lab import Lab, running_lab

pytestmark = pytest.mark.browser
YES = {("kebab skewer", "pierce through"), ("wool blanket", "fold flat")}
# Two of three say that a blanket raises a sitter; a skewer that stands on end divides all three.
AGAINST = {"quomb": set(), "tarl": set(), "vreck": set()}
AGAINST["quomb"] = AGAINST["tarl"] = {("wool blanket", "raise a sitter")}
DIVIDED = ("kebab skewer", "stand on end")
ON_IT = {"quomb": "y", "tarl": "n", "vreck": "3"}
ASKED = "raise a sitter, stand on end, pierce through, fold flat"
PAIRS = 12


def key_of(name: str, pair: tuple[str, str]) -> str:
    """Which key this annotator presses for a pair."""
    if pair == DIVIDED:
        return ON_IT[name]
    return "y" if (pair in YES) != (pair in AGAINST[name]) else "n"


def make_study(page: Page, lab: Lab) -> str:
    """An open study of all pairs of the small catalogue; its address."""
    sign_in(page, lab)
    page.goto(f"{lab.address}/annotations/new/?kind=object_affordance")
    page.get_by_label("Title").fill("Three at their keyboards")
    page.get_by_label("Contact").fill("quomb@example.org")
    page.get_by_role("combobox", name="Catalogue").select_option(index=1)
    page.get_by_role("button", name="Make the draft").click()
    address = page.url
    page.goto(f"{address}units/catalogue/")
    page.get_by_label("All, whatever their label").check()
    page.get_by_label("Only these affordances").fill(ASKED)
    page.get_by_role("button", name="Add them").click()
    expect(page.locator("main")).to_contain_text(str(PAIRS))
    page.goto(address)
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#_study_tabs")).to_contain_text("open")
    return address


def invitation(page: Page, address: str) -> str:
    page.goto(f"{address}raters/")
    page.get_by_label("Places").fill("3")
    page.get_by_role("button", name="Make the invitation").click()
    return page.get_by_role("textbox", name=re.compile("invitation")).first.input_value()


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("I have read this and agree.").check()
    page.get_by_label("Name").fill(name)
    for field in page.locator("input[type=password]").all():
        field.fill("vrelk-tomp-91")
    page.get_by_role("button", name="Make the account and join").click()
    page.get_by_role("button", name="Start").click()


def judge(page: Page, name: str) -> set[tuple[str, str]]:
    """Judge by keys until nothing is left; return what was shown."""
    seen = set[tuple[str, str]]()
    expect(page.locator("#judging")).to_be_visible()
    while page.locator("#judging").count():
        shown = page.locator("#judging")
        thing = shown.locator("h1").inner_text().removesuffix("Same thing, next question")
        pair = (thing.strip().lower(), shown.locator("h2").inner_text().lower())
        seen.add(pair)
        page.wait_for_timeout(650)  # a press right after a swap counts as a second one
        number = shown.locator("[name=unit]").get_attribute("value")
        page.keyboard.press(key_of(name, pair))
        expect(page.locator(f"#judging [name=unit][value='{number}']")).to_have_count(0)
    return seen


def decide_the_split(desk: Page, address: str) -> None:
    desk.goto(f"{address}adjudication/")
    desk.get_by_role("button", name="Count").click()
    desk.get_by_role("link", name="Begin with the first").click()
    expect(desk.locator("main")).to_contain_text("kebab skewer")
    desk.wait_for_load_state()
    desk.keyboard.press("n")
    desk.locator("#reason").fill("It topples at once.")
    desk.get_by_role("button", name="Decide").click()
    expect(desk.get_by_text("No unit is in this list.")).to_be_visible()


def publish(desk: Page, lab: Lab, address: str) -> None:
    desk.goto(f"{address}publish/")
    expect(desk.locator("main")).to_contain_text("raise a sitter")
    desk.get_by_label("Version of the new catalogue").fill("mini-2")
    desk.get_by_role("button", name="Publish").click()
    desk.get_by_role("link", name="mini-2").first.click()
    expect(desk).to_have_url(f"{lab.address}/catalogues/mini-2/")
    expect(desk.get_by_role("button", name="Play a game of this catalogue")).to_be_visible()


@pytest.fixture
def lab(tmp_path) -> Iterator[Lab]:
    """A lab of its own: what is published here becomes the newest catalogue."""
    with running_lab({"VAR_DIR": str(tmp_path), "SECRET_KEY": uuid.uuid4().hex}) as lab:
        lab.shell(MAKE_RESEARCHER)
        yield lab


@pytest.fixture
def contexts(browser: Browser):
    made: list[BrowserContext] = []

    def another() -> Page:
        made.append(browser.new_context())
        return made[-1].new_page()

    yield another
    for context in made:
        context.close()


def test_three_annotators_agree_a_split_is_decided_and_the_new_catalogue_is_played(contexts, lab):
    desk = contexts()
    address = make_study(desk, lab)
    link = invitation(desk, address)
    for name in AGAINST:
        page = contexts()
        join(page, link, name)
        assert len(judge(page, name)) == PAIRS
        expect(page.locator("main")).to_contain_text("You have judged everything")

    desk.goto(f"{address}agreement/")
    # 10 units of three alike, one of two to one (1/3), one of one to one (0): 10.33 / 12 = 86.1%.
    # Yes has 26.4% of a unit's ratings on average, (1 + 1 + 2/3 + 1/2) / 12, so chance agrees on
    # 61.1%: (0.861 - 0.611) / (1 - 0.611) = 0.64.
    expect(desk.locator("main")).to_contain_text(
        "Three people agree on 86.1% of 12 units; Fleiss's kappa 0.64"
    )

    decide_the_split(desk, address)
    publish(desk, lab, address)
    got = "AffordanceLabel.objects.filter(physical_object__catalogue__version='mini-2')"
    assert lab.rows(f"{got}.filter(decided='adjudication').count()") == "1"

    player = contexts()
    trips.start_game(player, lab)
    token = re.search(r"/plays/([0-9a-f-]+)/", player.url)[1]
    assert lab.rows(f"Play.objects.get(token='{token}').game.catalogue.version") == "mini-2"
    trips.guess(player, trips.secret_of(player, lab)[1])
    expect(player.locator("h1")).to_contain_text("Right")
    expect(player.locator("main")).to_contain_text("A game of the catalogue mini-2.")
