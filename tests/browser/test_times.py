"""What the browser's stopwatch says of a question: thinking, typing, and no waiting in either."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests import trips
from tests.browser.test_waiting import ASK, POLLS
from tests.lab import Lab

pytestmark = pytest.mark.browser
TIMES = "list(Turn.objects.order_by('pk').values_list('thinking_seconds', 'typing_seconds'))"


def times(lab: Lab) -> list[tuple[float, float]]:
    """(thinking, typing) of each question, in the order in which they were asked."""
    pairs = re.findall(r"\(([\d.]+), ([\d.]+)\)", lab.rows(TIMES))
    return [(float(thinking), float(typing)) for thinking, typing in pairs]


def ask_slowly(page: Page, question: str, *, thinking: float, typing: float) -> None:
    page.wait_for_timeout(1000 * thinking)
    field = page.get_by_label(ASK)
    field.press_sequentially(question, delay=1000 * typing / len(question))
    field.press("Enter")
    expect(page.locator(".row .q").last).to_have_text(question)


def settled(page: Page) -> None:
    expect(page.locator(".row.waiting")).to_have_count(0, timeout=20_000)


def test_thinking_and_typing_are_told_apart_from_the_wait(page: Page, lab: Lab):
    trips.start_game(page, lab)
    ask_slowly(page, "Is it hollow?", thinking=2, typing=1)
    settled(page)
    page.route(POLLS, lambda route: route.fulfill(status=204))
    ask_slowly(page, "Is it round?", thinking=0, typing=2)
    page.wait_for_timeout(3000)
    page.unroute(POLLS)
    settled(page)
    ask_slowly(page, "Is it flat?", thinking=1, typing=0)
    settled(page)
    (first, second, third), patience = times(lab)[-3:], pytest.approx
    assert first == (patience(2.2, abs=0.9), patience(1.1, abs=0.6))
    assert second[1] == patience(2.1, abs=0.7)
    assert third == (patience(1.2, abs=0.9), patience(0.1, abs=0.4))


def test_a_broken_rule_starts_no_new_time(page: Page, lab: Lab):
    trips.start_game(page, lab)
    page.wait_for_timeout(1500)
    page.get_by_label(ASK).fill(" ")
    page.get_by_label(ASK).press("Enter")
    expect(page.locator("#ask .notice")).to_be_visible()
    trips.ask(page, "Is it hollow?")
    assert sum(times(lab)[-1]) > 1.5
