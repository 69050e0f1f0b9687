"""The HTTP client against a server on the loopback that replies as recorded."""

import asyncio
from datetime import UTC, datetime

import pytest
from aiohttp import web

from games.llm import openai_http, openai_wire
from games.llm.chat import Message, ModelRefused, ModelUnavailable, Options
from games.llm.conversation import ContextOverflow
from games.llm.openai_http import OpenAIHTTP
from games.llm.profiles import PLAIN, Profile

KEY = "sk-very-secret"
ASK = [Message("system", "Be brief."), Message("user", "Is it red?")]
OPTIONS = Options(max_tokens=20)
OK = {
    "model": "small-1.0",
    "choices": [{"message": {"role": "assistant", "content": "Yes"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 31, "completion_tokens": 2},
}


class Server:
    """Gives one answer to every request and keeps what it was sent."""

    def __init__(self, body=OK, *, status=200, headers=None, text=None, seconds=0.0):
        self.body, self.status, self.headers = body, status, headers or {}
        self.text, self.seconds = text, seconds
        self.requests, self.sent_headers, self.paths = [], [], []

    async def handle(self, request):
        self.requests.append(await request.json() if request.can_read_body else None)
        self.sent_headers.append(request.headers)
        self.paths.append(request.path)
        await asyncio.sleep(self.seconds)
        if self.status == 0:
            request.transport.close()
            return web.Response()
        if self.text is not None:
            return web.Response(text=self.text, status=self.status, headers=self.headers)
        return web.json_response(self.body, status=self.status, headers=self.headers)


def ask(server, options=OPTIONS, messages=ASK, **settings):
    return with_client(server, lambda client: client.generate(messages, options), **settings)


def with_client(server, use, **settings):
    async def run():
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", server.handle)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        client = OpenAIHTTP(f"http://127.0.0.1:{port}/v1/", "small", KEY, **settings)
        try:
            return await use(client)
        finally:
            await openai_http.close()
            await runner.cleanup()

    return asyncio.run(run())


def error(message, **more):
    return {"error": {"message": message, **more}}


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
    with pytest.raises(ModelRefused, match="307"):
        ask(Server(text="", status=307, headers={"Location": "http://127.0.0.1:1/"}))


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


def test_a_page_in_place_of_a_reply_is_refused():
    with pytest.raises(ModelRefused, match="no JSON: <html>"):
        ask(Server(text="<html>Welcome</html>"))


def test_a_reply_without_choices_is_refused():
    with pytest.raises(ModelRefused, match="no choice"):
        ask(Server({"object": "chat.completion", "choices": []}))


def test_the_name_is_the_model_s_and_holds_no_key():
    assert OpenAIHTTP("http://user:word@host/v1", "small", KEY).name == "small"


def listing(body, **settings):
    return with_client(Server(body), OpenAIHTTP.listing, **settings)


def test_the_models_and_the_context_are_read_from_the_server():
    entry = {"id": "small", "max_model_len": 8192, "root": "/models/small"}
    found = listing({"data": [{"id": "other", "max_model_len": 1}, entry]})
    assert found.names == ("other", "small")
    assert (found.context, found.root) == (8192, "/models/small")


def test_llama_cpp_names_its_context_otherwise():
    assert listing({"data": [{"id": "small", "meta": {"n_ctx": 4096}}]}).context == 4096


@pytest.mark.parametrize("body", [{"data": [{"id": "small"}]}, {"data": None}, {}, []])
def test_a_server_that_does_not_say_its_context_has_none(body):
    assert listing(body).context is None


def test_the_chat_template_is_read_beside_the_version():
    server = Server({"data": [], "chat_template": "{{ messages }}"})
    found = with_client(server, OpenAIHTTP.listing)
    assert (found.template, server.paths) == (
        "{{ messages }}", ["/v1/models", "/tokenizer_info"]
    )  # fmt: skip


def test_a_service_that_tells_no_template_is_not_asked_for_it():
    server = Server({"data": [], "chat_template": "{{ messages }}"})
    assert with_client(server, OpenAIHTTP.listing, profile=PLAIN).template == ""
    assert server.paths == ["/v1/models"]


@pytest.mark.parametrize("template", [None, {"default": "x"}, 3])
def test_a_template_that_is_no_text_is_none(template):
    assert listing({"data": [], "chat_template": template}).template == ""


@pytest.mark.parametrize("status", [401, 402, 404])
def test_a_refusal_tells_its_status(status):
    with pytest.raises(ModelRefused) as raised:
        ask(Server(error("no"), status=status))
    assert raised.value.status == status


def test_calls_on_one_loop_share_a_connection():
    server = Server()

    async def twice(client):
        await client.generate(ASK, OPTIONS)
        first = openai_http._session()
        await client.generate(ASK, OPTIONS)
        return first is openai_http._session()

    assert with_client(server, twice) is True


def test_many_calls_are_in_flight_at_once():
    # One after another, 64 replies of 0.2 seconds would take 12.8 seconds.
    async def many(client):
        start = asyncio.get_running_loop().time()
        await asyncio.gather(*(client.generate(ASK, OPTIONS) for _ in range(64)))
        return asyncio.get_running_loop().time() - start

    assert with_client(Server(seconds=0.2), many) < 4.0


def test_retry_after_may_be_a_date():
    now = datetime(2030, 1, 1, 12, 0, 0, tzinfo=UTC)
    assert openai_wire.retry_after("Tue, 01 Jan 2030 12:00:30 GMT", now=now) == 30.0


def test_a_date_that_has_passed_asks_for_no_wait():
    now = datetime(2030, 1, 1, 12, 0, 0, tzinfo=UTC)
    assert openai_wire.retry_after("Tue, 01 Jan 2030 11:00:00 GMT", now=now) == 0.0


def test_a_retry_after_that_cannot_be_read_is_none():
    now = datetime(2030, 1, 1, tzinfo=UTC)
    assert openai_wire.retry_after("soon", now=now) is None
