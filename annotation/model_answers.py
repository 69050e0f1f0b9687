"""Files of models' answers to units: label passes, or answers of any kind; bytes to values.

A file of answers has a line each: `{"unit": ..., "rater": ..., "answer": {...}}`, and if it is
known `"at"` and `"comment"`. A label pass is as `label_passes` has it; its units are pairs.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from annotation.label_passes import (
    RATER_LENGTH,
    PassAnswer,
    RaterKind,
    is_time,
    read_pass,
)
from games.formats import Reading, RowError
from games.formats.fields import Fields, shown
from games.formats.lines import Json
from games.formats.readers import read_rows
from games.formats.references import check_unique

UNIT_LENGTH = 200
COMMENT_LENGTH = 2000
PASS_MARK = b'"affordance"'


@dataclass(frozen=True)
class ModelAnswer:
    """answer: question -> what was chosen. at: ISO 8601, "" where it is not known.

    line: where the file has it.
    """

    unit: str
    rater: str
    answer: Mapping[str, Json]
    at: str = ""
    comment: str = ""
    line: int = 0


def read_answers(data: bytes, file: str) -> Reading[tuple[ModelAnswer, ...]]:
    """All answers of the file, or all that is wrong with it."""
    if is_pass(data):
        return _of_pass(read_pass(data, file, None), file)
    noted: list[RowError] = []
    placed = read_rows(data, file, noted, read=_answer)
    check_unique(placed, "unit", key_of=_named)
    if noted:
        return Reading(None, tuple(sorted(noted, key=lambda error: error.line)))
    return Reading(tuple(each.row for each in placed))


def is_pass(data: bytes) -> bool:
    """Whether the first line tells of a pair."""
    return PASS_MARK in data.partition(b"\n")[0]


def _of_pass(
    reading: Reading[tuple[PassAnswer, ...]], file: str
) -> Reading[tuple[ModelAnswer, ...]]:
    if reading.content is None:
        return Reading(None, reading.errors)
    # Every line of a sound pass is an answer.
    placed = list(enumerate(reading.content, start=1))
    people = [
        RowError(line, "kind", f"{each.rater} is a person; only models are taken.", file)
        for line, each in placed
        if each.kind != RaterKind.MODEL
    ]
    if people:
        return Reading(None, tuple(people))
    return Reading(
        tuple(
            ModelAnswer(each.pair.unit, each.rater, {"label": each.answer.value}, each.at, "", line)
            for line, each in placed
        )
    )


def _answer(fields: Fields) -> ModelAnswer:
    return ModelAnswer(
        unit=fields.text("unit", most=UNIT_LENGTH),
        rater=fields.text("rater", most=RATER_LENGTH),
        answer=fields.mapping("answer"),
        at=_time(fields) if fields.has("at") else "",
        comment=fields.text("comment", most=COMMENT_LENGTH) if fields.has("comment") else "",
        line=fields.line,
    )


def _time(fields: Fields) -> str:
    text = fields.text("at", most=50)
    if text and not is_time(text):
        fields.fault("at", f"{shown(text)} is no date or time of ISO 8601.")
    return text


def _named(row: ModelAnswer) -> str:
    return f"{row.unit} by {row.rater}" if row.unit and row.rater else ""
