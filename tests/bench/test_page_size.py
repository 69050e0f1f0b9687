"""Bytes and requests of the play page and of its polled fragment, as sent."""

import gzip

import pytest
from playwright.sync_api import Response

from tests import trips
from tests.lab import Lab

pytestmark = pytest.mark.bench

PAGE_KILOBYTES, PAGE_REQUESTS, FRAGMENT_KILOBYTES = 60, 6, 3


def test_the_play_page_and_its_fragment(services_lab: Lab):
    services_lab.start_worker()
    with trips.chromium() as browser:
        page = browser.new_context().new_page()
        trips.start_game(page, services_lab)
        for number in range(1, 21):
            trips.ask(page, f"Is it longer than {number} cm?")
        responses: list[Response] = []
        fresh = browser.new_context(storage_state=page.context.storage_state()).new_page()
        fresh.on("response", lambda response: responses.append(response))
        fresh.goto(page.url)
        fresh.wait_for_load_state("networkidle")
        sent = sum(len(gzip.compress(each.body())) for each in responses) / 1000
        board = fresh.request.get(f"{page.url}board/?seen=x", headers={"HX-Request": "true"})
        fragment = len(gzip.compress(board.body())) / 1000
    print(
        f"\nplay page, 20 turns: {sent:.1f} kB gzipped of {PAGE_KILOBYTES}, "
        f"{len(responses)} requests of {PAGE_REQUESTS}; "
        f"fragment {fragment:.2f} kB of {FRAGMENT_KILOBYTES}"
    )
