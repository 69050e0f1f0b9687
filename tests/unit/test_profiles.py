"""What each service is sent, and what its recorded replies are read as.

The replies in tests/data/provider_replies are written after the services' documentation.
"""

import json
from pathlib import Path

import pytest

from games.llm import openai_wire
from games.llm.chat import Message, ModelRefused, Options, Reply
from games.llm.profiles import PLAIN, PROFILES, Profile

REPLIES = Path(__file__).parents[1] / "data" / "provider_replies"
RECORDED = sorted(REPLIES.glob("*.json"))


def sent(name: str, **options) -> dict:
    asked = Options(**{"max_tokens": 512, **options})
    messages = [Message("user", "Is it red?")]
    return openai_wire.request(messages, asked, model="m", profile=PROFILES[name])


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_a_recorded_reply_is_read(file):
    recorded = json.loads(file.read_text())
    reply = openai_wire.reply(recorded["body"], "m", PROFILES[recorded["profile"]])
    assert {name: getattr(reply, name) for name in recorded["expect"]} == recorded["expect"]


def test_every_profile_has_a_recorded_reply_or_shares_its_shape():
    recorded = {json.loads(file.read_text())["profile"] for file in RECORDED}
    assert set(PROFILES) - recorded == {"vllm-no-thinking"}


def test_a_plain_service_gets_temperature_seed_and_limit():
    body = sent("plain", seed=7)
    assert (body["temperature"], body["seed"], body["max_tokens"]) == (0.0, 7, 512)


def test_a_reasoning_model_gets_no_temperature_seed_or_logprobs():
    body = sent("openai-reasoning", seed=7, top_logprobs=5)
    assert not {"temperature", "seed", "logprobs", "top_logprobs", "max_tokens"} & set(body)


def test_reasoning_and_text_share_one_limit():
    # 512 for the text and 8,192 for the reasoning.
    assert sent("openai-reasoning")["max_completion_tokens"] == 512 + 8192


def test_an_allowance_stays_below_what_the_service_takes():
    # 512 + 1,536 = 2,048 is the most; a longer text leaves less for reasoning.
    assert sent("minimax")["max_completion_tokens"] == 2048
    assert sent("minimax", max_tokens=1024)["max_completion_tokens"] == 2048


def test_a_temperature_that_is_not_taken_is_raised():
    assert sent("minimax")["temperature"] == 0.01
    assert sent("minimax", temperature=0.7)["temperature"] == 0.7


def test_an_effort_is_sent_where_the_service_knows_one():
    assert sent("gemini")["reasoning_effort"] == "low"
    assert "reasoning_effort" not in sent("openai-reasoning")


def test_thinking_is_switched_off_where_the_profile_says_so():
    assert sent("deepseek")["thinking"] == {"type": "disabled"}
    assert sent("vllm-no-thinking")["chat_template_kwargs"] == {"enable_thinking": False}


def test_another_effort_and_allowance_replace_the_profile_s():
    profile = PROFILES["openai-reasoning"].with_reasoning(effort="minimal", tokens=1000)
    assert (profile.effort, profile.budget(512)) == ("minimal", 1512)


def test_no_allowance_is_an_allowance():
    assert PROFILES["openai-reasoning"].with_reasoning(tokens=0).budget(512) == 512


def test_an_effort_that_the_service_does_not_know_is_refused():
    with pytest.raises(ValueError, match="gemini knows these efforts: none, minimal, low"):
        PROFILES["gemini"].with_reasoning(effort="max")


def test_a_constrained_reply_needs_a_profile_that_honours_it():
    with pytest.raises(ModelRefused, match="taking no constrained replies"):
        sent("plain", regex="Y.*")


@pytest.mark.parametrize(
    "body", [{}, {"choices": []}, {"choices": [{}]}, {"choices": [None]}, [], None, "text"]
)
def test_a_body_without_a_choice_is_refused(body):
    with pytest.raises(ModelRefused, match="holds no choice"):
        openai_wire.reply(body, "m", PLAIN)


@pytest.mark.parametrize("usage", [None, [], "many", {"completion_tokens_details": 3}])
def test_usage_of_another_shape_counts_nothing(usage):
    body = {"choices": [{"message": {"content": "Yes"}}], "usage": usage}
    assert openai_wire.reply(body, "m", PLAIN) == Reply(text="Yes", model="m", finish_reason="")


def test_hidden_tokens_are_never_below_zero():
    body = {
        "choices": [{"message": {"content": "Yes"}}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 12},
    }
    reply = openai_wire.reply(body, "m", Profile("x", hidden_beside=True))
    assert (reply.hidden_tokens, reply.completion_tokens) == (0, 4)
