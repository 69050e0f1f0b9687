"""Files of label passes and adjudications: bytes to values and back, every fault with its line.

A pass is one rater's answers to the pairs of a catalogue, a pair a line:
`{"object": ..., "affordance": ..., "answer": "yes", "rater": ..., "kind": "model", "at": ...}`.
An adjudication decides one pair that the passes left open, or overrules them, with its reason.
"""

import json
import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from games.formats import Reading, RowError
from games.formats.fields import Fields, shown
from games.formats.readers import Placed, read_rows
from games.formats.references import check_unique
from games.labels import Label

T = TypeVar("T")

RATER_LENGTH = 50
ISO_TIME = re.compile(
    r"(?P<year>\d{4})-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12]\d|3[01])"
    r"(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?)?",
    re.ASCII,
)


class PairAnswer(StrEnum):
    """What a rater says of a pair; unsure where the description does not decide it."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


class RaterKind(StrEnum):
    PERSON = "person"
    MODEL = "model"


@dataclass(frozen=True, order=True)
class Pair:
    object_key: str
    affordance: str

    @property
    def unit(self) -> str:
        """The key of the unit that asks about it."""
        return f"{self.object_key} {self.affordance}"


@dataclass(frozen=True)
class Pairs:
    """Every object with every affordance of a catalogue, by their keys."""

    objects: Sequence[str]
    affordances: Sequence[str]

    def all(self) -> list[Pair]:
        return [Pair(one, key) for one in self.objects for key in self.affordances]


@dataclass(frozen=True)
class PassAnswer:
    """at: when it was given, in ISO 8601, as the file says it."""

    pair: Pair
    answer: PairAnswer
    rater: str
    kind: RaterKind
    at: str


@dataclass(frozen=True)
class Adjudicated:
    """label: what stands in the release; reason: one sentence; rater: who decided."""

    pair: Pair
    label: Label
    reason: str
    rater: str
    kind: RaterKind
    at: str


def pair_of(unit: str) -> Pair:
    """The pair that a unit of this key asks about."""
    object_key, _, affordance = unit.partition(" ")
    return Pair(object_key, affordance)


def read_pass(data: bytes, file: str, pairs: Pairs | None) -> Reading[tuple[PassAnswer, ...]]:
    """The answers of one rater, a line each; a pass that is not whole yet is read as far as it
    goes.

    pairs: those of its catalogue; None where it does not matter which there are.
    """
    noted: list[RowError] = []
    placed = read_rows(data, file, noted, read=_pass_answer)
    _check(placed, pairs, pair_of=lambda row: row.pair)
    sound = [each for each in placed if each.fields.sound]
    for each in sound[1:]:
        first = sound[0].row.rater
        if each.row.rater != first:
            problem = f"{each.row.rater} gave this answer; the file is the pass of {first}."
            each.fields.fault("rater", problem)
    return _reading(placed, noted)


def read_adjudications(data: bytes, file: str, pairs: Pairs) -> Reading[tuple[Adjudicated, ...]]:
    noted: list[RowError] = []
    placed = read_rows(data, file, noted, read=_adjudicated)
    _check(placed, pairs, pair_of=lambda row: row.pair)
    return _reading(placed, noted)


def pass_lines(answers: Iterable[PassAnswer]) -> bytes:
    """The lines of a pass, in the order given."""
    return b"".join(
        json.dumps(
            {
                "object": each.pair.object_key,
                "affordance": each.pair.affordance,
                "answer": each.answer.value,
                "rater": each.rater,
                "kind": each.kind.value,
                "at": each.at,
            },
            ensure_ascii=False,
        ).encode()
        + b"\n"
        for each in answers
    )


def _pass_answer(fields: Fields) -> PassAnswer:
    return PassAnswer(
        pair=_pair(fields),
        answer=fields.choice("answer", PairAnswer),
        rater=fields.text("rater", most=RATER_LENGTH),
        kind=fields.choice("kind", RaterKind),
        at=_time(fields),
    )


def _adjudicated(fields: Fields) -> Adjudicated:
    return Adjudicated(
        pair=_pair(fields),
        label=fields.choice("label", Label),
        reason=fields.text("reason"),
        rater=fields.text("rater", most=RATER_LENGTH),
        kind=fields.choice("kind", RaterKind),
        at=_time(fields),
    )


def _pair(fields: Fields) -> Pair:
    return Pair(fields.key("object"), fields.key("affordance"))


def _time(fields: Fields) -> str:
    text = fields.text("at", most=50)
    if text and not is_time(text):
        fields.fault("at", f"{shown(text)} is no date or time of ISO 8601.")
    return text


def is_time(text: str) -> bool:
    found = ISO_TIME.fullmatch(text)
    if found is None or found["year"] == "0000":
        return False
    _, days = monthrange(int(found["year"]), int(found["month"]))
    return int(found["day"]) <= days


def _check(placed: list[Placed[T]], pairs: Pairs | None, *, pair_of: Callable[[T], Pair]) -> None:
    """Note keys that the catalogue has not, and pairs that stand twice."""
    check_unique(placed, "affordance", key_of=lambda row: _named(pair_of(row)))
    if pairs is None:
        return
    objects, affordances = frozenset(pairs.objects), frozenset(pairs.affordances)
    for each in placed:
        pair = pair_of(each.row)
        if pair.object_key and pair.object_key not in objects:
            each.fields.fault("object", f"{pair.object_key} is no object of the catalogue.")
        if pair.affordance and pair.affordance not in affordances:
            problem = f"{pair.affordance} is no affordance of the catalogue."
            each.fields.fault("affordance", problem)


def _named(pair: Pair) -> str:
    """The pair in words; "" where a key could not be read."""
    known = pair.object_key and pair.affordance
    return f"{pair.object_key} with {pair.affordance}" if known else ""


def _reading(placed: list[Placed[T]], noted: list[RowError]) -> Reading[tuple[T, ...]]:
    if noted:
        return Reading(None, tuple(sorted(noted, key=lambda error: error.line)))
    return Reading(tuple(each.row for each in placed))
