"""COAT in a browser: a set drawn and followed until it is made; a quiz on a phone, with keys."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import RESEARCHER_PASSWORD
from tests.lab import Lab

pytestmark = pytest.mark.browser
QUESTION = re.compile("Question (\\d) of 3")


def sign_in(page: Page, lab: Lab, address: str = "/coat/") -> None:
    page.goto(f"{lab.address}/admin/login/?next={address}")
    page.get_by_label("Username").fill("researcher")
    page.get_by_label("Password").fill(RESEARCHER_PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{lab.address}{address}")


def draw(page: Page, lab: Lab) -> None:
    """A set of our own catalogue, drawn from the form and made by a worker."""
    page.goto(f"{lab.address}/coat/sets/new/?catalogue=own")
    page.get_by_label("What is asked").select_option("task-2/3")
    page.get_by_label("Questions", exact=True).fill("20")
    page.get_by_role("button", name="Count first").click()
    expect(page.get_by_role("status")).to_contain_text("of 20 questions can be drawn")
    page.get_by_role("button", name="Draw it").click()
    expect(page.locator("h1 .chip")).to_have_text("ready", timeout=60_000)


def quiz_link(page: Page, lab: Lab) -> str:
    sign_in(page, lab)
    draw(page, lab)
    page.get_by_role("link", name="Put it to people").click()
    page.get_by_label("Title").fill("Which one would you take")
    page.get_by_label("Questions a person").fill("3")
    page.get_by_role("button", name="Open the quiz").click()
    return page.locator("#link").input_value()


@pytest.fixture(scope="module", autouse=True)
def own_catalogue(lab: Lab) -> None:
    lab.shell("from django.core.management import call_command; call_command('import_coat', 'own')")


def test_a_set_is_drawn_and_its_questions_are_looked_at(page: Page, lab: Lab):
    sign_in(page, lab)
    draw(page, lab)
    page.get_by_role("link", name="Look at its questions").click()
    expect(page.get_by_text("is right")).to_be_hidden()
    page.get_by_text("Show the answer").click()
    expect(page.get_by_text("is right.")).to_be_visible()
    page.get_by_role("link", name="Next").click()
    expect(page.locator("h1")).to_contain_text("Question 2 of")


def test_a_quiz_is_answered_on_a_phone_with_keys_and_with_a_finger(
    browser: Browser, page: Page, lab: Lab
):
    link = quiz_link(page, lab)
    phone = browser.new_context(viewport={"width": 320, "height": 640}, bypass_csp=True)
    quiz = phone.new_page()
    quiz.goto(link)
    quiz.get_by_role("button", name="I agree, begin").click()
    expect(quiz.get_by_text(QUESTION)).to_have_text("Question 1 of 3")
    assert quiz.evaluate("document.documentElement.scrollWidth") <= 320
    assert violations(quiz) == []
    quiz.keyboard.press("2")
    expect(quiz.get_by_text(QUESTION)).to_have_text("Question 2 of 3")
    quiz.keyboard.press("c")  # no key is shown for a letter
    expect(quiz.get_by_text(QUESTION)).to_have_text("Question 2 of 3")
    quiz.keyboard.press("3")
    expect(quiz.get_by_text(QUESTION)).to_have_text("Question 3 of 3")
    quiz.goto(link)  # closed and opened again
    expect(quiz.get_by_text(QUESTION)).to_have_text("Question 3 of 3")
    quiz.locator("button.answer").first.click()
    expect(quiz.locator("h1")).to_have_text("Thank you")
    phone.close()
    page.reload()
    expect(page.locator("main")).to_contain_text("1 began, 1 answered all 3")
    expect(page.locator("main")).to_contain_text("Half of the questions took less than")


def test_a_quiz_needs_no_javascript(browser: Browser, page: Page, lab: Lab):
    link = quiz_link(page, lab)
    bare = browser.new_context(java_script_enabled=False)
    quiz = bare.new_page()
    quiz.goto(link)
    quiz.get_by_role("button", name="I agree, begin").click()
    for _ in range(3):
        quiz.locator("button.answer").last.click()
    expect(quiz.locator("h1")).to_have_text("Thank you")
    bare.close()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 320)])
def test_axe_finds_nothing_and_nothing_is_cut_off(
    browser: Browser, lab: Lab, scheme: str, width: int
):
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True
    )
    page = context.new_page()
    sign_in(page, lab)
    draw(page, lab)
    lab.shell("from tests import coat_rows; coat_rows.suggested(('Rope', 'hauling'))")
    made = page.url.removeprefix(lab.address)
    addresses = [
        *("/coat/", "/coat/import/", "/coat/catalogues/own/", "/coat/catalogues/own/pairs/1/"),
        *("/coat/catalogues/own/utilities/1/", "/coat/catalogues/own/objects/1/"),
        *("/coat/catalogues/own/add/object/", "/coat/catalogues/own/add/task/"),
        *("/coat/catalogues/own/labels/utilities/", "/coat/catalogues/own/suggestions/"),
        *("/coat/catalogues/own/suggestions/ask/", "/coat/results/", "/coat/tuned/"),
        *("/coat/schemes/", "/coat/schemes/new/", "/coat/sets/", "/coat/sets/new/"),
        *(made, f"{made}questions/1/", f"{made}quizzes/new/"),
    ]
    found: dict[str, object] = {}
    for address in addresses:
        page.goto(f"{lab.address}{address}")
        wide = page.evaluate("document.documentElement.scrollWidth")
        if problems := violations(page) + ([f"{wide} wide"] if wide > width else []):
            found[address] = problems
    context.close()
    assert found == {}
