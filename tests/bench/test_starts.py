"""How long the slowest of 200 visitors waits who agree at the same moment, over HTTP."""

import http.client
import json
import re
import threading
import time
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from tests.bench.test_turn import cpu_seconds
from tests.lab import Lab, Visitor

pytestmark = pytest.mark.bench

VISITORS, GAMES, LIMIT_SECONDS = 200, 30, 2.0  # the time is printed, the counts must hold
CONSENT = "/studies/crowd/consent/"
MAKE = (
    "from tests import make; from games.models import *; Game.objects.all().delete(); "
    f"Catalogue.objects.all().delete(); make.campaign(games={GAMES}, slug='crowd', %s)"
)
ASSIGNED = "Assignment.objects.count(), Assignment.objects.values('participant').distinct().count()"
TAKEN = "list(CampaignGame.objects.values_list('taken', flat=True))"


@dataclass(frozen=True)
class Prepared:
    """An agreement that is ready to be sent."""

    port: int
    body: str
    cookies: str

    def send(self, barrier: threading.Barrier) -> tuple[int, float]:
        """The status, and the seconds from when all were let go until it came."""
        headers = {"Cookie": self.cookies, "Content-Type": "application/x-www-form-urlencoded"}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        barrier.wait()
        start = time.perf_counter()
        connection.request("POST", CONSENT, self.body, headers)
        response = connection.getresponse()
        response.read()
        return response.status, time.perf_counter() - start


def prepared(lab: Lab) -> Prepared:
    visitor = Visitor(lab.address)
    assert visitor.get(CONSENT)[0] == 200
    fields = dict(re.findall(r'name="(\w+)"[^>]*value="([^"]*)"', visitor._form("/consent/")))
    cookies = "; ".join(f"{each.name}={each.value}" for each in visitor.cookies)
    return Prepared(lab.port, urllib.parse.urlencode(fields), cookies)


@pytest.mark.parametrize(
    ("assignment", "per_player"),
    [("plays_wanted=10", 1), (f"players_wanted={VISITORS}", GAMES)],
    ids=["quota", "crossed"],
)
def test_two_hundred_starts_at_once(services_lab: Lab, assignment: str, per_player: int):
    services_lab.shell(MAKE % assignment)
    ready = [prepared(services_lab) for _ in range(VISITORS)]
    barrier, web = threading.Barrier(VISITORS), services_lab.processes[0].pid
    before = cpu_seconds(web)
    with ThreadPoolExecutor(VISITORS) as pool:
        sent = list(pool.map(lambda each: each.send(barrier), ready))
    busy, slowest = cpu_seconds(web) - before, max(seconds for _, seconds in sent)
    taken = json.loads(services_lab.rows(TAKEN))
    print(
        f"\n{VISITORS} starts at once ({assignment}): the slowest {slowest:.2f} s, "
        f"limit {LIMIT_SECONDS:g} s; web {busy:.2f} s CPU; "
        f"games taken {min(taken)} to {max(taken)} times"
    )
    assert {status for status, _ in sent} == {302}
    assert services_lab.rows(ASSIGNED) == f"{VISITORS * per_player} {VISITORS}"
    assert max(taken) - min(taken) <= 1
