"""Gold rows: questions with the ruling or the answer that careful people gave them."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from games.formats import references
from games.formats.fields import Fields, shown
from games.formats.lines import Json
from games.formats.readers import Placed, read_rows
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


@dataclass(frozen=True, kw_only=True)
class AskedGold:
    """A question to an Oracle; gold is yes or no."""

    id: str
    question: str
    gold: Answer
    asked: Asked = Asked.PROPERTY
    note: str = ""
    debatable: bool = False


@dataclass(frozen=True, kw_only=True)
class OracleGold(AskedGold):
    """A question about an object that its own row describes in words."""

    object_name: str
    description: str
    material: str
    shape: str
    size: str
    surface: str


@dataclass(frozen=True, kw_only=True)
class BlindGold(AskedGold):
    """A question about an object of a catalogue, on one property."""

    object_key: str


def read_checker_gold(data: bytes, file: str) -> Reading[tuple[CheckerGold, ...]]:
    return _read(data, file, read=_checker_gold, id_of=lambda row: row.id)


def read_oracle_gold(data: bytes, file: str) -> Reading[tuple[OracleGold, ...]]:
    return _read(data, file, read=_oracle_gold, id_of=lambda row: row.id)


def read_blind_gold(
    data: bytes, file: str, *, objects: Collection[str]
) -> Reading[tuple[BlindGold, ...]]:
    """Questions about a catalogue's objects, by their keys; each stands once of an object."""
    return _read(
        data,
        file,
        read=_blind_gold,
        id_of=lambda row: row.id,
        check=lambda placed: _check_asked(placed, objects),
    )


def _read(
    data: bytes,
    file: str,
    *,
    read: Callable[[Fields], T],
    id_of: Callable[[T], str],
    check: Callable[[list[Placed[T]]], None] = lambda placed: None,
) -> Reading[tuple[T, ...]]:
    noted: list[RowError] = []
    placed = read_rows(data, file, noted, read=read)
    references.check_unique(placed, "id", key_of=id_of)
    check(placed)
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
    _check_answer(fields, gold.gold)
    return gold


def _blind_gold(fields: Fields) -> BlindGold:
    gold = BlindGold(
        id=fields.text("id"),
        object_key=fields.key("object"),
        question=fields.text("question"),
        gold=fields.choice("gold", Answer),
        note=_note(fields),
        debatable=_debatable(fields),
    )
    _check_answer(fields, gold.gold)
    return gold


def _check_asked(rows: Sequence[Placed[BlindGold]], objects: Collection[str]) -> None:
    """Note questions about unknown objects, and each that was asked of its object before."""
    for placed in rows:
        key = placed.row.object_key
        if key not in objects and key:
            placed.fields.fault("object", f"{key} is no object of the catalogue.")
    references.check_unique(rows, "question", key_of=_named_question)


def _named_question(row: BlindGold) -> str:
    plain = row.question.casefold().strip(" ?")
    return plain and row.object_key and f"{plain}? of {row.object_key}"


def _check_answer(fields: Fields, gold: Answer) -> None:
    if gold == Answer.CANNOT_TELL:
        fields.fault("gold", "The gold answer is yes or no.")


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
