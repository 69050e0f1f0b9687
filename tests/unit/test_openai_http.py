"""The HTTP client: what it sends to a server on the loopback, and what it reads of its replies."""

import asyncio

import pytest

from games.llm import openai_http
from games.llm.chat import ModelRefused, Options
from games.llm.profiles import PLAIN, Profile
from tests.unit.chat_servers import ASK, KEY, OK, OPTIONS, Server, ask, with_client


def test_a_reply_is_read_with_its_counts():
    reply = ask(Server())
    assert (reply.text, reply.model) == ("Yes", "small-1.0")
    assert (reply.prompt_tokens, reply.completion_tokens) == (31, 2)
    assert reply.finish_reason == "stop"


def test_a_reply_s_latency_is_measured():
    assert ask(Server(seconds=0.05)).latency_seconds >= 0.05


def test_the_request_holds_the_conversation_and_the_limits():
    server = Server()
    ask(server, Options(max_tokens=20, seed=7))
    assert server.requests == [
        {
            "model": "small",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "Is it red?"},
            ],
            "temperature": 0.0,
            "seed": 7,
            "max_tokens": 20,
        }
    ]


def test_the_key_goes_into_the_header():
    server = Server()
    ask(server)
    assert server.sent_headers[0]["Authorization"] == f"Bearer {KEY}"


def test_choices_are_sent_as_structured_outputs():
    server = Server()
    ask(server, Options(max_tokens=5, choices=("Yes", "No")))
    assert server.requests[0]["structured_outputs"] == {"choice": ["Yes", "No"]}


def test_a_regex_is_sent_as_structured_outputs():
    server = Server()
    ask(server, Options(max_tokens=5, regex="Y.*"))
    assert server.requests[0]["structured_outputs"] == {"regex": "Y.*"}


def test_a_server_that_ignores_the_choices_is_found_out():
    with pytest.raises(ModelRefused, match="does not honour constrained replies"):
        ask(Server(), Options(max_tokens=5, choices=("true", "false")))


def test_a_server_that_ignores_the_regex_is_found_out():
    with pytest.raises(ModelRefused, match="does not honour constrained replies"):
        ask(Server(), Options(max_tokens=5, regex="No.*"))


def test_a_constrained_reply_that_was_cut_off_is_a_reply():
    choice = {"message": {"content": "QUESTION: Is"}, "finish_reason": "length"}
    assert ask(Server(OK | {"choices": [choice]}), Options(max_tokens=5, regex="Q.*[?]")).text


def test_a_server_set_as_taking_no_constraint_is_not_asked_for_one():
    server = Server()
    with pytest.raises(ModelRefused, match="no constrained replies"):
        ask(server, Options(max_tokens=5, choices=("Yes", "No")), profile=PLAIN)
    assert server.requests == []


def test_the_first_token_s_logprobs_are_read():
    top = [{"token": "Yes", "logprob": -0.2}, {"token": "No", "logprob": -1.8}]
    choice = OK["choices"][0] | {
        "logprobs": {
            "content": [{"token": "Yes", "logprob": -0.2, "top_logprobs": top}, {"token": "."}]
        }
    }
    server = Server(OK | {"choices": [choice]})
    reply = ask(server, Options(max_tokens=5, top_logprobs=2))
    assert server.requests[0]["top_logprobs"] == 2
    assert reply.first_logprobs == {"Yes": -0.2, "No": -1.8}


def test_tokens_that_a_constraint_ruled_out_are_left_out():
    top = [{"token": "Yes", "logprob": -0.2}, {"token": "#", "logprob": -9999.0}]
    entry = {"token": "Yes", "logprob": -0.2, "top_logprobs": top}
    choice = OK["choices"][0] | {"logprobs": {"content": [entry]}}
    reply = ask(Server(OK | {"choices": [choice]}), Options(max_tokens=5, top_logprobs=2))
    assert reply.first_logprobs == {"Yes": -0.2}


def test_an_empty_text_is_a_reply():
    choice = {"message": {"content": None}, "finish_reason": "stop"}
    assert ask(Server(OK | {"choices": [choice]})).text == ""


def test_a_reply_that_was_cut_says_so():
    choice = {"message": {"content": "Is it made of"}, "finish_reason": "length"}
    assert ask(Server(OK | {"choices": [choice]})).finish_reason == "length"


def test_a_system_role_is_folded_where_the_template_has_none():
    server = Server()
    ask(server, system_role=False)
    assert server.requests[0]["messages"] == [
        {"role": "user", "content": "Be brief.\n\nIs it red?"}
    ]


def test_a_service_may_name_the_token_limit_otherwise():
    server = Server()
    profile = Profile("x", token_limit_field="max_completion_tokens", extra={"top_k": 1})
    ask(server, profile=profile)
    assert server.requests[0]["max_completion_tokens"] == 20
    assert server.requests[0]["top_k"] == 1
    assert "max_tokens" not in server.requests[0]


def test_calls_on_one_loop_share_a_connection():
    server = Server()

    async def twice(client):
        await client.generate(ASK, OPTIONS)
        first = openai_http._session()
        await client.generate(ASK, OPTIONS)
        return first is openai_http._session()

    assert with_client(server, twice) is True


class Crowd(Server):
    """Replies to nobody before so many requests are there together."""

    def __init__(self, parties):
        super().__init__()
        self.barrier = asyncio.Barrier(parties)

    async def handle(self, request):
        await self.barrier.wait()
        return await super().handle(request)


def test_many_calls_are_in_flight_at_once():
    async def many(client):
        return await asyncio.gather(*(client.generate(ASK, OPTIONS) for _ in range(128)))

    assert len(with_client(Crowd(128), many, timeout_seconds=5)) == 128
