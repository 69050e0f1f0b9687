"""What is stored, as the cells of an export, row by row.

Nothing is read from the database but protocols, each once (`selectors.protocol_of`).
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from math import isfinite
from typing import Any

from games import rules, selectors, texts, waits
from games.exporting.columns import Row, Value
from games.exporting.tables import FORFEITED, QUESTIONS, REMOVED
from games.models import Campaign
from games.person_signs import signs_of_a_person
from games.rules import Answer, TurnStatus

Stored = Mapping[str, Any]


def moment(when: datetime | None) -> str | None:
    """UTC with its offset, to the microsecond."""
    return when.astimezone(UTC).isoformat(timespec="microseconds") if when else None


def participant(campaign: Campaign, row: Stored) -> Row:
    said = row["demographics"]
    return {
        "campaign": campaign.slug,
        "participant": row["pseudonym"],
        "simulated": campaign.simulated,
        "excluded_reason": row["excluded_reason"] or None,
        "language": row["language"] or None,
        "consent_text_sha256": row["consent__sha256"],
        "consent_language": row["consent__language"],
        "consented_at": moment(row["consent__given_at"]),
        "started_at": moment(row["started_at"]),
        "outcome": row["outcome"] or None,
        "ended_at": moment(row["ended_at"]),
        "released_at": moment(row["seat_released_at"]),
        "plays_begun": row["begun"],
        "plays_ended": row["ended"],
        "plays_won": row["won"],
        "age_group": said.get("age_group") or None,
        "gender": _free_answer(said, "gender"),
        "english": said.get("english") or None,
        "familiarity": said.get("familiarity") or None,
    }


def _free_answer(said: Stored, name: str) -> str | None:
    """As typed, where a researcher kept it or nothing in it points at a person."""
    text = said.get(name)
    if not text:
        return None
    removed = texts.decision_on_answer(said, name)
    if removed is None:
        removed = bool(signs_of_a_person(text))
    return REMOVED if removed else text


def place(campaign: Campaign, row: Stored, before: str) -> dict[str, Value]:
    pseudonym, game = row[f"{before}participant__pseudonym"], row[f"{before}game__key"]
    return {
        "campaign": campaign.slug,
        "participant": pseudonym,
        "position": row[f"{before}assignment__position"],
        "play": f"{pseudonym}/{game}",
        "kind": row[f"{before}kind"],
    }


def play(campaign: Campaign, row: Stored, turns: list[Stored]) -> Row:
    protocol = selectors.protocol_of(row["protocol_id"])
    status = [turn["status"] for turn in turns]
    return {
        **place(campaign, row, ""),
        "extra": row["assignment__released_at"] is not None,
        "released_at": moment(row["assignment__released_at"]),
        "simulated": campaign.simulated,
        "excluded_reason": row["participant__excluded_reason"] or None,
        "catalogue": campaign.catalogue.version,
        "catalogue_sha256": campaign.catalogue.sha256,
        "game": row["game__key"],
        "split": row["game__split"],
        "object": row["game__physical_object__key"],
        "candidates": " ".join(row["game__candidates"]),
        "target": row["game__target__key"],
        "protocol_sha256": row["protocol__sha256"],
        "preset": protocol.preset,
        "condition": protocol.condition,
        "oracle_version": protocol.oracle,
        "checker_version": protocol.checker,
        "started_at": moment(row["started_at"]),
        "ended_at": moment(row["ended_at"]),
        "outcome": row["outcome"] or None,
        "guessed": row["guessed"] or None,
        "turns_spent": len(_spent(row, turns)),
        "questions_answered": status.count(TurnStatus.ANSWERED),
        "questions_refused": status.count(TurnStatus.REFUSED),
        "doubts": sum(turn["doubt__pk"] is not None for turn in turns),
    }


def _spent(play: Stored, turns: list[Stored]) -> dict[int, Stored]:
    """Number -> the turn that spent it: the answered one, or the last refusal that is allowed."""
    limits = selectors.protocol_of(play["protocol_id"]).limits
    return {
        turn["number"]: turn
        for turn in turns
        if turn["number"] <= limits.questions
        and (turn["answer"] or rules.forfeits(turn["status"], turn["attempt"], limits))
    }


def side_by_side(play: Stored, turns: list[Stored]) -> Row:
    spent = _spent(play, turns)
    cells: dict[str, Value] = {}
    for number in range(1, QUESTIONS + 1):
        turn = spent.get(number)
        cells[f"q{number}"] = _question(turn) if turn else None
        cells[f"q{number}_answer"] = (turn["answer"] or FORFEITED) if turn else None
    return cells


def turn(campaign: Campaign, row: Stored) -> Row:
    return {
        **place(campaign, row, "play__"),
        "game": row["play__game__key"],
        "number": row["number"],
        "attempt": row["attempt"],
        "question": _question(row),
        "text_review": {None: None, True: "removed", False: "kept"}[_removed(row)],
        "status": row["status"],
        "reason": row["reason"] or None,
        "probe": (REMOVED if _removed(row) else row["probe"]) if row["probe"] else None,
        **_answer(row),
        "doubted": row["doubt__pk"] is not None,
        "asked_at": moment(row["asked_at"]),
        "settled_at": moment(row["settled_at"]),
        **_times(row),
    }


def _answer(row: Stored) -> Row:
    held = row["stored_answer__answer"]
    told = row["answer"] or None
    return {
        "answer": told,
        "oracle_answer": held,
        "forced_answer": row["stored_answer__forced"],
        "forced": held == Answer.CANNOT_TELL if told else None,
        "oracle_version": row["stored_answer__oracle_version"],
        "answer_source": row["stored_answer__source"],
        "answer_revision": row["stored_answer__revision"],
        "answer_confidence": number(row["stored_answer__confidence"]),
    }


def _times(row: Stored) -> Row:
    return {
        "thinking_seconds": number(row["thinking_seconds"]),
        "typing_seconds": number(row["typing_seconds"]),
        "waiting_seconds": number(waits.seconds(row["asked_at"], row["settled_at"])),
        "checker_seconds": number(row["checker_seconds"]),
        "oracle_seconds": number(row["oracle_seconds"]),
    }


def number(value: float | None) -> float | None:
    """To the microsecond; what is no number is undefined."""
    return round(value, 6) if value is not None and isfinite(value) else None


def _removed(turn: Stored) -> bool | None:
    return texts.decision(turn["question"], turn["review__removed"], turn["review__wording"])


def _question(turn: Stored) -> str:
    return REMOVED if _removed(turn) else str(turn["question"])
