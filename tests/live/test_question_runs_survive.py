"""A run over a question set loses no reply and asks nothing twice, whatever dies or goes away."""

import math
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from evaluation.runner.engine import GAMES_FOR_A_CALL
from tests.lab import eventually
from tests.live.model_server import RoteAnswerer
from tests.live.running import RunsLab, a_question_set, cut_off, runs_lab

pytestmark = pytest.mark.live
QUESTIONS, CONCURRENCY = 120, 8
PREFLIGHT_CALLS = 1
# Each is asked a second time, for its first reply is no answer; the first one was met before.
CALLS = 2 * QUESTIONS - 1


@pytest.fixture(scope="module")
def question_set(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with a_question_set(tmp_path_factory.mktemp("set"), QUESTIONS) as name:
        yield name


def reached(lab: RunsLab, share: float):
    return lambda: lab.choice_replies >= share * CALLS


def test_workers_killed_at_half_time_and_again_cost_no_more_than_calls_in_flight(
    question_set: str, tmp_path: Path
):
    with RoteAnswerer().running() as server, runs_lab(tmp_path, question_set) as lab:
        lab.launch_questions(server, tmp_path, concurrency=CONCURRENCY)
        for share in (0.4, 0.7):
            doomed = lab.start_worker(pool="solo")
            eventually(reached(lab, share), within=90)
            lab.kill(doomed)
            eventually(lambda: lab.choice_replies < CALLS)
        lab.start_worker()
        eventually(lab.complete, within=90)
        lab.audit_questions(questions=QUESTIONS)
        stored = lab.choice_replies
        lost = server.replied - stored - PREFLIGHT_CALLS
    print(f"\n{lost} replies of {stored} lost with two workers, {CONCURRENCY} in flight each")
    assert lost <= 2 * math.ceil(GAMES_FOR_A_CALL * CONCURRENCY)


def test_a_restarted_database_costs_no_call(question_set: str, tmp_path: Path):
    unusual = {"RUN_LEASE_SECONDS": "10"}
    with RoteAnswerer().running() as server, runs_lab(tmp_path, question_set, **unusual) as lab:
        lab.launch_questions(server, tmp_path, concurrency=CONCURRENCY)
        lab.start_worker(pool="solo")
        eventually(reached(lab, 0.3), within=90)
        with cut_off(lab):
            time.sleep(3)
        eventually(lab.complete, within=90)
        lab.audit_questions(questions=QUESTIONS)
        assert server.replied == lab.choice_replies + PREFLIGHT_CALLS == CALLS + PREFLIGHT_CALLS


def test_two_workers_share_one_run_and_messages_come_twice(question_set: str, tmp_path: Path):
    unusual = {"VISIBILITY_SECONDS": "1"}
    with RoteAnswerer().running() as server, runs_lab(tmp_path, question_set, **unusual) as lab:
        lab.launch_questions(server, tmp_path, concurrency=4, workers=2)
        for _ in range(2):
            lab.start_worker(pool="solo")
        eventually(lab.complete, within=120)
        lab.audit_questions(questions=QUESTIONS)
        assert server.replied == CALLS + PREFLIGHT_CALLS
