"""A file of decisions on candidates: bytes to values, every fault with its line.

A decision a line: `{"kind": "object", "key": "kettle", "keep": false, "reason": "duplicate",
"note": "same as teakettle"}`; `reason` belongs to what is dropped, `note` may be left out.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from annotation import stages
from annotation.stages import BrokenDecision, Decision, Kind
from games.formats import Reading, RowError
from games.formats.fields import Fields
from games.formats.readers import Placed, read_rows
from games.formats.references import check_unique


@dataclass(frozen=True)
class Decided:
    kind: Kind
    key: str
    decision: Decision


def read_decisions(
    data: bytes, file: str, known: Mapping[Kind, Collection[str]]
) -> Reading[tuple[Decided, ...]]:
    """The decisions in the file, each on a candidate that is known by its key."""
    noted: list[RowError] = []
    placed = read_rows(data, file, noted, read=_decided)
    check_unique(placed, "key", key_of=lambda row: row.key and f"{row.kind} {row.key}")
    for each in placed:
        _check_known(each, known)
    if noted:
        return Reading(None, tuple(sorted(noted, key=lambda error: error.line)))
    return Reading(tuple(each.row for each in placed))


def _check_known(placed: Placed[Decided], known: Mapping[Kind, Collection[str]]) -> None:
    row = placed.row
    if placed.fields.sound and row.key not in known[row.kind]:
        placed.fields.fault("key", f"{row.key} is no {row.kind} of this draft.")


def _decided(fields: Fields) -> Decided:
    kind = fields.choice("kind", Kind)
    key = fields.key("key")
    return Decided(kind, key, _decision(fields, kind))


def _decision(fields: Fields, kind: Kind) -> Decision:
    keeps = fields.flag("keep")
    reason = _said(fields, "reason")
    note = _said(fields, "note")
    if not fields.sound:
        return stages.UNDONE
    if keeps and reason:
        fields.fault("reason", "What is kept has no reason to drop it.")
    try:
        return stages.keep(note) if keeps else stages.drop(kind, reason, note)
    except BrokenDecision as broken:
        fields.fault(broken.about, str(broken))
        return stages.UNDONE


def _said(fields: Fields, name: str) -> str:
    """The text of a field that may be missing, empty or null."""
    if not fields.has(name) or fields.null(name):
        return ""
    return fields.raw_text(name)
