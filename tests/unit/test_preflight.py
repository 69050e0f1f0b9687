"""The pre-flight: what it finds, what it says, and what it does not say."""

import asyncio
import json
from dataclasses import dataclass, field, replace

import pytest

from evaluation import preflight, prompting, specs
from evaluation.checked import Checked, State
from games import presets
from games.llm.chat import Listing, ModelRefused, ModelUnavailable, Reply
from games.llm.conversation import ContextOverflow
from games.llm.scripted import Scripted

SECRET_WORDS = "quota of account gnorbish exceeded"
CANDIDATES = tuple(f"affordance_{letter}" for letter in "abcdefgh")
QUESTION = Reply("QUESTION: Is it made of metal?", "small-1", prompt_tokens=450)
SERVED = {"address": "http://127.0.0.1:1/v1", "name": "small", "profile": "vllm"}


@dataclass
class Server(Scripted):
    """A scripted model behind a server that lists its models, or refuses to."""

    found: Listing | Exception = field(default_factory=lambda: Listing(("small",), 8192))

    async def listing(self) -> Listing:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


@dataclass
class Answering(Server):
    """Answers every call alike, but for those that `refuse` picks by their messages' roles."""

    replies: tuple = ()
    reply: Reply = QUESTION
    refuse: object = lambda roles: False

    async def generate(self, messages, options):
        self.requests.append((tuple(messages), options))
        if self.refuse([message.role for message in messages]):
            raise ModelRefused(SECRET_WORDS, 400)
        return self.reply


def run(model, *, sampling=None, protocol=None, **wanted) -> Checked:
    tables = {
        "model": SERVED | wanted,
        "games": {"catalogue": "open-1"},
        "sampling": sampling or {},
        "protocol": protocol or {},
    }
    frozen = presets.of_preset("paper", oracle="table", checker="lexicon")
    briefing = prompting.brief(frozen, dict.fromkeys(CANDIDATES, "Defined."))
    return asyncio.run(
        preflight.check(
            model, specs.of_json(tables), briefing=briefing, candidates=CANDIDATES, pause=at_once
        )
    )


async def at_once(seconds: float) -> None:
    pauses.append(seconds)


pauses: list[float] = []


def states(checked: Checked) -> dict[str, State]:
    return {result.name: result.state for result in checked.results}


def failure(checked: Checked):
    """The one check that failed, which is the last."""
    failed = [result for result in checked.results if result.state == State.FAILED]
    assert len(failed) == 1 and not checked.passed
    return failed[0]


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
    assert "No server answers at http://127.0.0.1:1/v1" in failed.sentence
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


def test_a_template_without_a_system_role_gets_it_folded():
    model = Answering((), refuse=lambda roles: "system" in roles)
    checked = run(model)
    assert (checked.passed, checked.system_role) == (True, False)
    assert states(checked)["system role"] == State.NOTED
    assert [message.role for message in model.requests[-1][0]] == ["user", "user"]


def test_a_template_that_takes_turns_gets_neighbours_joined():
    checked = run(Answering((), refuse=lambda roles: roles[-2:] == ["user", "user"]))
    assert (checked.passed, checked.alternate, checked.system_role) == (True, True, True)
    assert states(checked)["turns"] == State.NOTED


def test_a_limit_that_reasoning_uses_up_fails():
    empty = Reply("", "small-1", completion_tokens=512, finish_reason="length")
    failed = failure(run(Answering((), reply=empty)))
    assert failed.sentence == "The first reply used up its 512 tokens without a text."


def test_thoughts_alone_are_no_text():
    thoughts = Reply("<think>Metal splits", "small-1", finish_reason="length")
    assert failure(run(Answering((), reply=thoughts))).name == "text"


def test_an_empty_reply_that_ended_by_itself_is_noted():
    checked = run(Answering((), reply=replace(QUESTION, text="")))
    assert (checked.passed, states(checked)["text"]) == (True, State.NOTED)


def test_an_opening_that_does_not_fit_fails():
    assert failure(run(Server([ContextOverflow("8192", 400)]))).name == "context"


def test_a_context_too_small_for_a_long_game_fails():
    failed = failure(run(Answering((), found=Listing(("small",), 1024))))
    assert failed.name == "context"
    assert "the context holds 1,024" in failed.sentence


def test_what_a_long_game_needs_follows_the_server_s_own_count():
    # Twice the tokens for the same opening: twice the tokens for the game, and one reply.
    once = run(Answering(()))
    twice = run(Answering((), reply=replace(QUESTION, prompt_tokens=900)))
    assert twice.needed - 512 == pytest.approx(2 * (once.needed - 512), abs=2)


def test_an_allowance_for_reasoning_needs_room_too():
    usual = run(Answering(()))
    thinking = run(Answering(()), profile="vllm-thinking")
    assert thinking.needed - usual.needed == 4096


def test_a_context_that_nobody_tells_is_noted():
    checked = run(Answering((), found=Listing(("small",))))
    assert (checked.passed, states(checked)["context"]) == (True, State.NOTED)


CONSTRAINED = {"constrained": True}


def test_replies_that_keep_to_the_forms_pass():
    model = Answering(())
    assert states(run(model, protocol=CONSTRAINED))["constrained replies"] == State.PASSED
    assert any(options.regex for _, options in model.requests)


def test_replies_that_do_not_keep_to_the_forms_fail():
    model = Answering((), reply=replace(QUESTION, text="Is it metal?"))
    assert failure(run(model, protocol=CONSTRAINED)).name == "constrained replies"


def test_log_probabilities_pass_where_they_are_given():
    model = Answering((), reply=replace(QUESTION, first_logprobs={"A": -0.1}))
    found = states(run(model, sampling={"belief": True}))
    assert found["log-probabilities"] == State.PASSED


def test_log_probabilities_that_are_not_given_fail():
    failed = failure(run(Answering(()), sampling={"belief": True}))
    assert failed.remedy == "Set sampling.belief = false."


def test_what_is_known_of_the_model_becomes_facts():
    found = Listing(("small",), 8192, root="hub/small", template="{{ messages }}")
    facts = run(Answering((), found=found)).facts
    assert (facts["answers_as"], facts["root"], facts["context"]) == ("small-1", "hub/small", 8192)
    assert len(facts["chat_template_sha256"]) == 64


def test_a_template_that_nobody_tells_has_no_hash():
    assert run(Answering(())).facts["chat_template_sha256"] == ""


def in_process(folder, **more) -> Checked:
    tables = {"address": "", "name": "", "profile": "", "backend": "transformers", **more}
    return run(Answering(()), **tables, folder=str(folder))


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


def test_a_missing_key_is_told_before_anything_is_asked():
    checked = preflight.no_model(ModelRefused("The environment variable K is not set."))
    assert failure(checked).sentence == "The environment variable K is not set."


def test_a_program_has_nothing_to_try():
    assert preflight.programs().passed


def test_a_program_is_not_tried():
    spec = specs.of_json({"questioner": {"kind": "greedy"}, "games": {"catalogue": "open-1"}})
    with pytest.raises(ValueError, match="greedy Questioner has no model"):
        asyncio.run(preflight.check(Scripted([]), spec, briefing=None, candidates=CANDIDATES))
