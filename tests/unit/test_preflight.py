"""The pre-flight of a server: what it finds, what it says, and what it does not say."""

import asyncio
import json

import pytest

from evaluation import preflight, specs
from evaluation.checked import Checked, State
from games.llm.chat import Listing, ModelRefused, ModelUnavailable
from games.llm.scripted import Scripted
from tests.unit.tried_out import (
    CANDIDATES,
    QUESTION,
    SECRET_WORDS,
    Answering,
    Server,
    failure,
    pauses,
    run,
    states,
)


def test_a_sound_server_passes_every_check():
    checked = run(Answering(()))
    assert states(checked) == dict.fromkeys(
        ["server", "model", "system role", "text", "turns", "context"], State.PASSED
    )
    assert (checked.passed, checked.system_role, checked.alternate) == (True, True, False)


def test_the_opening_of_a_game_is_what_is_sent():
    model = Answering(())
    run(model)
    messages, options = model.requests[0]
    assert [message.role for message in messages] == ["system", "user"]
    assert "affordance_h" in messages[0].text
    assert options.max_tokens == 512


def test_what_was_found_is_json():
    stored = json.loads(json.dumps(run(Answering(())).as_json()))
    assert stored["passed"] is True
    assert stored["results"][0] == {
        "name": "server",
        "state": "passed",
        "sentence": "A server answers at http://127.0.0.1:1/v1.",
        "remedy": "",
    }


def test_a_server_that_is_not_there_is_tried_again_and_then_named():
    pauses.clear()
    failed = failure(run(Server((), found=ModelUnavailable("connection lost"))))
    assert "No server gives a usable answer at http://127.0.0.1:1/v1" in failed.sentence
    assert pauses == [1.0, 2.0, 5.0, 10.0, 30.0]


def test_a_busy_server_is_given_the_time_that_it_asks_for():
    pauses.clear()
    model = Server([ModelUnavailable("429", 20.0), QUESTION, QUESTION])
    assert run(model).passed
    assert pauses == [20.0]


def test_no_server_may_ask_for_more_than_a_minute():
    pauses.clear()
    run(Server([ModelUnavailable("429", 3600.0), QUESTION, QUESTION]))
    assert pauses == [60.0]


def test_a_model_that_is_not_there_is_told_with_those_that_are():
    failed = failure(run(Answering((), found=Listing(("large", "medium"))), name="smal"))
    assert failed.sentence == "The server has no model smal; it has large, medium."


def test_a_long_list_of_models_is_cut():
    found = Listing(tuple(f"m{number:02}" for number in range(13)))
    assert failure(run(Answering((), found=found))).sentence.endswith("m09 and 3 more.")


def test_a_name_that_the_server_lists_under_a_prefix_is_there():
    assert states(run(Answering((), found=Listing(("models/small",)))))["model"] == State.PASSED


@pytest.mark.parametrize("found", [Listing(()), ModelRefused("no such page", 404)])
def test_a_server_that_lists_nothing_is_gone_on_with(found):
    checked = run(Answering((), found=found))
    assert (checked.passed, states(checked)["model"]) == (True, State.NOTED)


@pytest.mark.parametrize(
    ("status", "name", "sentence"),
    [
        (401, "key", "The server does not accept the key."),
        (402, "key", "The account behind the key is out of money."),
        (403, "key", "The key may not use this model."),
        (404, "model", "The server has no model of this name."),
        (422, "reply", "The model refuses the opening of a game (status 422)."),
    ],
)
def test_a_refusal_is_told_in_our_own_words(status, name, sentence):
    refusals = [ModelRefused(SECRET_WORDS, status)] * 2
    failed = failure(run(Server(refusals)))
    assert (failed.name, failed.sentence) == (name, sentence)
    assert failed.remedy


def test_a_key_that_the_list_of_models_refuses_ends_the_checks():
    model = Server((), found=ModelRefused(SECRET_WORDS, 401))
    assert failure(run(model, key_variable="MODEL_KEY")).name == "key"


def test_the_provider_s_words_go_to_the_log_alone(caplog):
    checked = run(Server([ModelRefused(SECRET_WORDS, 422)] * 2))
    assert SECRET_WORDS not in json.dumps(checked.as_json())
    assert SECRET_WORDS in caplog.text


def test_what_is_known_of_the_model_becomes_facts():
    found = Listing(("small",), 8192, root="hub/small", template="{{ messages }}")
    facts = run(Answering((), found=found)).facts
    assert (facts["answers_as"], facts["root"], facts["context"]) == ("small-1", "hub/small", 8192)
    assert len(facts["chat_template_sha256"]) == 64


def test_a_template_that_nobody_tells_has_no_hash():
    assert run(Answering(())).facts["chat_template_sha256"] == ""


def in_process(folder, model=None, **more) -> Checked:
    tables = {"address": "", "name": "", "profile": "", "backend": "transformers", **more}
    return run(model or Answering(()), **tables, folder=str(folder))


def test_a_folder_that_is_not_there_fails(tmp_path):
    assert "no model in the folder" in failure(in_process(tmp_path / "none")).sentence


def test_a_folder_tells_its_context_and_template(tmp_path):
    (tmp_path / "config.json").write_text('{"max_position_embeddings": 8192}')
    (tmp_path / "tokenizer_config.json").write_text('{"chat_template": "{{ messages }}"}')
    checked = in_process(tmp_path)
    assert (checked.passed, checked.context) == (True, 8192)
    assert len(checked.facts["chat_template_sha256"]) == 64


def test_vllm_in_process_holds_what_it_is_started_with(tmp_path):
    (tmp_path / "config.json").write_text('{"max_position_embeddings": 131072}')
    assert in_process(tmp_path, backend="vllm").context == 8192
    assert in_process(tmp_path, backend="vllm", context=16384).context == 16384


def test_a_hub_s_name_need_not_lie_here():
    assert in_process("Qwen/Qwen3-8B").passed


def test_the_revision_that_is_fetched_is_told():
    told = in_process("Qwen/Qwen3-8B", revision="abc123").results[0].sentence
    assert told == "The model is fetched from the hub as Qwen/Qwen3-8B, revision abc123."


def test_a_model_in_process_that_gives_no_reply_is_no_server():
    silent = Scripted([ModelUnavailable("CUDA out of memory")] * 6)
    failed = failure(in_process("Qwen/Qwen3-8B", silent))
    assert failed.sentence == "The model gave no reply: 6 tries failed."
    assert "memory" in failed.remedy


def test_a_missing_key_is_told_before_anything_is_asked():
    checked = preflight.no_model(ModelRefused("The environment variable K is not set."))
    assert failure(checked).sentence == "The environment variable K is not set."


def test_a_program_has_nothing_to_try():
    assert preflight.programs().passed


def test_a_program_is_not_tried():
    spec = specs.of_json({"questioner": {"kind": "greedy"}, "games": {"catalogue": "open-1"}})
    with pytest.raises(ValueError, match="greedy Questioner has no model"):
        asyncio.run(preflight.check(Scripted([]), spec, briefing=None, candidates=CANDIDATES))
