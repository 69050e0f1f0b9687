"""A candidate as a row of its list: what it is, where it is from, what was decided."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from annotation.models import DraftAffordance, DraftObject
from annotation.stages import (
    REASONS,
    Enrichment,
    Kind,
    Stage,
)

Row = DraftObject | DraftAffordance
REASON_WORDS: Mapping[str, str] = {
    "not_discrete": "not one discrete thing",
    "hidden_mechanism": "works by a hidden mechanism",
    "not_human_made": "not made by people",
    "social": "social",
    "electronic": "electronic",
    "chemical": "chemical",
    "not_physical": "not physical",
    "duplicate": "same as another",
    "other": "other: say in the note",
}
SHEET_WORDS: Mapping[str, str] = {
    Enrichment.NONE: "no sheet yet",
    Enrichment.WAITING: "sheet on its way",
    Enrichment.DRAFTED: "sheet drafted by a model",
    Enrichment.CORRECTED: "sheet corrected",
    Enrichment.FAILED: "no sheet could be drafted",
}


@dataclass(frozen=True)
class Reason:
    value: str
    words: str


@dataclass(frozen=True)
class CandidateShown:
    """place: its number on the page. state: how far its sheet or definition is, if it is kept."""

    kind: Kind
    place: int
    key: str
    words: str
    origin: str
    stage: str
    reason: str
    reason_words: str
    note: str
    state: str

    @property
    def decided(self) -> bool:
        return self.stage != Stage.COLLECTED


def reasons_of(kind: Kind) -> list[Reason]:
    return [Reason(each.value, REASON_WORDS[each]) for each in REASONS[kind]]


def shown(row: Row, place: int) -> CandidateShown:
    return CandidateShown(
        kind=Kind.OBJECT if isinstance(row, DraftObject) else Kind.AFFORDANCE,
        place=place,
        key=row.key,
        words=row.name if isinstance(row, DraftObject) else row.text,
        origin=origin_words(row.origin),
        stage=row.stage,
        reason=row.drop_reason,
        reason_words=REASON_WORDS.get(row.drop_reason, "").partition(":")[0],
        note=row.note,
        state=_state(row) if row.stage == Stage.KEPT else "",
    )


def all_shown(rows: Iterable[Row]) -> list[CandidateShown]:
    return [shown(row, place) for place, row in enumerate(rows, start=1)]


def origin_words(origin: Mapping[str, str]) -> str:
    """Such as: WordNet, gloss of skiff, line 12 of data.noun."""
    relation, of = origin.get("relation", ""), origin.get("of", "")
    line, file = origin.get("line", ""), origin.get("list", "")
    told = (
        origin.get("knowledge_base", ""),
        f"{relation} of {of}" if relation and of else "",
        f"line {line} of {file}" if line else file,
    )
    return ", ".join(part for part in told if part)


def _state(row: Row) -> str:
    if isinstance(row, DraftObject):
        return SHEET_WORDS[row.enrichment]
    return "defined" if row.definition else "no definition yet"
