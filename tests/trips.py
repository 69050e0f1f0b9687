"""What a person does in a real browser, from the landing page to the result."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.lab import Lab

CHROMIUM = next(
    (path for path in ("/usr/bin/chromium", "/usr/bin/google-chrome") if Path(path).exists()), None
)
FLAGS = "--no-sandbox --disable-gpu --disable-quic --disable-background-networking --disable-sync"


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        try:
            yield browser
        finally:
            browser.close()


def start_game(page: Page, lab: Lab) -> None:
    page.goto(lab.address)
    page.get_by_role("button", name=re.compile("^Start a")).click()
    expect(page.get_by_role("heading", name="Free game")).to_be_visible()


def ask(page: Page, question: str) -> None:
    """Type a question and send it with the Enter key; wait until it is settled."""
    field = page.get_by_label("Ask one yes/no question about it")
    field.fill(question)
    field.press("Enter")
    expect(page.locator(".row .q").last).to_have_text(question)
    expect(page.locator(".row.waiting")).to_have_count(0, timeout=20_000)


def guess(page: Page, words: str) -> None:
    page.get_by_role("link", name="Make the final guess").first.click()
    page.get_by_role("radio", name=re.compile(f"^{words}( crossed out)?$")).check()
    page.get_by_role("button", name="Review this guess").click()
    expect(page.get_by_role("heading", name=f"You chose {words}.")).to_be_visible()
    page.get_by_role("button", name=f"Yes, guess {words}").click()


def secret_of(page: Page, lab: Lab) -> tuple[str, str, list[str]]:
    """(object name, target in words, candidates in words) of the play on this page."""
    token = re.search(r"/plays/([0-9a-f-]+)/", page.url)
    assert token
    got = f"Play.objects.get(token='{token[1]}').game"
    name, target, *candidates = lab.rows(
        f"'\\n'.join([{got}.physical_object.name, {got}.target.key, *{got}.candidates])"
    ).split("\n")
    return name, target.replace("_", " "), [key.replace("_", " ") for key in candidates]


def play_a_whole_game(context: BrowserContext, lab: Lab, *, win: bool) -> None:
    page = context.new_page()
    start_game(page, lab)
    name, target, candidates = secret_of(page, lab)
    assert name not in page.content()
    ask(page, "Is it made of metal?")
    expect(page.locator(".row").last).to_have_class(re.compile("yes|no"))
    ask(page, "Can it cut paper?")
    expect(page.locator(".row").last).to_contain_text("For example:")
    ask(page, "Is it longer than a hand?")
    wrong = next(words for words in candidates if words != target)
    page.get_by_role("button", name=f"Cross out {wrong}", exact=True).click()
    expect(page.get_by_role("button", name=f"Restore {wrong}", exact=True)).to_be_visible()
    expect(page.get_by_text("18 questions left of 20")).to_be_attached()
    guess(page, target if win else wrong)
    expect(page.locator("h1")).to_contain_text("Right" if win else "Wrong")
    expect(page.locator("main")).to_contain_text(name)
    expect(page.locator("main")).to_contain_text("bits")
    page.close()
