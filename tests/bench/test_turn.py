"""CPU time of the web and worker processes for one whole turn: ask, one poll, answer."""

import http.client
import os
import re
import urllib.parse
import uuid
from pathlib import Path

import pytest

from tests.lab import Lab, Visitor, eventually

pytestmark = pytest.mark.bench

TARGET_MILLISECONDS = 12
PLAYS = 30
QUESTIONS = ("Is it made of metal?", "Is it longer than a hand?", "Is it round?", "Is it smooth?")
TICK_SECONDS = 1 / os.sysconf("SC_CLK_TCK")


def cpu_seconds(group: int) -> float:
    """User and system time of all processes of a process group so far, the ended ones too."""
    total = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            fields = stat_of(folder)
            if fields and int(fields[2]) == group:
                total += sum(map(int, fields[11:13]))
    return total * TICK_SECONDS


def stat_of(folder: Path) -> list[str]:
    """The fields of /proc/<id>/stat from the state on."""
    try:
        return (folder / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


class Keeping:
    """A visitor's htmx requests over one kept connection, as a browser's."""

    def __init__(self, visitor: Visitor) -> None:
        parts = urllib.parse.urlsplit(visitor.url)
        assert parts.hostname and parts.port
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port)
        self.play = urllib.parse.urlsplit(visitor.play).path
        cookies = "; ".join(f"{each.name}={each.value}" for each in visitor.cookies)
        self.headers = {"Cookie": cookies, "HX-Request": "true"}
        self.token = visitor.token

    def ask(self, question: str, number: int) -> None:
        fields = {
            "question": question,
            "number": number,
            "attempt": 1,
            "key": uuid.uuid4(),
            "csrfmiddlewaretoken": self.token,
        }
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        body = urllib.parse.urlencode(fields)
        status, _ = self._send("POST", "ask/", body, form)
        assert status == 200

    def poll(self, number: int) -> str:
        status, page = self._send("GET", f"board/?seen={number}.1.waiting")
        assert status == 200, "The one poll came before the answer."
        return page

    def _send(self, method: str, path: str, body: str = "", headers: dict[str, str] | None = None):
        address = self.play + path
        self.connection.request(method, address, body or None, {**self.headers, **(headers or {})})
        response = self.connection.getresponse()
        return response.status, response.read().decode()


def test_one_whole_turn(services_lab: Lab):
    web = services_lab.processes[0].pid
    services_lab.environment["SWEEP_SECONDS"] = "15"
    worker = services_lab.start_worker().pid
    players = [Keeping(started(services_lab)) for _ in range(PLAYS)]
    take_turns(services_lab, players[:2])
    before = cpu_seconds(web), cpu_seconds(worker)
    turns = take_turns(services_lab, players[2:])
    web_ms, worker_ms = (
        1000 * (cpu_seconds(group) - start) / turns
        for group, start in zip((web, worker), before, strict=True)
    )
    total = web_ms + worker_ms
    print(
        f"\none turn: {total:.1f} ms CPU (web {web_ms:.1f}, worker {worker_ms:.1f}), "
        f"target {TARGET_MILLISECONDS} ms, ratio {total / TARGET_MILLISECONDS:.2f}, {turns} turns"
    )


def started(lab: Lab) -> Visitor:
    visitor = Visitor(lab.address)
    visitor.start()
    return visitor


def take_turns(lab: Lab, players: list[Keeping]) -> int:
    """Let each player ask all questions; each turn is polled once, when its answer is there."""
    for number, question in enumerate(QUESTIONS, start=1):
        for player in players:
            player.ask(question, number)
        eventually(lambda: lab.rows("Turn.objects.filter(status='waiting').count()") == "0")
        for player in players:
            assert re.search("yes|no", player.poll(number))
    return len(players) * len(QUESTIONS)
