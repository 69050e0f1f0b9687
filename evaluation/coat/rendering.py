"""A question as people and models read it: the same signs around every option."""

from collections.abc import Mapping
from dataclasses import dataclass

from evaluation.coat.labels import VALUES, VARIABLE_LABELS, Labels
from evaluation.coat.questions import Question
from evaluation.coat.records import Configuration
from evaluation.coat.variations import FULL, Kind


@dataclass(frozen=True)
class Rendered:
    """text: the question alone. options: letter -> text."""

    text: str
    options: Mapping[str, str]

    @property
    def whole(self) -> str:
        lines = (f"{letter}. {text}" for letter, text in self.options.items())
        return "\n".join((self.text, *lines))


def render(kind: Kind, question: Question, labels: Labels) -> Rendered:
    return Rendered(question_text(kind, question, labels), option_texts(question, labels))


def question_text(kind: Kind, question: Question, labels: Labels) -> str:
    utility, task = question.utility, labels.task(question.task)
    if kind == Kind.TASK_U:
        return f"Which object fits this description best: {labels.phrase(utility)}?"
    if kind in FULL:
        return f'Which option serves best as {labels.phrase(utility)} for the task "{task}"?'
    return (
        f'For the purpose "{labels.utility(utility)}" in the task "{task}", which option is best?'
    )


def option_texts(question: Question, labels: Labels) -> dict[str, str]:
    """Letter -> an object's name, or its state as a row of a table.

    The columns of a question are as wide as their widest entry, so that all texts are equally
    long: what is free and clean has the shorter words, and the length would tell.
    """
    by_letter = question.by_letter()
    rows = [_cells(each.object_name, each.configuration, labels) for each in by_letter.values()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return {letter: _row(cells, widths) for letter, cells in zip(by_letter, rows, strict=True)}


def _row(cells: list[str], widths: list[int]) -> str:
    padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
    return padded[0] if len(padded) == 1 else f"| {' | '.join(padded)} |"


def _cells(name: str, configuration: Configuration | None, labels: Labels) -> list[str]:
    """Object, mass, material, temperature, availability, condition, each with its name."""
    if configuration is None:
        return [labels.object(name)]
    state = configuration.state
    values = {key: getattr(state, key) for key in VARIABLE_LABELS}
    told = (f"{VARIABLE_LABELS[key]}: {VALUES.get(value, value)}" for key, value in values.items())
    return [f"object: {labels.object(name)}", *told]
