"""Read-only lists for researchers: what is stored is evidence, and is not edited here."""

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from games.models import (
    Catalogue,
    Doubt,
    Game,
    ModelCall,
    OracleScore,
    PhysicalObject,
    Play,
    StoredAnswer,
    Turn,
)


class ReadOnly(admin.ModelAdmin):
    show_full_result_count = False
    list_per_page = 50

    def has_view_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return request.user.is_staff

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_staff

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


@admin.register(Catalogue)
class CatalogueAdmin(ReadOnly):
    list_display = ["version", "title", "sha256", "stored_at"]


@admin.register(PhysicalObject)
class PhysicalObjectAdmin(ReadOnly):
    list_display = ["name", "key", "catalogue"]
    list_select_related = ["catalogue"]
    search_fields = ["name"]


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ["key", "catalogue", "physical_object", "target", "split"]
    list_select_related = ["catalogue", "physical_object", "target"]
    list_filter = ["split"]


@admin.register(Play)
class PlayAdmin(ReadOnly):
    list_display = ["token", "participant", "game", "protocol", "outcome", "started_at"]
    list_select_related = ["participant", "game", "protocol"]
    list_filter = ["outcome"]


@admin.register(Turn)
class TurnAdmin(ReadOnly):
    list_display = ["play", "number", "attempt", "question", "status", "answer", "reason", "probe"]
    list_select_related = ["play"]
    list_filter = ["status", "reason"]


@admin.register(StoredAnswer)
class StoredAnswerAdmin(ReadOnly):
    list_display = ["question_key", "answer", "forced", "source", "confidence", "oracle_version"]
    list_filter = ["source"]


@admin.register(Doubt)
class DoubtAdmin(ReadOnly):
    list_display = ["turn", "raised_at"]
    list_select_related = ["turn"]


@admin.register(ModelCall)
class ModelCallAdmin(ReadOnly):
    list_display = ["role", "model", "text", "completion_tokens", "latency_seconds", "called_at"]
    list_filter = ["role", "model"]


@admin.register(OracleScore)
class OracleScoreAdmin(ReadOnly):
    list_display = [
        "oracle_version",
        "question_set",
        "questions",
        "answered",
        "right_answered",
        "right_forced",
        "scored_at",
    ]
