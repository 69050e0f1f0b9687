"""The rows of the annotation app: catalogues being built, studies and what was judged in them."""

from annotation.models.drafts import (
    Draft,
    DraftAffordance,
    DraftObject,
    DraftValue,
    SheetRevision,
)
from annotation.models.studies import Judgement, Rater, Seat, Study, Unit

__all__ = [
    "Draft",
    "DraftAffordance",
    "DraftObject",
    "DraftValue",
    "Judgement",
    "Rater",
    "Seat",
    "SheetRevision",
    "Study",
    "Unit",
]
