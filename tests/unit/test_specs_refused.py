"""Specs that are refused: every problem at once, named by its key, and no secret repeated."""

import pytest

from evaluation import specs
from evaluation.specs import Problem, SpecError
from tests.unit.spec_texts import LEAST, SECRET, least, problems, program, read


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
        "model.address": "This is missing; a model at a server needs it.",
        "model.name": "This is missing; a model at a server needs it.",
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
        (
            least('[protocol]\nmulti_property = "allow"\ncondition = "name_shown"'),
            "protocol.multi_property",
        ),
        (least('[protocol]\nmulti_property = "both"'), "protocol.multi_property"),
        (least("[limits]\ncost = 5"), "limits.cost"),
        (least("[price]\ninput = 1"), "price.output"),
        (least("[price]\ninput = 1\noutput = 1\nroles_input = 1"), "price.roles_input"),
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
    with pytest.raises(SpecError, match="byte 1 is no UTF-8"):
        specs.read_toml(b"\xff\xfe[")


def test_a_file_that_is_too_long_is_not_read():
    with pytest.raises(SpecError, match="65,537 bytes; 65,536 at most"):
        specs.read_toml(b"#" * 65_537)


def test_a_problem_names_its_place():
    assert str(Problem("run.seed", "Wrong.")) == "run.seed: Wrong."


@pytest.mark.parametrize(
    "text",
    [f"seed = {'9' * 5000}", f"a = {'[' * 5000}"],
    ids=["long number", "deep list"],
)
def test_what_no_parser_can_hold_is_no_toml(text):
    assert problems(text)[""].startswith("This is no TOML: ")


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200b"])
def test_a_name_holds_no_sign_that_turns_the_text_around_it(sign):
    said = problems(f'run = {{ title = "Spring{sign}" }}\n' + program("greedy"))
    assert "without control characters" in said["run.title"]
