"""A game's prompts are the same tokens to a vLLM server, to vLLM in process and to transformers.

Each applies the model's own chat template; figures of a model then do not depend on where it runs.
"""

import hashlib
import json
import os
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from evaluation import prompting
from games import presets, rules
from games.llm import openai_wire
from games.llm.chat import Message, Options
from games.llm.conversation import fitted
from games.llm.local import LocalModel
from games.llm.loop import wait_for
from games.llm.profiles import PROFILES
from games.roles import Question
from games.rules import Answer, GameSpec, Limits, Reason, State

pytestmark = pytest.mark.live
ROOT = Path(__file__).parents[2]
PYTHON = Path(os.environ.get("VLLM_PYTHON", ROOT / ".venv-vllm" / "bin" / "python"))
CANDIDATES = {
    "conduct_heat": "Heat passes through it quickly.",
    "fold_flat": "It can be folded until it lies flat: “like a map”.",
    "hold_liquid": "It keeps a liquid in.",
    "pierce_through": "It makes a hole in something.",
    "roll_on_floor": "It rolls.",
    "sink_in_water": "It goes down in water.",
    "stack_up": "Several of it stand on each other.",
    "tie_together": "It binds things.",
}


def missing(what: str) -> None:
    if os.environ.get("REQUIRE_LIVE") == "1":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="module")
def folder() -> Path:
    found = Path(os.environ.get("MODELS_DIR", "var/models")) / "smollm2-135m"
    if not (found / "config.json").is_file():
        missing(f"{found} holds no model: run make models")
    return found.resolve()


def states() -> Iterator[State]:
    """Positions of a game: its start, an answer, refusals, and the last, where a guess is due."""
    state = State(GameSpec("thing", tuple(CANDIDATES), "fold_flat"), Limits(questions=2))
    yield state
    state = rules.reply(rules.ask(state, "Is any part of it flat?"), Answer.YES)
    yield state
    state = rules.refuse(rules.ask(state, "Can it fold?"), Reason.FUNCTION_OR_USE)
    state = rules.refuse(rules.ask(state, "  \u4f60\u597d … \n"), Reason.UNPARSEABLE)
    yield state
    yield rules.reply(rules.ask(state, "Is it longer than 20 cm?"), Answer.NO)


def conversations() -> list[list[Message]]:
    protocol = presets.of_preset("house", oracle="", checker="")
    briefing = prompting.brief(protocol, CANDIDATES)
    short = prompting.Briefing(briefing.system, briefing.opening, Limits(questions=2))
    told = [prompting.conversation(short, rules.questioner_view(state)) for state in states()]
    letters = dict(zip("ABCDEFGH", CANDIDATES, strict=True))
    return [*told, prompting.belief_question(told[-1], Question("Is it flat?"), letters)]


def hashes(prompts: Sequence[Sequence[int]]) -> list[str]:
    return [hashlib.sha256(json.dumps([*ids]).encode()).hexdigest()[:16] for ids in prompts]


def by_transformers(folder: Path) -> list[list[int]]:
    from games.llm.local_engine import TorchEngine

    seen: list[list[int]] = []

    class Watched(TorchEngine):
        def _padded(self, prompts):
            seen.extend([*ids] for ids in prompts)
            return super()._padded(prompts)

    model = LocalModel(folder, engine=lambda: Watched(str(folder), threads=1))
    try:
        for messages in conversations():
            wait_for(model.generate(messages, Options(max_tokens=1)))
    finally:
        model.close()
    return seen


def by_vllm_in_process(folder: Path) -> list[list[int]]:
    if not PYTHON.is_file():
        missing(f"{PYTHON} is not there: run .ci/vllm start")
    told = [[[m.role, m.text] for m in messages] for messages in conversations()]
    quiet = {"HF_HUB_OFFLINE": "1", "VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}
    done = subprocess.run(
        [PYTHON, "-m", "tests.live.vllm_prompts"],
        input=json.dumps({"folder": str(folder), "conversations": told}),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **quiet, "VLLM_CPU_KVCACHE_SPACE": "1"},
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def by_vllm_server(address: str) -> list[list[int]]:
    name = os.environ.get("VLLM_MODEL", "smollm2-135m")
    return [_prompt_at(address, messages, name) for messages in conversations()]


def _prompt_at(address: str, messages: list[Message], name: str) -> list[int]:
    options = Options(max_tokens=1)
    body = openai_wire.request(fitted(messages), options, model=name, profile=PROFILES["vllm"])
    request = urllib.request.Request(
        f"{address}/chat/completions",
        json.dumps({**body, "return_token_ids": True}).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=120) as response:
        return json.load(response)["prompt_token_ids"]


@pytest.fixture(scope="module")
def transformers(folder) -> list[list[int]]:
    return by_transformers(folder)


def test_a_vllm_server_reads_the_tokens_that_transformers_reads(transformers):
    address = os.environ.get("VLLM_BASE_URL")
    if not address:
        missing("VLLM_BASE_URL names no vLLM server")
    assert hashes(by_vllm_server(address)) == hashes(transformers)


def test_vllm_in_process_reads_the_tokens_that_transformers_reads(folder, transformers):
    assert hashes(by_vllm_in_process(folder)) == hashes(transformers)


def test_each_prompt_begins_with_the_one_before_it_but_for_its_opening_of_a_reply(transformers):
    # SmolLM2's template opens a reply with "<|im_start|>assistant\n": three tokens.
    game = transformers[:4]
    for before, after in zip(game, game[1:], strict=False):
        assert after[: len(before)] == before
    assert len({*hashes(transformers)}) == 5
