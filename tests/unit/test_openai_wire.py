"""What a server writes, of whatever shape, becomes a reply or a wait."""

from datetime import UTC, datetime

import pytest

from games.llm import openai_wire
from games.llm.profiles import PLAIN
from tests.unit.chat_servers import OK

ODD = ("many", None, -3, float("inf"), ["31"], {"tokens": 31})


@pytest.mark.parametrize("odd", ODD)
def test_a_count_that_is_none_counts_nothing(odd):
    usage = {"prompt_tokens": odd, "completion_tokens": 2, "prompt_tokens_details": odd}
    read = openai_wire.reply({**OK, "usage": usage}, "small", PLAIN)
    assert (read.prompt_tokens, read.completion_tokens, read.cached_tokens) == (0, 2, 0)


@pytest.mark.parametrize(
    "logprobs",
    [
        [],
        "none",
        {"content": "Yes"},
        {"content": ["Yes"]},
        {"content": [{"token": "Yes"}]},
        {"content": [{"token": 7, "logprob": -1.0, "top_logprobs": "none"}]},
        {"content": [{"token": "Yes", "logprob": "high", "top_logprobs": [None]}]},
    ],
)
def test_log_probabilities_of_another_shape_are_none(logprobs):
    choice = {**OK["choices"][0], "logprobs": logprobs}
    read = openai_wire.reply({**OK, "choices": [choice]}, "small", PLAIN)
    assert (read.text, read.first_logprobs) == ("Yes", {})


def test_what_a_server_calls_itself_and_its_reason_fit_a_row():
    choice = {**OK["choices"][0], "finish_reason": "x" * 999}
    read = openai_wire.reply({**OK, "choices": [choice], "model": "m\0" * 999}, "small", PLAIN)
    assert (len(read.finish_reason), read.model) == (30, "m" * 200)
    read = openai_wire.reply({**OK, "model": ["small"]}, "small", PLAIN)
    assert read.model == "small"


@pytest.mark.parametrize("value", ["9" * 400, "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_nobody_is_put_off_for_longer_than_an_hour(value):
    now = datetime(2026, 3, 1, tzinfo=UTC)
    assert openai_wire.retry_after(value, now=now) == 3600


def test_retry_after_may_be_a_date():
    now = datetime(2030, 1, 1, 12, 0, 0, tzinfo=UTC)
    assert openai_wire.retry_after("Tue, 01 Jan 2030 12:00:30 GMT", now=now) == 30.0


def test_a_date_that_has_passed_asks_for_no_wait():
    now = datetime(2030, 1, 1, 12, 0, 0, tzinfo=UTC)
    assert openai_wire.retry_after("Tue, 01 Jan 2030 11:00:00 GMT", now=now) == 0.0


def test_a_retry_after_that_cannot_be_read_is_none():
    now = datetime(2030, 1, 1, tzinfo=UTC)
    assert openai_wire.retry_after("soon", now=now) is None
