"""What a run costs beside its calls: a server that needs 200 ms for each, 64 of them at once.

Rows are written durably, to PostgreSQL. INSPECT_PYTHON names the interpreter of an environment
with Inspect AI (`pip install inspect-ai openai`), which then makes the same calls beside it.
"""

import contextlib
import json
import math
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from evaluation import prompting
from evaluation.runner.engine import GAMES_FOR_A_CALL
from games import presets
from games.rules import State, questioner_view
from tests import played
from tests.bench.processes import empty_lab
from tests.lab import ROOT, Lab, eventually, free_port

pytestmark = pytest.mark.bench

LATENCY_SECONDS, AT_ONCE, CALLS_A_GAME = 0.2, 64, 21
LIMIT_SHARE, CPU_MILLISECONDS, FIRST_SECONDS = 0.9, 1.0, 5
TRIALS = 3
VERSION = "open-1"


@dataclass(frozen=True)
class Counted:
    """What the server counted: see LatencyServer."""

    calls: int
    ended: int
    waited: float
    first: float
    last: float
    most_in_flight: int

    @property
    def seconds(self) -> float:
        return self.last - self.first

    @property
    def limit_seconds(self) -> float:
        """How quick it could be: all places taken all the time, or one game's calls in a row."""
        mean = self.waited / self.ended
        return max(self.calls * mean / AT_ONCE, CALLS_A_GAME * mean)


@dataclass(frozen=True)
class Server:
    address: str

    def counted(self) -> Counted:
        """Since the last look."""
        with urllib.request.urlopen(f"{self.address}/counted") as answer:
            return Counted(**json.loads(answer.read()))


@dataclass(frozen=True)
class RunLab:
    lab: Lab
    folder: Path

    def run(self, server: Server, *, games: int, repeats: int = 1) -> int:
        """The id of a new run of the model at the server."""
        spec = self.folder / "spec.toml"
        spec.write_text(
            f'''
            run = {{ title = "Bench", concurrency = {AT_ONCE}, repeats = {repeats} }}
            model = {{ address = "{server.address}/v1", name = "rote" }}
            games = {{ catalogue = "{VERSION}", limit = {games} }}
            '''
        )
        self.lab.manage("run_evaluation", str(spec))
        return int(str(self.one("SELECT max(id) FROM evaluation_run")))

    def worker(self, run: int, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tests.bench.running_worker", str(run), *arguments]
        return subprocess.Popen(
            command, cwd=ROOT, env=self.lab.environment, stdout=subprocess.PIPE, text=True
        )

    def play(self, run: int, *arguments: str) -> dict:
        """Play in a worker's process to the end, or one slice; what that took."""
        printed, _ = self.worker(run, *arguments).communicate()
        return json.loads(printed)

    def one(self, query: str) -> object:
        with psycopg.connect(self.lab.environment["DATABASE_URL"]) as connection:
            row = connection.execute(query).fetchone()
            assert row
            return row[0]

    def replies(self, run: int) -> int:
        said = "SELECT count(*) FROM evaluation_storedreply r JOIN evaluation_episode e"
        return int(str(self.one(f"{said} USING (play_id) WHERE e.run_id = {run}")))


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunLab]:
    folder = tmp_path_factory.mktemp("runs")
    with empty_lab("postgresql", folder) as lab:
        lab.environment |= {"RUN_SLICE_SECONDS": "600", "RUN_LEASE_SECONDS": "2"}
        # What run_evaluation sends lies there unread: the bench starts its workers itself.
        lab.environment["CELERY_BROKER_URL"] = "filesystem://"
        lab.manage("import_catalogue", str(ROOT / "games" / "catalogue" / VERSION))
        yield RunLab(lab, folder)


@pytest.fixture(scope="module")
def shipped() -> played.Shipped:
    return played.shipped(VERSION)


@contextlib.contextmanager
def serving(kind: str, shipped: played.Shipped, folder: Path) -> Iterator[Server]:
    """A server in a process of its own whose latency is fixed or log-normal."""
    questions = folder / "questions.txt"
    questions.write_text("\n".join(each.text for each in shipped.world.questions.questions))
    port = free_port()
    arguments = [str(port), kind, str(LATENCY_SECONDS), str(questions)]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.latency_server", *arguments], cwd=ROOT
    )
    server = Server(f"http://127.0.0.1:{port}")
    try:
        eventually(lambda: server.counted() is not None)
        yield server
    finally:
        process.terminate()
        process.wait()


