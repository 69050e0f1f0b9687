"""Decided answers beside the Oracle's: which of them correct it."""

from collections.abc import Iterable, Sequence

from annotation.publishing.documents import Documents
from annotation.publishing.lines import lines
from annotation.publishing.settled import Change, SettledUnit
from games.formats.lines import Json

PEOPLE, MODELS, ADJUDICATION = "people", "models", "adjudication"
CORRECTIONS = "corrections.jsonl"


def source_of(unit: SettledUnit) -> str:
    """Who a corrected answer is from, as the answer store names it."""
    value = unit.values["answer"]
    if value.adjudicated:
        return ADJUDICATION
    # Votes of models were counted where more answered than there are people.
    return MODELS if value.answered > unit.people else PEOPLE


def wrong_answers(units: Iterable[SettledUnit]) -> list[SettledUnit]:
    """The decided units whose answer is not the Oracle's."""
    return [
        unit for unit in units if unit.text("answer") and unit.text("answer") != unit.told("answer")
    ]


def corrections(units: Sequence[SettledUnit]) -> Documents:
    """corrections.jsonl: a line an answer of the Oracle that is wrong.

    Without the question: a player wrote it, who may withdraw, and a publication never changes.
    The unit is the stored answer's number.
    """
    wrong = wrong_answers(units)
    return Documents({CORRECTIONS: lines(map(_line, wrong))}, tuple(map(_change, wrong)))


def _line(unit: SettledUnit) -> dict[str, Json]:
    return {
        "unit": unit.key,
        "object": unit.told("object"),
        "before": unit.told("answer"),
        "after": unit.text("answer"),
        "source": source_of(unit),
        "reason": unit.reason("answer"),
    }


def _change(unit: SettledUnit) -> Change:
    asked = f"{unit.told('object')}: {unit.told('question')}"
    return Change(unit.key, asked, unit.told("answer"), unit.text("answer"), unit.reason("answer"))
