"""The open catalogue in PostgreSQL: how long its import takes, what its game page costs."""

import time
from statistics import median

import pytest

from tests.lab import ROOT, Lab, Visitor

pytestmark = pytest.mark.bench

IMPORT_SECONDS = 10
PAGES = 60


def test_import_and_game_page(services_lab: Lab):
    import_in_seconds(services_lab, "starter-1")
    starter = started(services_lab)
    took = import_in_seconds(services_lab, "open-1")
    full = started(services_lab)
    assert starter.play != full.play
    get_milliseconds(starter, full)  # both processes' stores are warm from here on
    small, large = get_milliseconds(starter, full)
    print(
        f"\nimport of open-1, process start included: {took:.1f} s, limit {IMPORT_SECONDS} s; "
        f"game page, median of {PAGES}: open-1 {large:.1f} ms, starter-1 {small:.1f} ms, "
        f"ratio {large / small:.2f}"
    )


def import_in_seconds(lab: Lab, version: str) -> float:
    before = time.perf_counter()
    lab.manage("import_catalogue", str(ROOT / "games" / "catalogue" / version))
    return time.perf_counter() - before


def started(lab: Lab) -> Visitor:
    """Somebody in the middle of a free play, which is of the newest catalogue."""
    visitor = Visitor(lab.address)
    visitor.start()
    return visitor


def get_milliseconds(*visitors: Visitor) -> list[float]:
    """The median time of each one's game page, fetched in turns."""
    taken: list[list[float]] = [[] for _ in visitors]
    for _ in range(PAGES):
        for visitor, times in zip(visitors, taken, strict=True):
            before = time.perf_counter()
            assert visitor.get(visitor.play)[0] == 200
            times.append(1000 * (time.perf_counter() - before))
    return [median(times) for times in taken]
