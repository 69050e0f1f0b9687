"""Read-only lists of drafts and studies, as of everything that is stored."""

from django.contrib import admin

from annotation.models import (
    Change,
    Consensus,
    Correction,
    Draft,
    DraftAffordance,
    DraftObject,
    DraftValue,
    FormerRater,
    GuidelineQuestion,
    Invitation,
    Judgement,
    Publication,
    Rater,
    Seat,
    SheetRevision,
    Study,
    Unit,
)
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


@admin.register(Study)
class StudyAdmin(ReadOnly):
    list_display = ["slug", "version", "title", "kind", "seats", "status", "locked_at"]
    list_filter = ["status", "kind"]


@admin.register(Unit)
class UnitAdmin(ReadOnly):
    list_display = ["key", "study", "block", "training"]
    list_select_related = ["study"]
    list_filter = ["training"]


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    """Without the token: whoever has it can join."""

    fields = ["study", "note", "places", "used", "adjudicates", "expires_at", "revoked_at"]
    list_display = ["pk", "study", "note", "places", "used", "expires_at", "revoked_at"]
    list_select_related = ["study"]


@admin.register(Rater)
class RaterAdmin(ReadOnly):
    list_display = ["pseudonym", "study", "kind", "judged", "joined_at", "removed_at"]
    list_select_related = ["study"]
    list_filter = ["kind"]


@admin.register(FormerRater)
class FormerRaterAdmin(ReadOnly):
    list_display = ["account", "study"]
    list_select_related = ["study"]


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    list_display = ["unit", "number", "rater", "reserved_until", "judged_at"]
    list_select_related = ["unit", "rater"]


@admin.register(Judgement)
class JudgementAdmin(ReadOnly):
    """Without the key of its post."""

    fields = [
        "unit", "rater", "seat", "answer", "skip_reason", "comment", "seconds", "extra",
        "revision", "at",
    ]  # fmt: skip
    list_display = ["unit", "rater", "answer", "skip_reason", "extra", "revision", "at"]
    list_select_related = ["unit", "rater"]
    list_filter = ["skip_reason", "extra"]


@admin.register(Consensus)
class ConsensusAdmin(ReadOnly):
    list_display = ["unit", "question", "value", "source", "answered", "counted_at"]
    list_select_related = ["unit"]
    list_filter = ["source"]


@admin.register(Change)
class ChangeAdmin(ReadOnly):
    """Without the key of the post that was replaced."""

    fields = ["unit", "rater", "question", "by", "old", "new", "at"]
    list_display = ["unit", "rater", "question", "by", "at"]
    list_select_related = ["unit", "rater", "by"]


@admin.register(GuidelineQuestion)
class GuidelineQuestionAdmin(ReadOnly):
    fields = ["study", "rater", "text", "asked_at", "answer", "answered_by", "answered_at"]
    list_display = ["text", "study", "rater", "asked_at", "answered_at"]
    list_select_related = ["study", "rater"]


@admin.register(Publication)
class PublicationAdmin(ReadOnly):
    """Without the files, which have a page of their own."""

    fields = ["study", "number", "sha256", "catalogue", "made_by", "made_at"]
    list_display = ["study", "number", "sha256", "catalogue", "made_by", "made_at"]
    list_select_related = ["study", "catalogue", "made_by"]


@admin.register(Correction)
class CorrectionAdmin(ReadOnly):
    list_display = ["unit", "before", "after", "made_by", "made_at"]
    list_select_related = ["unit", "before", "after", "made_by"]
