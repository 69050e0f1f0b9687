"""A run as a log of Inspect AI: its structure, and what the real library reads in it."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from evaluation import run_words
from evaluation.models import Run
from evaluation.run_exports import whole
from games import prompts
from tests import run_exported, runs

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[3]


@pytest.fixture
def run() -> Run:
    return run_exported.run_of_all_endings()


@pytest.fixture
def inspect() -> str:
    """A Python that has Inspect AI."""
    if found := os.environ.get("INSPECT_PYTHON"):
        return found
    if importlib.util.find_spec("inspect_ai") is None:
        pytest.skip("INSPECT_PYTHON names no Python with inspect_ai")
    return sys.executable


def log_of(run: Run) -> dict:
    return json.loads(run_exported.document(run, whole.INSPECT))


def test_the_log_has_the_keys_of_an_eval_log_in_their_order(run):
    assert list(log_of(run)) == ["version", "status", "eval", "plan", "results", "stats", "samples"]


def test_every_ended_game_is_a_sample_that_is_scored(run):
    log = log_of(run)
    assert [(sample["id"], sample["epoch"]) for sample in log["samples"]] == [
        ("run-1", 1), ("run-2", 1), ("run-3", 1)
    ]  # fmt: skip
    assert [sample["scores"]["solved"]["value"] for sample in log["samples"]] == ["C", "I", "I"]
    assert log["samples"][2]["error"]["message"] == "longer than the model's context"
    results = log["results"]
    assert (results["total_samples"], results["completed_samples"]) == (5, 2)
    assert results["scores"][0]["metrics"]["accuracy"]["value"] == pytest.approx(1 / 3)
    assert results["scores"][0]["metrics"]["wilson_low"]["value"] < 1 / 3


def test_a_sample_retells_the_game_with_the_replies_as_they_came(run):
    first = log_of(run)["samples"][0]
    roles = [message["role"] for message in first["messages"]]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user", "assistant"]
    asked, told, *_, guess = first["messages"][2:]
    assert asked["content"] == run_exported.FORMULA
    assert asked["metadata"]["read_as"] == "QUESTION: Is it made of metal?"
    assert asked["metadata"]["belief"] == run_exported.BELIEF
    assert "yes" in told["content"].lower()
    assert guess["content"] == first["output"]["completion"] == f"FINAL_GUESS: {first['target']}"
    assert first["input"] == first["messages"][:2]
    assert all(key in first["messages"][0]["content"] for key in first["choices"])


def test_a_program_says_what_it_means(db):
    spec = {"questioner": {"kind": "greedy"}, "games": {"catalogue": "invented-1"}}
    run = runs.run(games=runs.games(1), spec=spec)
    runs.finish(run, "won").episodes.get().play.replies.all().delete()
    (sample,) = log_of(run)["samples"]
    said = [each["content"] for each in sample["messages"] if each["role"] == "assistant"]
    assert said == ["QUESTION: Is it made of metal?", f"FINAL_GUESS: {sample['target']}"]
    assert sample["model_usage"] == {} and log_of(run)["stats"]["model_usage"] == {}


def test_whether_the_prompts_are_those_of_then_is_told(run):
    assert log_of(run)["eval"]["metadata"]["told_as_sent"] is None
    for sent, same in ((prompts.load("questioner").sha256, True), ("0" * 64, False)):
        Run.objects.update(facts={"prompts": {"questioner": sent}})
        assert log_of(run)["eval"]["metadata"]["told_as_sent"] is same


def test_the_run_card_and_what_it_was_made_with_go_along(run):
    told = log_of(run)["eval"]
    assert told["metadata"]["run_card"]["run"]["address"] == "invented"
    assert told["revision"] == {"type": "git", "origin": "", "commit": "a" * 40, "dirty": True}


def test_a_run_that_goes_on_has_started_and_a_failed_one_says_why(run):
    assert log_of(run)["status"] == "started"
    Run.objects.update(status="failed", reason="bug", ended_at=run.started_at)
    log = log_of(run)
    assert (log["status"], log["error"]["message"]) == (
        "error", run_words.REASONS["bug"]
    )  # fmt: skip


def test_inspect_ai_reads_it(run, inspect, tmp_path):
    file = tmp_path / "log.json"
    file.write_text(run_exported.document(run, whole.INSPECT))
    done = subprocess.run(
        [inspect, "-m", "tests.inspect_reading", file],
        capture_output=True, text=True, cwd=ROOT, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["status"], found["summaries"]) == ("started", 3)
    assert found["scores"] == ["C", "I", "I"]
    assert found["errors"] == [None, None, "longer than the model's context"]
    assert found["accuracy"] == pytest.approx(1 / 3)
    assert found["canary"] == "canary"
    assert found["roles"][0][:3] == ["system", "user", "assistant"]
    assert found["tokens"] == 5 * 110
