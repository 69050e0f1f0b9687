"""A question as one flat row, as tables of columns hold it, and back as a line of JSON."""

import json
from collections.abc import Iterator, Mapping
from typing import TypedDict

from evaluation.coat.generate import QuestionSet
from evaluation.coat.labels import Labels
from evaluation.coat.questions import Option
from evaluation.coat.records import VARIABLES
from evaluation.coat.rendering import render

QUESTION_COLUMNS: Mapping[str, str] = {
    "number": "from 1 in its set",
    "utility": "what an object is needed for",
    "task": "the task; empty where the utility alone counts",
    "question": "the text that is asked",
    "letters": "of the options, in their order",
    "options": "text of each option",
    "objects": "key of each option's object",
    "states": "mass, material, temperature, already_in_use and condition of each option; null where"
    " objects alone are shown",
}
"""What may be shown to whoever answers."""
ANSWER_COLUMNS: Mapping[str, str] = {
    "answer": "letter of the best option",
    "answer_index": "its place, from 0",
    "roles": "what each option is for",
    "categories": "ideal, moderate or bad for the pair; null for what does not fit it",
}


class FlatRow(TypedDict):
    number: int
    utility: str
    task: str
    question: str
    letters: list[str]
    options: list[str]
    objects: list[str]
    states: list[dict[str, str]] | None
    answer: str
    answer_index: int
    roles: list[str]
    categories: list[str | None]


def flat_rows(found: QuestionSet, labels: Labels) -> Iterator[FlatRow]:
    for each in found.questions:
        shown = render(found.spec.kind, each, labels)
        yield {
            "number": each.number,
            "utility": each.utility,
            "task": each.task,
            "question": shown.text,
            "letters": list(shown.options),
            "options": list(shown.options.values()),
            "objects": [option.object_name for option in each.options],
            "states": _states(each.options),
            "answer": each.letter,
            "answer_index": each.answer,
            "roles": [str(option.role) for option in each.options],
            "categories": [
                str(option.category) if option.category else None for option in each.options
            ],
        }


def line_of(row: FlatRow) -> str:
    """The line of JSON that `set_files.set_lines` writes of the same question."""
    letters = row["letters"]
    states = row["states"] or [{} for _ in letters]
    options = {
        letter: {"object_name": name, **state, "text": text}
        for letter, name, state, text in zip(
            letters, row["objects"], states, row["options"], strict=True
        )
    }
    told = {
        "number": row["number"],
        "utility": row["utility"],
        "task": row["task"],
        "question": row["question"],
        "options": options,
        "answer": row["answer"],
        "roles": dict(zip(letters, row["roles"], strict=True)),
        "categories": dict(zip(letters, row["categories"], strict=True)),
    }
    return json.dumps(told, ensure_ascii=False) + "\n"


def _states(options: tuple[Option, ...]) -> list[dict[str, str]] | None:
    states = [each.configuration.state for each in options if each.configuration]
    if len(states) < len(options):
        return None
    return [{name: getattr(state, name) for name in VARIABLES} for state in states]