@pytest.mark.parametrize("kind", ["fixed", "lognormal"])
def test_calls_keep_the_server_busy(kind, bench, shipped, tmp_path):
    with serving(kind, shipped, tmp_path) as server:
        run = bench.run(server, games=1000)
        bench.play(run, "once")
        server.counted()
        took = bench.play(run)
        counted = server.counted()
        assert took["status"] == "complete" and counted.most_in_flight == AT_ONCE
        print(f"\n{kind}, {counted.calls:,} calls, {AT_ONCE} in flight:")
        print(line("the run", counted, took["cpu_seconds"]))
        for name, seconds in beside(server, shipped, tmp_path):
            print(line(name, server.counted(), seconds))
        print(f"  limits: {LIMIT_SHARE:.0%} of the limit, {CPU_MILLISECONDS} ms a call")


def line(name: str, counted: Counted, cpu_seconds: float) -> str:
    share = counted.limit_seconds / counted.seconds
    cpu = 1000 * cpu_seconds / counted.calls
    return f"  {name}: {share:.1%} of the limit, {cpu:.2f} ms CPU a call ({counted.calls:,} calls)"


def beside(server: Server, shipped: played.Shipped, folder: Path) -> Iterator[tuple[str, float]]:
    """The CPU seconds of others with like calls: nothing but aiohttp, and Inspect AI."""
    yield "aiohttp alone", plain(server, shipped, folder, sys.executable, games=320)
    inspect = os.environ.get("INSPECT_PYTHON")
    if inspect:
        yield "Inspect AI", plain(server, shipped, folder, inspect, "inspect", games=160)
    else:
        print("  Inspect AI: not measured, INSPECT_PYTHON names no interpreter that has it.")


def plain(server: Server, shipped, folder: Path, python: str, *way: str, games: int) -> float:
    opening = folder / "opening.json"
    opening.write_text(json.dumps(opening_of(shipped)))
    numbers = [str(games), str(CALLS_A_GAME), str(AT_ONCE)]
    script = str(ROOT / "tests" / "bench" / "plain_calls.py")
    done = subprocess.run(
        [python, script, f"{server.address}/v1", str(opening), *numbers, *way],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return float(json.loads(done.stdout.splitlines()[-1])["cpu_seconds"])


def opening_of(shipped: played.Shipped) -> list[dict[str, str]]:
    """A game's first messages as a run sends them."""
    game, _ = shipped.programs[0]
    protocol = presets.of_preset("paper", oracle="", checker="")
    briefing = prompting.brief(protocol, dict.fromkeys(game.spec.candidates, ""))
    messages = prompting.conversation(briefing, questioner_view(State(game.spec)))
    return [{"role": message.role, "content": message.text} for message in messages]


def test_a_kill_at_half_time_repeats_only_what_was_in_flight(bench, shipped, tmp_path):
    games = 300
    with serving("fixed", shipped, tmp_path) as server:
        run = bench.run(server, games=games)
        bench.play(run, "once")
        server.counted()
        trials = bench.replies(run)
        doomed = bench.worker(run)
        eventually(lambda: bench.replies(run) >= games * CALLS_A_GAME / 2, within=120)
        doomed.kill()
        doomed.wait()
        time.sleep(3)
        lost = server.counted().calls - (bench.replies(run) - trials)
        bench.play(run)
        calls = bench.replies(run)
    open_games = math.ceil(GAMES_FOR_A_CALL * AT_ONCE)
    print(
        f"\n{lost} calls of {calls:,} repeated after the kill: {AT_ONCE} at the server, the others "
        f"on their way into the rows; {open_games} games were open"
    )
    assert calls == games * CALLS_A_GAME and lost <= open_games


def test_seventy_thousand_games_begin_at_once_and_take_no_memory(bench, shipped, tmp_path):
    with serving("fixed", shipped, tmp_path) as server:
        run = bench.run(server, games=1056, repeats=67)
        queued = bench.one(f"SELECT count(*) FROM evaluation_episode WHERE run_id = {run}")
        began = time.monotonic()
        worker = bench.worker(run)
        try:
            eventually(lambda: bench.replies(run), within=60)
            first = time.monotonic() - began
            time.sleep(30)
            early = memory_of(worker.pid)
            time.sleep(60)
            late = memory_of(worker.pid)
        finally:
            worker.kill()
            worker.wait()
    print(
        f"\n{queued:,} games queued: first result after {first:.1f} s (limit {FIRST_SECONDS} s); "
        f"{early:.0f} MB after 30 s, {late:.0f} MB a minute later, {bench.replies(run):,} calls"
    )


def memory_of(process_id: int) -> float:
    """What the process holds now, in MB."""
    status = Path(f"/proc/{process_id}/status").read_text()
    (kilobytes,) = [row.split()[1] for row in status.splitlines() if row.startswith("VmRSS")]
    return int(kilobytes) / 1024
