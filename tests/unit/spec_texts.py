"""Specs as text, sound ones and how what is wrong with others is told."""

import json

import pytest

from evaluation import specs
from evaluation.specs import SpecError

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
