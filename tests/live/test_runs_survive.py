"""A run loses no turn and plays none twice, whatever dies, is late or goes away."""

import math
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from evaluation.runner.engine import GAMES_FOR_A_CALL
from tests.lab import eventually
from tests.live.model_server import RotePlayer
from tests.live.running import RunsLab, a_catalogue, cut_off, runs_lab

pytestmark = pytest.mark.live
GAMES, CONCURRENCY = 60, 8
PREFLIGHT_CALLS = 2
CALLS = GAMES * (len(RotePlayer.QUESTIONS) + 1)


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with a_catalogue(tmp_path_factory.mktemp("catalogue")) as name:
        yield name


def reached(lab: RunsLab, share: float):
    return lambda: lab.replies >= share * CALLS


def test_a_worker_killed_at_half_time_and_again_during_the_resume(catalogue: str, tmp_path: Path):
    with RotePlayer().running() as server, runs_lab(tmp_path, catalogue) as lab:
        lab.launch(server, tmp_path, games=GAMES, concurrency=CONCURRENCY)
        for share in (0.5, 0.7):
            doomed = lab.start_worker(pool="solo")
            eventually(reached(lab, share), within=90)
            lab.kill(doomed)
            eventually(lambda: lab.replies < CALLS)
        lab.start_worker()
        eventually(lab.complete, within=90)
        lab.audit(games=GAMES)
        repeated = server.replied - CALLS - PREFLIGHT_CALLS
    print(f"\n{repeated} calls of {CALLS} repeated after two kills, {CONCURRENCY} in flight each")
    # A reply that is not in the rows yet is as lost as a call that is under way.
    assert repeated <= 2 * math.ceil(GAMES_FOR_A_CALL * CONCURRENCY)


def test_a_killed_worker_is_found_and_said_to_be_gone(catalogue: str, tmp_path: Path):
    with RotePlayer().running() as server, runs_lab(tmp_path, catalogue) as lab:
        lab.launch(server, tmp_path, games=GAMES)
        other = lab.start_worker(pool="solo")
        eventually(reached(lab, 0.2), within=90)
        lab.kill(other)
        assert lab.state == "running"
        time.sleep(float(lab.environment["RUN_LEASE_SECONDS"]) + 0.5)
        lab.sweep()
        assert lab.state == "interrupted worker_gone"


def test_without_a_broker_for_a_while_the_slice_goes_on(catalogue: str, tmp_path: Path):
    with RotePlayer().running() as server, runs_lab(tmp_path, catalogue) as lab:
        lab.launch(server, tmp_path, games=GAMES)
        lab.start_worker(pool="solo")
        eventually(reached(lab, 0.2), within=90)
        lab.broker.stop()
        eventually(reached(lab, 0.4), within=30)
        time.sleep(6)
        lab.broker.start()
        eventually(lab.complete, within=90)
        lab.audit(games=GAMES)
        assert server.replied == CALLS + PREFLIGHT_CALLS


def test_a_restarted_database_costs_no_call(catalogue: str, tmp_path: Path):
    with (
        RotePlayer().running() as server,
        runs_lab(tmp_path, catalogue, RUN_LEASE_SECONDS="10") as lab,
    ):
        lab.launch(server, tmp_path, games=GAMES)
        lab.start_worker(pool="solo")
        for share in (0.2, 0.5):
            eventually(reached(lab, share), within=90)
            with cut_off(lab):
                time.sleep(3)
        eventually(lab.complete, within=90)
        lab.audit(games=GAMES)
        assert server.replied == CALLS + PREFLIGHT_CALLS


def test_messages_delivered_again_and_again_play_nothing_twice(catalogue: str, tmp_path: Path):
    server = RotePlayer(delay_seconds=0.3)
    with server.running(), runs_lab(tmp_path, catalogue, VISIBILITY_SECONDS="1") as lab:
        lab.launch(server, tmp_path, games=30, concurrency=16, workers=2)
        for _ in range(2):
            lab.start_worker()
        eventually(lab.complete, within=120)
        lab.audit(games=30)
        assert server.replied == 30 * (len(server.QUESTIONS) + 1) + PREFLIGHT_CALLS


def test_an_engine_that_dies_and_comes_back_costs_no_game(catalogue: str, tmp_path: Path):
    with RotePlayer().running() as server, runs_lab(tmp_path, catalogue) as lab:
        lab.launch(server, tmp_path, games=GAMES)
        lab.start_worker(pool="solo")
        eventually(reached(lab, 0.3), within=90)
        server.broken = True
        eventually(lambda: lab.one("SELECT pausing FROM evaluation_runworker"), within=30)
        time.sleep(3)
        server.broken = False
        eventually(lab.complete, within=90)
        lab.audit(games=GAMES)


def test_an_engine_that_stays_dead_pauses_the_run(catalogue: str, tmp_path: Path):
    with (
        RotePlayer().running() as server,
        runs_lab(tmp_path, catalogue, RUN_PATIENCE_SECONDS="2") as lab,
    ):
        lab.launch(server, tmp_path, games=GAMES)
        lab.start_worker(pool="solo")
        eventually(reached(lab, 0.2), within=90)
        server.broken = True
        eventually(lambda: lab.state == "paused server_gone", within=60)
        assert lab.one("SELECT count(*) FROM evaluation_episode WHERE fault <> ''") == 0


def test_two_workers_share_one_run(catalogue: str, tmp_path: Path):
    server = RotePlayer(delay_seconds=0.2)
    with server.running(), runs_lab(tmp_path, catalogue) as lab:
        lab.launch(server, tmp_path, games=GAMES, concurrency=CONCURRENCY, workers=2)
        for _ in range(2):
            lab.start_worker(pool="solo")
        began = time.monotonic()
        both = "SELECT count(DISTINCT holder) FROM evaluation_episode WHERE holder <> ''"
        eventually(lambda: lab.one(both) == 2, within=60)
        eventually(lab.complete, within=120)
        seconds = time.monotonic() - began
        lab.audit(games=GAMES)
        assert server.replied == CALLS + PREFLIGHT_CALLS
    print(f"\ntwo workers: {CALLS / seconds:.0f} calls/s in {seconds:.1f} s, starts included")
