"""Tuning the packaged model for a few steps, in this process and in one that is killed."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evaluation.tuning import chats, courses
from evaluation.tuning.courses import Course, Watch
from evaluation.tuning.plans import TuningPlan
from games.llm.chat import Message, Options
from games.llm.local import LocalModel
from games.llm.loop import wait_for

pytestmark = pytest.mark.live
ROOT = Path(__file__).resolve().parents[2]
ASKED = "Which is best?\nA. a rope\nB. a ribbon"
CHAT = [{"role": "user", "content": ASKED}, {"role": "assistant", "content": "B"}]
LINE = json.dumps({"messages": CHAT}) + "\n"
PLAN = TuningPlan(steps=4, rank=4, batch=1, learning_rate=5e-3)


def missing(what):
    if os.environ.get("REQUIRE_LIVE") == "1":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="module")
def base():
    found = Path(os.environ.get("MODELS_DIR", ROOT / "var/models")).resolve() / "smollm2-135m"
    if not (found / "config.json").is_file():
        missing(f"{found} holds no model: run make models")
    return found


@pytest.fixture(scope="module")
def lora():
    """The learner, once the libraries are there."""
    try:
        from evaluation.tuning.lora import LoraLearner
    except ImportError as error:
        missing(f"{error}: run make models")
    return LoraLearner


def course(tmp_path, name="tuned"):
    found = chats.read_chats(LINE.encode() * 2, "slice.jsonl").content
    return Course(tmp_path / name, PLAN, found, "mark")


def advance(which, learner, *, steps=99):
    """So many steps of this process at most, then it has worked enough."""
    own = []
    watch = Watch(told=lambda losses: not own.append(1), enough=lambda: len(own) >= steps)
    return courses.advance(which, learner, watch)


def reply(folder):
    model = LocalModel(folder)
    try:
        asked = [Message("user", ASKED)]
        return wait_for(model.generate(asked, Options(max_tokens=12, temperature=0.0))).text
    finally:
        model.close()


def test_what_is_learnt_is_said_and_a_break_changes_nothing(base, lora, tmp_path):
    whole, broken = course(tmp_path / "whole"), course(tmp_path / "broken")
    losses = advance(whole, lora(base, PLAN))
    assert losses[-1] < losses[0]
    assert len(advance(broken, lora(base, PLAN), steps=2)) == 2
    assert advance(broken, lora(base, PLAN)) == pytest.approx(losses, rel=1e-4)
    merged = whole.folder / "tuned"
    assert json.loads((merged / "config.json").read_text())["tuned_as"] == "mark"
    assert reply(base) != "B"
    assert reply(merged) == "B"
    from peft import PeftModel
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(base)
    assert PeftModel.from_pretrained(model, whole.folder / "adapter").peft_config["default"].r == 4


def manage(*args, var, **options):
    environment = {**os.environ, "VAR_DIR": str(var), "RUN_LEASE_SECONDS": "1"}
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "-u", "manage.py", *map(str, args)]
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, **options
    )


def test_a_killed_command_goes_on_where_it_put_its_work_aside(base, lora, tmp_path):
    file = tmp_path / "slice.jsonl"
    file.write_text(LINE * 2)
    assert manage("migrate", "-v0", var=tmp_path).wait(120) == 0
    told = ("tune", file, "--base", base, "--name", "mine", "--here", "--batch", 1, "--steps", 14)
    first = manage(*told, var=tmp_path)
    for line in first.stdout:
        if line.startswith("step 12:"):
            first.kill()
    first.wait(30)
    time.sleep(20)  # its lease was five times as long as its last step
    again = manage(*told, var=tmp_path)
    said, _ = again.communicate(timeout=300)
    steps = [line for line in said.splitlines() if line.startswith("step ")]
    assert steps[0].startswith("step 11:")
    assert "mine: ready after 14 steps" in said
    assert (tmp_path / "tuned" / "mine" / "mine" / "model.safetensors").is_file()
    assert sorted(path.name for path in (tmp_path / "tuned").iterdir()) == ["mine"]
