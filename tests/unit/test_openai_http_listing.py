"""What a server says of its models: their names, context and template."""

import pytest

from games.llm.openai_http import OpenAIHTTP
from games.llm.profiles import PLAIN
from tests.unit.chat_servers import Server, with_client


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
