"""Candidate Oracles from TOML, and the settings that select them."""

import pytest

from evaluation import oracle_specs
from evaluation.specs import SpecError

CHAIN = b"""
[oracle]
kind = "chain"
margin = 2.5
[model]
address = "http://127.0.0.1:8000/v1"
name = "tiny"
key_variable = "TINY_KEY"
timeout_seconds = 30
"""


def problems(text: str) -> list[str]:
    with pytest.raises(SpecError) as caught:
        oracle_specs.read_toml(text.encode())
    return [str(problem) for problem in caught.value.problems]


def test_the_settings_of_a_chain_are_printed_without_its_key():
    assert oracle_specs.settings_of(oracle_specs.read_toml(CHAIN)) == [
        ("ORACLE", "chain"),
        ("MODEL_BACKEND", "openai"),
        ("ORACLE_MODEL", "tiny"),
        ("OPENAI_BASE_URL", "http://127.0.0.1:8000/v1"),
        ("MODEL_TIMEOUT_SECONDS", "30"),
        ("OPENAI_API_KEY", "$TINY_KEY"),
        ("ORACLE_MARGIN", "2.5"),
        ("STRUCTURED_REPLIES", "1"),
    ]


def test_a_model_in_process_has_its_time_limit_among_the_settings():
    text = '[oracle]\nkind = "model"\n[model]\nbackend = "transformers"\nfolder = "/m/smol"'
    spec = oracle_specs.read_toml(f"{text}\ntimeout_seconds = 90".encode())
    assert ("MODEL_TIMEOUT_SECONDS", "90") in oracle_specs.settings_of(spec)


def test_a_spec_comes_back_from_its_json():
    spec = oracle_specs.read_toml(CHAIN)
    assert oracle_specs.of_json(oracle_specs.as_json(spec)) == spec


def test_another_title_is_the_same_oracle_and_another_margin_is_not():
    spec = oracle_specs.read_toml(CHAIN)
    titled = oracle_specs.read_toml(CHAIN.replace(b"[model]", b'title = "best"\n[model]'))
    other = oracle_specs.read_toml(CHAIN.replace(b"2.5", b"0"))
    assert oracle_specs.sha256(titled) == oracle_specs.sha256(spec) != oracle_specs.sha256(other)


@pytest.mark.parametrize("kind, title", [("chain", "table, else smol"), ("model", "smol")])
def test_a_model_of_a_folder_lends_its_name(kind, title):
    text = f'[oracle]\nkind = "{kind}"\n[model]\nbackend = "transformers"\nfolder = "/m/smol/"'
    assert oracle_specs.read_toml(text.encode()).title == title


@pytest.mark.parametrize(
    "text, key",
    [
        ('[oracle]\nkind = "oracle"', "oracle.kind: oracle is none of table, model, chain."),
        ('[oracle]\nkind = "model"', "model.address: This is missing; a model at a server"),
        ("[oracle]\nmargin = 1", "oracle.kind: The table asks no model"),
        ("[oracle]\nmood = 1", "oracle.mood: This key is unknown"),
        ("[games]\nlimit = 1", "games: This table is unknown; there are oracle, model."),
    ],
)
def test_what_is_wrong_is_named_by_its_key(text, key):
    assert any(problem.startswith(key) for problem in problems(text))


def test_what_no_setting_of_plays_takes_is_refused():
    text = CHAIN.decode().replace("30", "601") + 'profile = "vllm"\n'
    assert [problem.split(":")[0] for problem in problems(text)] == [
        "model.profile",
        "model.timeout_seconds",
    ]
