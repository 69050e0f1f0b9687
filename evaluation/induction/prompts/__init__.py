"""What the three roles are told: texts in files, each with its SHA-256."""

from functools import cache
from pathlib import Path

from games import prompts
from games.prompts import Prompt

_FOLDER = Path(__file__).parent


@cache
def load(name: str) -> Prompt:
    """`proposer`, `auditor` or `validator`."""
    return prompts.load(name, _FOLDER)
