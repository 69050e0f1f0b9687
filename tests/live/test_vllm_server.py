"""A vLLM server, over HTTP."""

import asyncio
import os
import re

import pytest

from games.llm import openai_http
from games.llm.chat import Message, ModelRefused, Options
from games.llm.conversation import ContextOverflow
from games.llm.loop import wait_for
from games.llm.openai_http import OpenAIHTTP
from games.model_roles import ModelOracle
from games.rules import Answer
from games.sheets import ObjectSheet

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def server():
    address = os.environ.get("VLLM_BASE_URL")
    if not address:
        message = "VLLM_BASE_URL names no vLLM server"
        if os.environ.get("REQUIRE_LIVE") == "1":
            pytest.fail(message)
        pytest.skip(message)
    yield address
    wait_for(openai_http.close())


@pytest.fixture(scope="module")
def model(server):
    return OpenAIHTTP(server, os.environ.get("VLLM_MODEL", "smollm2-135m"), timeout_seconds=120)


def ask(model, text, **options):
    return wait_for(model.generate([Message("user", text)], Options(**options)))


def test_it_replies_and_counts(model):
    reply = ask(model, "What is the capital of France?", max_tokens=20)
    # What so small a model says differs with the processor: its numbers have 16 bits.
    assert reply.text.strip()
    assert reply.prompt_tokens > 0
    assert 0 < reply.completion_tokens <= 20


def test_a_choice_is_one_of_the_choices_with_its_logprobs(model):
    reply = ask(model, "Is ice cold?", max_tokens=5, choices=("Yes", "No"), top_logprobs=20)
    assert reply.text in ("Yes", "No")
    assert {"Yes", "No"} <= set(reply.first_logprobs)


def test_a_regex_is_kept_to(model):
    form = r"(QUESTION: Is it [a-z]{3,10}\?|FINAL_GUESS: (dig|hold))"
    reply = ask(model, "Ask me something.", max_tokens=40, regex=form)
    assert re.fullmatch(form, reply.text)


def test_the_server_says_how_long_its_context_is(model):
    assert wait_for(model.listing()).context == 8192


def test_a_conversation_that_does_not_fit_is_refused(model):
    with pytest.raises(ContextOverflow, match="8192"):
        ask(model, "word " * 9000, max_tokens=5)


def test_a_model_that_is_not_served_is_refused(server):
    with pytest.raises(ModelRefused, match="404"):
        ask(OpenAIHTTP(server, "no-such-model"), "Hello", max_tokens=5)


def test_many_conversations_are_answered_at_once(model):
    async def all_at_once():
        return await asyncio.gather(
            *(
                model.generate([Message("user", f"Say {number}.")], Options(max_tokens=8))
                for number in range(32)
            )
        )

    assert len(wait_for(all_at_once())) == 32


def test_as_an_oracle_it_answers_by_its_logprobs(model):
    sheet = ObjectSheet("plate", "plate", "A flat round china plate, 25 cm across.")
    verdict = wait_for(ModelOracle(model).answer(sheet, "Is it round?"))
    assert verdict.answer in (Answer.YES, Answer.NO)
    assert verdict.confidence is not None
