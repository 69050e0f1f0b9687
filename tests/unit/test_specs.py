"""A run's spec: read from TOML, every problem at once, and what deviates from the benchmark."""

import json

import pytest

from evaluation import specs
from evaluation.spec_values import PriceSpec, QuestionerKind
from evaluation.specs import Problem, SpecError
from games.llm.served import Backend

SECRET = "sk-proj-4f9aVERYSECRET"
WHOLE = """
[run]
title = "Qwen3 8B, evening"
player = "Qwen3 8B"
repeats = 2
seed = 7
concurrency = 64
workers = 2
hold = true
[questioner]
kind = "model"
[model]
backend = "openai"
address = "http://127.0.0.1:8000/v1/"
name = "Qwen/Qwen3-8B"
key_variable = "VLLM_KEY"
profile = "vllm-no-thinking"
group = "open"
architecture = "dense"
size = "8B"
revision = "abc123"
[sampling]
temperature = 0
questioner_tokens = 512
belief = true
[games]
catalogue = "open-1"
split = "test"
limit = 100
[protocol]
preset = "paper"
constrained = true
[limits]
tokens = 5_000_000
cost = 12.5
[price]
input = 0.5
output = 1.5
"""
LEAST = """
[model]
address = "http://127.0.0.1:8000/v1"
name = "small"
[games]
catalogue = "open-1"
"""


def read(text: str):
    return specs.read_toml(text.encode())


def problems(text: str) -> dict[str, str]:
    """Key -> sentence of all that is wrong with the text."""
    with pytest.raises(SpecError) as raised:
        read(text)
    return {problem.key: problem.sentence for problem in raised.value.problems}


def least(tables: str = "", **model: str) -> str:
    """A sound spec of a model with further lines in its table, and further tables."""
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in model.items())
    return LEAST.replace('name = "small"\n', f'name = "small"\n{lines}') + tables


def program(kind: str, more: str = "") -> str:
    return f'[questioner]\nkind = "{kind}"\n{more}\n[games]\ncatalogue = "open-1"\n'


def test_a_whole_spec_is_read():
    spec = read(WHOLE)
    assert (spec.run.repeats, spec.run.concurrency, spec.run.hold) == (2, 64, True)
    assert (spec.model.backend, spec.model.address) == (Backend.OPENAI, "http://127.0.0.1:8000/v1")
    assert (spec.games.split, spec.games.limit) == ("test", 100)
    assert spec.price == PriceSpec(input=0.5, output=1.5, cached=0.5, currency="USD")


def test_the_least_spec_plays_all_games_once_by_the_paper():
    spec = read(LEAST)
    assert (spec.run.title, spec.run.player, spec.run.repeats) == ("small", "small", 1)
    assert (spec.protocol.preset, spec.sampling.temperature) == ("paper", 0.0)
    assert (spec.games.split, spec.games.limit, spec.price) == (None, None, None)


@pytest.mark.parametrize("text", [WHOLE, LEAST, program("noisy", "skill = 0.5"), program("fix20q")])
def test_a_spec_comes_back_from_its_json(text):
    spec = read(text)
    assert specs.of_json(json.loads(json.dumps(specs.as_json(spec)))) == spec


def test_a_model_in_process_comes_back_from_its_json():
    spec = read('[model]\nbackend = "vllm"\nfolder = "/m/x"\n[games]\ncatalogue = "open-1"')
    assert specs.of_json(specs.as_json(spec)) == spec
    assert spec.run.player == "x"


def test_the_same_spec_has_the_same_hash_whatever_its_order():
    one, two = {"a": {"x": 1, "y": 2}}, {"a": {"y": 2, "x": 1}}
    assert specs.sha256(one) == specs.sha256(two)
    assert specs.sha256(one) != specs.sha256(one, {})


@pytest.mark.parametrize(
    ("kind", "more", "player"),
    [
        ("optimal", "", "OPTIMAL"),
        ("greedy", "", "greedy"),
        ("noisy", "skill = 0.5", "noisy greedy 0.50"),
        ("fix20q", "", "FIX20Q"),
        ("random", "", "random"),
    ],
)
def test_a_program_has_its_name_and_no_model(kind, more, player):
    spec = read(program(kind, more))
    assert (spec.questioner.kind, spec.run.player, spec.model) == (kind, player, None)


def test_fix20q_may_have_a_model_guess():
    spec = read(LEAST + '[questioner]\nkind = "fix20q"\nguess = "model"')
    assert (spec.questioner.kind, spec.model.name) == (QuestionerKind.FIX20Q, "small")


