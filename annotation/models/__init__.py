"""The rows of the annotation app: catalogues that are being built."""

from annotation.models.drafts import (
    Draft,
    DraftAffordance,
    DraftObject,
    DraftValue,
    SheetRevision,
)

__all__ = ["Draft", "DraftAffordance", "DraftObject", "DraftValue", "SheetRevision"]
