"""Bytes and requests of the play page and of the judging page, as the server sends them."""

import pytest
from playwright.sync_api import Page, Request

from tests import judging_units, trips
from tests.browser.judging_desk import Desk
from tests.lab import Lab

pytestmark = pytest.mark.bench

PAGE_KILOBYTES, PAGE_REQUESTS, FRAGMENT_KILOBYTES = 60, 6, 3
JUDGING_REQUESTS = 16  # a script a behaviour, which a browser then keeps


def test_the_play_page_and_its_fragment(services_lab: Lab):
    services_lab.start_worker()
    with trips.chromium() as browser:
        page = browser.new_context().new_page()
        trips.start_game(page, services_lab)
        for number in range(1, 21):
            trips.ask(page, f"Is it longer than {number} cm?")
        fresh = browser.new_context(storage_state=page.context.storage_state()).new_page()
        sizes = sent_kilobytes(fresh, page.url)
        board = sent_kilobytes(fresh, f"{page.url}board/?seen=x")[0]
    print(
        f"\nplay page, 20 turns: {sum(sizes):.1f} kB of {PAGE_KILOBYTES}, "
        f"{len(sizes)} requests of {PAGE_REQUESTS}; fragment {board:.2f} kB of {FRAGMENT_KILOBYTES}"
    )
    assert sum(sizes) <= PAGE_KILOBYTES and len(sizes) <= PAGE_REQUESTS
    assert board <= FRAGMENT_KILOBYTES


def test_the_judging_page_of_each_kind(services_lab: Lab):
    with trips.chromium() as browser:
        desk = Desk(browser.new_context(), services_lab)
        kept = desk.context.storage_state()
        sizes = {}
        for kind in judging_units.SNAPSHOTS:
            desk.become(kind)
            desk.begin()
            fresh = browser.new_context(storage_state=kept).new_page()
            sizes[kind] = sent_kilobytes(fresh, desk.address)
    kind, largest = max(sizes.items(), key=lambda each: sum(each[1]))
    print(
        f"\njudging page, {kind}: {sum(largest):.1f} kB of {PAGE_KILOBYTES}, "
        f"{len(largest)} requests of {JUDGING_REQUESTS}"
    )
    assert sum(largest) <= PAGE_KILOBYTES and len(largest) <= JUDGING_REQUESTS


def sent_kilobytes(page: Page, address: str) -> list[float]:
    """The size of each response's body on the wire, in the order in which they ended."""
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return [request.sizes()["responseBodySize"] / 1000 for request in requests]