def test_all_problems_are_told_at_once():
    found = problems(
        """
        [run]
        repeats = 0
        colour = "red"
        [model]
        backend = "azure"
        [sampling]
        temperature = 3
        [games]
        limit = "ten"
        [extra]
        """
    )
    assert found == {
        "extra": "This table is unknown; there are run, questioner, model, sampling, games, "
        "protocol, limits, price.",
        "run.repeats": "Write a whole number from 1 to 100.",
        "run.colour": "This key is unknown; [run] knows concurrency, hold, player, repeats, seed, "
        "title, workers.",
        "model.backend": "azure is none of openai, transformers, vllm.",
        "model.address": "This is missing; the backend openai needs it.",
        "model.name": "This is missing; the backend openai needs it.",
        "sampling.temperature": "Write a number from 0 to 2.",
        "games.catalogue": "This is missing; name a stored catalogue.",
        "games.limit": "Write a whole number from 1 to 1,000,000.",
    }


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("temperature = true", "temperature"),
        ('temperature = "0"', "temperature"),
        ("temperature = nan", "temperature"),
        ("temperature = inf", "temperature"),
        ("questioner_tokens = 0", "questioner_tokens"),
        ("questioner_tokens = 5.5", "questioner_tokens"),
        ("questioner_tokens = true", "questioner_tokens"),
        ("belief = 1", "belief"),
        ("effort = 3", "effort"),
        ("reasoning_tokens = -1", "reasoning_tokens"),
    ],
)
def test_a_value_of_another_type_or_range_is_named(line, key):
    assert list(problems(least(f"[sampling]\n{line}"))) == [f"sampling.{key}"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("key_variable", SECRET),
        ("key_variable", SECRET.upper()),
        ("api_key", SECRET),
        ("address", f"http://user:{SECRET}@host/v1"),
        ("address", f"http://host/v1?key={SECRET}"),
    ],
)
def test_a_secret_is_refused_and_never_repeated(key, value):
    text = (
        least(**{key: value})
        if key != "address"
        else LEAST.replace("http://127.0.0.1:8000/v1", value)
    )
    with pytest.raises(SpecError) as raised:
        read(text)
    assert "VERYSECRET" not in str(raised.value).upper()


@pytest.mark.parametrize(
    "address", ["127.0.0.1:8000", "ftp://host/v1", "http://", "http://host:99999/v1", "http://[::1"]
)
def test_an_address_that_is_none_is_named(address):
    assert list(problems(LEAST.replace("http://127.0.0.1:8000/v1", address))) == ["model.address"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (program("greedy", "skill = 0.5"), "questioner.skill"),
        (program("noisy"), "questioner.skill"),
        (program("greedy", 'list = "mine"'), "questioner.list"),
        (program("greedy", 'guess = "model"') + LEAST.split("[games]")[0], "questioner.guess"),
        (program("greedy") + LEAST.split("[games]")[0], "model"),
        (program("greedy") + "[protocol]\nconstrained = true", "protocol.constrained"),
        (least("[limits]\ncost = 5"), "limits.cost"),
        (least("[price]\ninput = 1"), "price.output"),
        (least('[price]\ninput = 1\noutput = 1\ncurrency = "dollars"'), "price.currency"),
        (least("[protocol]\nconstrained = true"), "protocol.constrained"),
        (least('[sampling]\neffort = "high"'), "sampling.effort"),
        (least("[sampling]\nbelief = true", profile="gemini"), "sampling.belief"),
        (least(profile="splindow"), "model.profile"),
        (least(folder="/m/x"), "model.folder"),
        (least(context=4096), "model.context"),
        ('model = "small"\n' + program("greedy"), "model"),
        (program("greedy").replace("open-1", "open 1"), "games.catalogue"),
    ],
)
def test_what_does_not_go_together_is_named(text, key):
    assert key in problems(text)


def test_a_file_that_is_no_toml_is_said_to_be_none():
    assert problems("[model")[""].startswith("This is no TOML: ")


def test_a_file_in_another_encoding_is_said_to_be_so():
    with pytest.raises(SpecError, match="Byte 1 is no UTF-8"):
        specs.read_toml(b"\xff\xfe[")


def test_a_file_that_is_too_long_is_not_read():
    with pytest.raises(SpecError, match="65,537 bytes; 65,536 at most"):
        specs.read_toml(b"#" * 65_537)


def test_a_problem_names_its_place():
    assert str(Problem("run.seed", "Wrong.")) == "run.seed: Wrong."


def test_a_spec_by_the_paper_deviates_in_nothing():
    assert specs.deviations(read(LEAST)) == []
    assert specs.deviations(read(program("greedy"))) == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            least("[sampling]\ntemperature = 0.7\nquestioner_tokens = 1024\noracle_tokens = 40"),
            [
                "The temperature is 0.7, not 0.",
                "The Questioner's replies have at most 1,024 tokens, not 512.",
                "The Oracle's replies have at most 40 tokens, not 20.",
            ],
        ),
        (
            least(profile="openai-reasoning"),
            [
                "No temperature is sent, for the profile openai-reasoning takes none: it is not 0.",
                "Hidden reasoning and text share a limit of 8,704 tokens: 512 for the text and "
                "8,192 for reasoning.",
            ],
        ),
        (
            least('[sampling]\neffort = "high"\nreasoning_tokens = 2000', profile="gemini"),
            [
                "Hidden reasoning and text share a limit of 2,512 tokens: 512 for the text and "
                "2,000 for reasoning, effort high."
            ],
        ),
        (
            least(profile="minimax"),
            [
                "The temperature is 0.01, the lowest that minimax takes, not 0.",
                "Hidden reasoning and text share a limit of 2,048 tokens: 512 for the text and "
                "1,536 for reasoning.",
            ],
        ),
    ],
)
def test_every_deviation_has_its_line(text, lines):
    assert specs.deviations(read(text)) == lines


def test_a_client_is_built_from_the_spec():
    served = specs.served(read(WHOLE))
    assert (served.name, served.key_variable) == ("Qwen/Qwen3-8B", "VLLM_KEY")
    assert (served.profile.name, served.system_role) == ("vllm-no-thinking", True)


def test_a_client_is_built_as_the_pre_flight_found_its_template():
    found = {"passed": True, "system_role": False, "alternate": True}
    served = specs.served(read(LEAST), found)
    assert (served.system_role, served.alternate) == (False, True)


def test_a_pre_flight_that_failed_says_nothing_of_the_template():
    served = specs.served(read(LEAST), {"passed": False, "system_role": False})
    assert served.system_role is True


def test_a_program_has_no_client():
    with pytest.raises(ValueError, match="greedy Questioner has no model"):
        specs.served(read(program("greedy")))
