"""What a rater judged, as a list: what each unit is about, and what they said of it."""

from dataclasses import dataclass

from annotation.kinds.registry import KINDS
from annotation.models import Judgement, Study
from annotation.pages import judging_words, unit_names
from annotation.pages.judging_words import Line


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
    return Row(judgement, unit_names.name_of(unit).words, tuple(lines), skipped)
