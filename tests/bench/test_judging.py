"""CPU time of the web process for a judgement, submit and next unit, and how many go a second."""

import html
import http.client
import json
import re
import subprocess
import sys
import time
import urllib.parse
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.bench.test_turn import cpu_seconds
from tests.lab import ROOT, Lab

pytestmark = pytest.mark.bench

UNITS, RATERS = 26_786, 8
LIMIT_MILLISECONDS, LEAST_A_SECOND, PAGE_BYTES_MOST = 8, 100, 60_000
WARMING, CYCLES = 30, 200
PATH = "/annotate/bench/1/"


class Judging:
    """A rater's browser with htmx over one kept connection."""

    def __init__(self, lab: Lab, session: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", lab.port)
        self.cookies = {"sessionid": session}
        self._find(self._send("GET", "judge/"))
        self._post("next/", {})
        self.page_bytes = len(self._send("GET", "judge/").encode())

    def judge(self, times: int) -> None:
        for number in range(times):
            unit = self.fields["unit"]
            label = ("yes", "no")[number % 2]
            self._post("judge/", self.fields | {"a.label": label, "seconds": "2.5"})
            assert self.fields["unit"] != unit

    def _post(self, path: str, fields: dict[str, str]) -> None:
        body = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": self.token})
        self._find(self._send("POST", path, body))

    def _find(self, page: str) -> None:
        inputs = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)
        self.fields = {name: html.unescape(value) for name, value in inputs}
        self.token = self.fields.pop("csrfmiddlewaretoken")

    def _send(self, method: str, path: str, body: str = "") -> str:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body:
            headers |= {
                "HX-Request": "true",
                "Content-Type": "application/x-www-form-urlencoded",
            }
        self.connection.request(method, PATH + path, body or None, headers)
        response = self.connection.getresponse()
        page = response.read().decode()
        assert response.status == 200, (response.status, page[:500])
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return page


@pytest.fixture
def judging(services_lab: Lab) -> list[Judging]:
    """A browser of each rater, on a unit of a study as large as it gets."""
    command = [sys.executable, "-m", "tests.bench.judged", str(UNITS), str(RATERS)]
    environment = services_lab.environment
    sessions = json.loads(subprocess.check_output(command, cwd=ROOT, env=environment, text=True))
    return [Judging(services_lab, session) for session in sessions]


def test_a_judgement_and_the_next_unit(services_lab: Lab, judging: list[Judging]):
    web = services_lab.processes[0].pid
    assert judging[0].page_bytes <= PAGE_BYTES_MOST
    for each in judging:
        each.judge(WARMING)
    before = cpu_seconds(web)
    judging[0].judge(CYCLES)
    spent = 1000 * (cpu_seconds(web) - before) / CYCLES
    begun = time.perf_counter()
    with ThreadPoolExecutor(RATERS) as pool:
        list(pool.map(lambda each: each.judge(CYCLES), judging))
    rate = RATERS * CYCLES / (time.perf_counter() - begun)
    print(
        f"\none judgement, {UNITS:,} units x 3: {spent:.1f} ms CPU of the web process, limit "
        f"{LIMIT_MILLISECONDS} ms; {RATERS} raters at once: {rate:.0f} a second, least "
        f"{LEAST_A_SECOND}; the page {judging[0].page_bytes / 1000:.1f} kB without its files"
    )
    assert spent <= LIMIT_MILLISECONDS
    assert rate >= LEAST_A_SECOND
