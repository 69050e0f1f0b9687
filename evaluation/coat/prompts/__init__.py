"""What models are told about COAT's questions: texts in files, each with its SHA-256."""

from functools import cache
from pathlib import Path

from games import prompts
from games.prompts import Prompt

_FOLDER = Path(__file__).parent


@cache
def load(name: str) -> Prompt:
    """`single`, `objects` for the first stage of the modular set-up, or `utilities`."""
    return prompts.load(name, _FOLDER)
