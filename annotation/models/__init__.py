"""The rows of the annotation app: catalogues being built, studies and what was judged in them."""

from annotation.models.drafts import (
    Draft,
    DraftAffordance,
    DraftObject,
    DraftValue,
    SheetRevision,
)
from annotation.models.judgements import Change, Consensus, Correction, Judgement, Publication
from annotation.models.raters import FormerRater, GuidelineQuestion, Invitation, Rater, Seat
from annotation.models.studies import FOR_ALL, Study, Unit

__all__ = [
    "FOR_ALL",
    "Change",
    "Consensus",
    "Correction",
    "Draft",
    "DraftAffordance",
    "DraftObject",
    "DraftValue",
    "FormerRater",
    "GuidelineQuestion",
    "Invitation",
    "Judgement",
    "Publication",
    "Rater",
    "Seat",
    "SheetRevision",
    "Study",
    "Unit",
]
