"""The launch form as a researcher fills it in, and a spec that says everything."""

from django.test import Client

from evaluation.launch_form import LaunchForm

NEW = "/runs/new/"
KEY = "12345678-1234-4234-8234-123456781234"
SERVED = {
    "key": KEY,
    "questioner_kind": "model",
    "model_backend": "openai",
    "model_address": "http://127.0.0.1:1/v1",
    "model_name": "tiny",
    "games_catalogue": "invented-1",
}
WHOLE = """
[run]
title = "All of it"
player = "Tiny"
repeats = 2
seed = 7
concurrency = 9
workers = 3
hold = true
[questioner]
kind = "fix20q"
guess = "model"
[model]
address = "http://127.0.0.1:1/v1"
name = "tiny"
key_variable = "TINY_KEY"
profile = "openai-reasoning"
group = "closed"
architecture = "moe"
size = "8B"
revision = "r1"
timeout_seconds = 9
[sampling]
temperature = 0.5
questioner_tokens = 100
oracle_tokens = 21
checker_tokens = 51
effort = "low"
reasoning_tokens = 1000
[games]
catalogue = "invented-1"
split = "dev"
limit = 2
[protocol]
preset = "house"
condition = "questions"
multi_property = "allow"
[limits]
tokens = 5000
cost = 1.5
[price]
input = 1
output = 2
cached = 0.5
currency = "EUR"
"""


def launch(client: Client, **fields) -> str:
    """The page that answers the form; a run that was made stands at its own address."""
    response = client.post(NEW, SERVED | fields, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def errors(form: LaunchForm) -> dict[str, str]:
    return {name: " ".join(said) for name, said in form.errors.items()}


def filled(client: Client, text: str) -> LaunchForm:
    response = client.post("/runs/new/toml/", {"text": text})
    return response.context["form"]
