"""Read-only lists of drafts, as of everything that is stored."""

from django.contrib import admin

from annotation.models import Draft, DraftAffordance, DraftObject, DraftValue, SheetRevision
from games.admin import ReadOnly


@admin.register(Draft)
class DraftAdmin(ReadOnly):
    list_display = ["slug", "title", "licence", "created_at"]


@admin.register(DraftObject)
class DraftObjectAdmin(ReadOnly):
    list_display = ["key", "draft", "stage", "drop_reason", "enrichment", "revision"]
    list_select_related = ["draft"]


@admin.register(DraftAffordance)
class DraftAffordanceAdmin(ReadOnly):
    list_display = ["key", "draft", "stage", "drop_reason", "requires"]
    list_select_related = ["draft"]


@admin.register(DraftValue)
class DraftValueAdmin(ReadOnly):
    list_display = ["value", "dimension", "draft"]
    list_select_related = ["draft"]


@admin.register(SheetRevision)
class SheetRevisionAdmin(ReadOnly):
    list_display = ["draft_object", "number", "kind", "by", "at"]
    list_select_related = ["draft_object"]
