"""What is stored of a study, as the cells of an export, row by row. Nothing is read here."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotation.kinds.base import Question
from annotation.models import Rater, Study
from games.export_cells import moment
from games.exporting.columns import Row, Value
from games.formats.lines import Json

Stored = Mapping[str, Any]
Known = Mapping[int, str]
"""The id of an account -> what an export calls it."""

UNIT = ("pk", "key", "block", "gold", "training")
RATER = (
    "pseudonym",
    "kind",
    "adjudicates",
    "consent_text_id",
    "agreed_at",
    "joined_at",
    "removed_at",
    "left_out_at",
    "left_out_reason",
)
JUDGEMENT = (
    "unit_id",
    "rater_id",
    "skip_reason",
    "extra",
    "comment",
    "seconds",
    "revision",
    "at",
)
QUESTION = ("text", "answer", "asked_at", "answered_at")
CHANGE = (
    "unit__key",
    "rater__pseudonym",
    "rater__user_id",
    "question",
    "by_id",
    "old",
    "new",
    "at",
)
CONSENSUS = (
    "unit__key",
    "question",
    "answered",
    "source",
    "reason",
    "decided_by_id",
    "decided_at",
    "second_by_id",
    "second_agrees",
    "second_note",
    "second_at",
    "counted_at",
)
_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
_ACCOUNTS = ("by", "decided_by", "second_by")


def place(study: Study, key: str) -> dict[str, Value]:
    return {"study": study.slug, "version": study.version, "unit": key}


def value(given: Json) -> str | None:
    """A text as it stands, all else as JSON."""
    return given if given is None or isinstance(given, str) else as_json(given)


def missing(question: Question, given: Json) -> bool:
    """Whether agreement takes it for no rating."""
    return given is None or isinstance(given, str) and given in question.missing


def as_json(given: Json) -> str:
    return _JSON.encode(given)


def for_all(unit: Stored) -> bool:
    return unit["training"] or unit["gold"] is not None


def counts(unit: Stored, row: Stored, by: Rater) -> bool:
    """As `counted.judgements_of` has it."""
    apart = row["skip_reason"] or row["extra"] or by.left_out_at
    return not apart and not for_all(unit)


def unit(study: Study, row: Stored) -> Row:
    return {
        **place(study, row["key"]),
        "block": row["block"] or None,
        "training": row["training"],
        "gold": row["gold"] is not None,
        "expected": None if row["gold"] is None else as_json(row["gold"]),
        "seats": None if for_all(row) else study.seats,
        "snapshot": as_json(row["snapshot"]),
    }


def rater(study: Study, row: Stored, consents: Mapping[int, str]) -> Row:
    """consents: the id of a consent text -> its SHA-256. Of an account nothing is told."""
    agreed = row["agreed_at"]
    return {
        "study": study.slug,
        "version": study.version,
        "rater": row["pseudonym"],
        "rater_kind": row["kind"],
        "adjudicates": row["adjudicates"],
        "consent_text_sha256": consents[row["consent_text_id"]] if agreed else None,
        "agreed_at": moment(agreed),
        "joined_at": moment(row["joined_at"]),
        "judgements": row["given"],
        "removed_at": moment(row["removed_at"]),
        "left_out_at": moment(row["left_out_at"]),
        "left_out_reason": row["left_out_reason"] or None,
    }


def judgement(
    unit: Mapping[str, Value], row: Stored, by: Rater, questions: Sequence[Question]
) -> Iterator[dict[str, Value]]:
    """A row for each question that the unit asks, and for what was answered beside them.

    unit: the cells that all rows of the unit begin with.
    """
    answer = row["answer"]
    alike = {
        **unit,
        "rater": by.pseudonym,
        "rater_kind": by.kind,
        "skip_reason": row["skip_reason"] or None,
        "extra": row["extra"] or None,
        "comment": row["comment"] or None,
        "seconds": None if row["seconds"] is None else round(row["seconds"], 6),
        "revision": row["revision"],
        "judged_at": moment(row["at"]),
    }
    for question in questions:
        given = answer.get(question.name)
        yield {
            **alike,
            "question": question.name,
            "form": question.form.value,
            "level": question.level.value,
            "value": value(given),
            "missing": missing(question, given),
        }
    for name in answer.keys() - {question.name for question in questions}:
        unasked = {"question": name, "form": None, "level": None, "missing": False}
        yield {**alike, **unasked, "value": value(answer[name])}


def question(study: Study, row: Stored, number: int) -> Row:
    return {
        "study": study.slug,
        "version": study.version,
        "number": number,
        "text": row["text"],
        "answer": row["answer"],
        "asked_at": moment(row["asked_at"]),
        "answered_at": moment(row["answered_at"]),
    }


def change(study: Study, row: Stored, known: Known, *, comments: bool) -> Row:
    def told(fields: Mapping[str, Json]) -> str:
        kept = {
            name: known.get(given) if name in _ACCOUNTS and isinstance(given, int) else given
            for name, given in fields.items()
            if comments or name != "comment"
        }
        return as_json(kept)

    return {
        **place(study, row["unit__key"]),
        "rater": row["rater__pseudonym"],
        "question": row["question"] or None,
        "changed_by": _by(row, known),
        "old": told(row["old"]),
        "new": told(row["new"]),
        "changed_at": moment(row["at"]),
    }


def consensus(study: Study, row: Stored, forms: Mapping[str, str], known: Known) -> Row:
    """row: as it is stored, its votes and what is open as JSON text."""
    return {
        **place(study, row["unit__key"]),
        "question": row["question"],
        "form": forms.get(row["question"]),
        "settled": row["value"] is not None,
        "value": value(row["value"]) or None,
        "answered": row["answered"],
        "votes": row["votes"],
        "open": row["open"],
        "source": row["source"],
        "reason": row["reason"] or None,
        "decided_by": known.get(row["decided_by_id"]),
        "decided_at": moment(row["decided_at"]),
        "second_by": known.get(row["second_by_id"]),
        "second_agrees": row["second_agrees"],
        "second_note": row["second_note"] or None,
        "second_at": moment(row["second_at"]),
        "counted_at": moment(row["counted_at"]),
    }


def _by(row: Stored, known: Known) -> str | None:
    if row["rater__pseudonym"] is None:
        return known.get(row["by_id"])
    if row["by_id"] in (None, row["rater__user_id"]):
        return "rater"
    return "researcher"
