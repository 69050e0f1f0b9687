"""Whatever JSON a server sends: a value, or one of the two errors, and what a row can hold."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.llm import openai_wire
from games.llm.chat import ModelRefused, ModelUnavailable
from games.llm.profiles import PLAIN, PROFILES

NAMES = (
    "choices", "message", "content", "usage", "prompt_tokens", "completion_tokens", "model",
    "finish_reason", "logprobs", "top_logprobs", "token", "logprob", "data", "id", "meta",
    "max_model_len", "n_ctx", "root", "error", "chat_template", "type", "text", "total_tokens",
    "completion_tokens_details", "reasoning_tokens", "prompt_tokens_details", "cached_tokens",
)  # fmt: skip
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**30, -(10**30), 10**400])
    | st.floats()
    | st.text(max_size=5)
    | st.just("small")
)
BODIES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=6)
    ),
    max_leaves=25,
)
LARGEST = 10_000_000


@given(BODIES, st.sampled_from(sorted(PROFILES)))
def test_a_reply_is_one_that_a_row_holds_or_refused(body, profile):
    try:
        read = openai_wire.reply(body, "small", PROFILES[profile])
    except ModelRefused:
        return
    counts = (read.prompt_tokens, read.completion_tokens, read.cached_tokens, read.hidden_tokens)
    assert all(0 <= count <= 2 * LARGEST for count in counts)
    assert isinstance(read.text, str) and len(read.model) <= 200


@given(BODIES)
def test_a_list_of_models_holds_names_and_a_context(body):
    found = openai_wire.listing(body, "small")
    assert all(isinstance(name, str) for name in found.names)
    assert found.context is None or 0 < found.context <= LARGEST
    assert isinstance(found.root, str) and isinstance(openai_wire.template(body), str)


@given(BODIES, st.sampled_from([400, 401, 404, 413, 422, 429, 500, 503]))
def test_an_error_s_body_may_be_anything(body, status):
    said = openai_wire.failure(status, json.dumps(body), {}, model="small")
    assert isinstance(said, ModelRefused | ModelUnavailable)


@pytest.mark.parametrize("text", ["[" * 200_000, '{"error": ' + "9" * 6000 + "}"])
def test_an_error_that_no_parser_holds_is_told_by_its_beginning(text):
    said = openai_wire.failure(500, text, {}, model="small")
    assert isinstance(said, ModelUnavailable) and len(str(said)) < 600


@pytest.mark.parametrize("value", ["Mon, 01 Jan 99999999999999999 00:00:00 GMT", "-1", "nan", ""])
def test_a_retry_after_that_is_none_asks_for_nothing(value):
    assert openai_wire.retry_after(value, now=datetime(2030, 1, 1, tzinfo=UTC)) is None


def test_a_context_that_cannot_be_is_not_known():
    body = {"data": [{"id": "small", "max_model_len": 10**40, "root": {"a": 1}}]}
    found = openai_wire.listing(body, "small")
    assert (found.context, found.root) == (None, "")


def test_a_count_that_cannot_be_is_none():
    choice = {"message": {"content": "Yes"}}
    body = {"choices": [choice], "usage": {"prompt_tokens": 10**30, "completion_tokens": 3}}
    read = openai_wire.reply(body, "small", PLAIN)
    assert (read.prompt_tokens, read.completion_tokens) == (0, 3)


def test_a_text_longer_than_any_limit_of_tokens_is_refused():
    body = {"choices": [{"message": {"content": "a" * 400_001}}]}
    with pytest.raises(ModelRefused, match="400,001 characters"):
        openai_wire.reply(body, "small", PLAIN)
