"""Gold rows: questions with the ruling or the answer that careful people gave them."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from games.formats import references
from games.formats.fields import Fields, shown
from games.formats.lines import Json
from games.formats.readers import read_rows
from games.formats.rows import Reading, RowError
from games.roles import Pair
from games.rules import Answer, Reason
from games.sheets import Dimension

T = TypeVar("T")


class Asked(StrEnum):
    """What a question of an Oracle set asks for; all but properties are the Checker's to reject."""

    PROPERTY = "property"
    ACTION = "action"
    TWO_VALUES = "two_values"


class Verdict(StrEnum):
    VALID = "valid"
    REJECTED = "rejected"


@dataclass(frozen=True)
class CheckerGold:
    """reason: None where the question is valid.

    pairs_alt: further complete lists of pairs that count as right; reason_alt: further reasons.
    kind: what sort of case it is; debatable: a careful person could decide otherwise.
    """

    id: str
    question: str
    reason: Reason | None
    pairs: tuple[Pair, ...]
    kind: str
    pairs_alt: tuple[tuple[Pair, ...], ...] = ()
    reason_alt: tuple[Reason, ...] = ()
    note: str = ""
    debatable: bool = False


@dataclass(frozen=True)
class OracleGold:
    """A question about an object that is described in words; gold is yes or no."""

    id: str
    object_name: str
    description: str
    material: str
    shape: str
    size: str
    surface: str
    question: str
    gold: Answer
    asked: Asked
    note: str = ""
    debatable: bool = False


def read_checker_gold(data: bytes, file: str) -> Reading[tuple[CheckerGold, ...]]:
    return _read(data, file, read=_checker_gold, id_of=lambda row: row.id)


def read_oracle_gold(data: bytes, file: str) -> Reading[tuple[OracleGold, ...]]:
    return _read(data, file, read=_oracle_gold, id_of=lambda row: row.id)


def _read(
    data: bytes, file: str, *, read: Callable[[Fields], T], id_of: Callable[[T], str]
) -> Reading[tuple[T, ...]]:
    noted: list[RowError] = []
    placed = read_rows(data, file, noted, read=read)
    references.check_unique(placed, "id", key_of=id_of)
    if noted:
        return Reading(None, tuple(sorted(noted, key=lambda error: error.line)))
    return Reading(tuple(each.row for each in placed))


def _checker_gold(fields: Fields) -> CheckerGold:
    gold = CheckerGold(
        id=fields.text("id"),
        question=fields.raw_text("question"),
        reason=None if fields.null("reason") else fields.choice("reason", Reason),
        pairs=_pairs(fields, "pairs", fields.items("pairs")),
        kind=fields.text("kind"),
        pairs_alt=_pairs_alt(fields),
        reason_alt=_reason_alt(fields),
        note=_note(fields),
        debatable=_debatable(fields),
    )
    verdict = fields.choice("verdict", Verdict)
    if fields.sound:
        _check_verdict(fields, gold, verdict)
    return gold


def _check_verdict(fields: Fields, gold: CheckerGold, verdict: Verdict) -> None:
    if (gold.reason is None) != (verdict == Verdict.VALID):
        fields.fault("reason", f"{shown(gold.reason)} does not go with the verdict {verdict}.")
    for pairs in (gold.pairs, *gold.pairs_alt):
        if verdict == Verdict.VALID and len(pairs) != 1:
            fields.fault("pairs", f"{len(pairs)} pairs are given; a valid question has one.")


def _oracle_gold(fields: Fields) -> OracleGold:
    gold = OracleGold(
        id=fields.text("id"),
        object_name=fields.text("object"),
        description=fields.text("description"),
        material=fields.raw_text("material"),
        shape=fields.raw_text("shape"),
        size=fields.raw_text("size"),
        surface=fields.raw_text("surface"),
        question=fields.text("question"),
        gold=fields.choice("gold", Answer),
        asked=fields.choice("asked", Asked),
        note=_note(fields),
        debatable=_debatable(fields),
    )
    if gold.gold == Answer.CANNOT_TELL:
        fields.fault("gold", "The gold answer is yes or no.")
    return gold


def _pairs(fields: Fields, field: str, items: list[Json]) -> tuple[Pair, ...]:
    pairs = [_pair(fields, field, item) for item in items]
    return tuple(pair for pair in pairs if pair)


def _pair(fields: Fields, field: str, item: Json) -> Pair | None:
    match item:
        case [str(name), str(value)] if name in Dimension.__members__ and value.strip():
            return Pair(Dimension[name], value)
    fields.fault(field, f"{shown(item)} is not [DIMENSION, value].")
    return None


def _pairs_alt(fields: Fields) -> tuple[tuple[Pair, ...], ...]:
    field = "pairs_alt"
    lists = fields.items(field) if fields.has(field) else []
    return tuple(_pairs(fields, field, fields.check_items(field, each)) for each in lists)


def _reason_alt(fields: Fields) -> tuple[Reason, ...]:
    field = "reason_alt"
    reasons = fields.items(field) if fields.has(field) else []
    return tuple(fields.check_choice(field, each, Reason) for each in reasons)


def _note(fields: Fields) -> str:
    return fields.raw_text("note") if fields.has("note") else ""


def _debatable(fields: Fields) -> bool:
    return fields.has("debatable") and fields.flag("debatable")
