"""Servers that refuse, fail, or are not there: each is told apart, and no key is shown."""

import asyncio

import pytest

from games.llm import openai_http
from games.llm.chat import ModelRefused, ModelUnavailable
from games.llm.conversation import ContextOverflow
from games.llm.openai_http import OpenAIHTTP
from tests.unit.chat_servers import ASK, KEY, OPTIONS, Server, ask, error, with_client


def test_429_is_asked_again_when_the_server_says():
    server = Server(error("slow down"), status=429, headers={"Retry-After": "7"})
    with pytest.raises(ModelUnavailable, match="429: slow down") as raised:
        ask(server)
    assert raised.value.retry_after_seconds == 7.0


def test_429_for_want_of_money_is_not_asked_again():
    server = Server(error("You ran out.", code="insufficient_quota"), status=429)
    with pytest.raises(ModelRefused, match="You ran out"):
        ask(server)


@pytest.mark.parametrize("status", [408, 500, 502, 503, 504])
def test_a_failing_server_is_asked_again(status):
    with pytest.raises(ModelUnavailable, match=f"{status}") as raised:
        ask(Server(text="<h1>Bad gateway</h1>", status=status))
    assert raised.value.retry_after_seconds is None


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 422])
def test_a_rejected_request_is_not_asked_again(status):
    with pytest.raises(ModelRefused, match=f"{status}: not like this"):
        ask(Server(error("not like this"), status=status))


def test_a_redirect_is_not_followed():
    server = Server(text="", status=307, headers={"Location": "/elsewhere"})
    with pytest.raises(ModelRefused, match="307"):
        ask(server)
    assert server.paths == ["/v1/chat/completions"]


def test_the_provider_s_text_never_shows_the_key():
    with pytest.raises(ModelRefused, match=r"Incorrect API key provided: \[key\]"):
        ask(Server(error(f"Incorrect API key provided: {KEY}"), status=401))


def test_a_context_overflow_is_told_apart():
    message = "This model's maximum context length is 8192 tokens. Your prompt has 9000."
    with pytest.raises(ContextOverflow, match="8192"):
        ask(Server(error(message, code=400), status=400))


def test_a_late_reply_is_unavailable():
    with pytest.raises(ModelUnavailable, match="no reply within 0.1 seconds"):
        ask(Server(seconds=1.0), timeout_seconds=0.1)


def test_a_dropped_connection_is_unavailable():
    with pytest.raises(ModelUnavailable, match="connection lost"):
        ask(Server(status=0))


def test_nobody_at_the_address_is_unavailable():
    client = OpenAIHTTP("http://127.0.0.1:9/v1", "small")

    async def run():
        try:
            await client.generate(ASK, OPTIONS)
        finally:
            await openai_http.close()

    with pytest.raises(ModelUnavailable, match="connection lost"):
        asyncio.run(run())


@pytest.mark.parametrize("text", ["<html>Busy</html>", '{"choices": [{"mess', "", "[" * 100_000])
def test_a_reply_that_cannot_be_read_is_asked_for_again(text):
    with pytest.raises(ModelUnavailable, match="no JSON: "):
        ask(Server(text=text))


def test_a_page_in_place_of_a_list_of_models_is_refused():
    with pytest.raises(ModelRefused, match="no JSON: <html>"):
        with_client(Server(text="<html>Welcome</html>"), lambda client: client.listing())


def test_a_reply_without_choices_is_refused():
    with pytest.raises(ModelRefused, match="no choice"):
        ask(Server({"object": "chat.completion", "choices": []}))


def test_the_name_is_the_model_s_and_holds_no_key():
    assert OpenAIHTTP("http://user:word@host/v1", "small", KEY).name == "small"


@pytest.mark.parametrize("status", [401, 402, 404])
def test_a_refusal_tells_its_status(status):
    with pytest.raises(ModelRefused) as raised:
        ask(Server(error("no"), status=status))
    assert raised.value.status == status


@pytest.mark.parametrize("status", [200, 500])
def test_more_bytes_than_a_reply_can_have_are_refused(status):
    with pytest.raises(ModelRefused, match="more than 4,000,000 bytes"):
        ask(Server(text="a" * 4_000_001, status=status))
