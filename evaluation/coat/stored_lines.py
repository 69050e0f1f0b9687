"""A stored line of a question set as it is asked and scored, without its catalogue."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from evaluation.coat.partition import Category
from evaluation.coat.questions import LETTERS, Option, Question, Role
from evaluation.coat.rendering import Rendered


@dataclass(frozen=True)
class Stored:
    """question: its options have no configuration, for neither prompts nor rates ask for one."""

    question: Question
    rendered: Rendered


def stored_question(line: str) -> Stored:
    """Of a line that `set_files.set_lines` wrote; of another one it raises KeyError."""
    told = json.loads(line)
    options: Mapping[str, Mapping[str, str]] = told["options"]
    roles: Mapping[str, str] = told["roles"]
    categories: Mapping[str, str | None] = told["categories"]
    return Stored(
        Question(
            number=told["number"],
            utility=told["utility"],
            task=told["task"],
            options=tuple(
                _option(each["object_name"], roles[letter], categories[letter])
                for letter, each in options.items()
            ),
            answer=LETTERS.index(told["answer"]),
        ),
        Rendered(told["question"], {letter: each["text"] for letter, each in options.items()}),
    )


def _option(name: str, role: str, category: str | None) -> Option:
    return Option(name, Role(role), category=Category(category) if category else None)
