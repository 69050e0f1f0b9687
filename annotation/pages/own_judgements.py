"""What a rater judged, as a list: what each unit is about, and what they said of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from annotation.kinds.registry import KINDS
from annotation.kinds.snapshots import words
from annotation.models import Judgement, Study
from annotation.pages import judging_words
from annotation.pages.judging_words import Line
from games.formats.lines import Json

NAMED = ("task_text", "utility", "name", "affordance", "question")
KEYS = frozenset({"affordance", "object", "utility"})


@dataclass(frozen=True)
class Row:
    """about: the unit in a few words. lines: each question with its answer; none of a skip."""

    judgement: Judgement
    about: str
    lines: tuple[Line, ...]
    skipped: str


def row(study: Study, judgement: Judgement) -> Row:
    kind, unit = KINDS[study.kind], judgement.unit
    lines = judging_words.answered(kind, unit, judgement.answer)
    skipped = judging_words.skip_words(judgement.skip_reason)
    return Row(judgement, about(unit.snapshot) or unit.key, tuple(lines), skipped)


def about(snapshot: Mapping[str, Json]) -> str:
    """What tells one unit from another; "" where no field is known that does."""
    fields = NAMED if "name" in snapshot else ("object", *NAMED)
    told = [(name, str(snapshot[name])) for name in fields if name in snapshot]
    return ": ".join(words(text) if name in KEYS else text for name, text in told)
