"""Read-only lists for researchers: what is stored is evidence, and is not edited here."""

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from games.models import (
    BaselinePlay,
    Catalogue,
    Doubt,
    Game,
    Mark,
    ModelCall,
    ModelMargin,
    OracleScore,
    Participant,
    PhysicalObject,
    Play,
    PlayProtocol,
    StoredAnswer,
    StoredRuling,
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
    list_display = ["question", "answer", "physical_object", "raised_at"]
    list_select_related = ["turn__play__game__physical_object"]

    def question(self, doubt: Doubt) -> str:
        return doubt.turn.question

    def answer(self, doubt: Doubt) -> str:
        return doubt.turn.answer

    def physical_object(self, doubt: Doubt) -> str:
        return doubt.turn.play.game.physical_object.name


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


@admin.register(BaselinePlay)
class BaselinePlayAdmin(ReadOnly):
    list_display = ["player", "game", "won", "questions"]
    list_select_related = ["game"]
    list_filter = ["player", "won"]


@admin.register(Mark)
class MarkAdmin(ReadOnly):
    list_display = ["play", "affordance", "crossed_out", "after_turn", "marked_at"]
    list_select_related = ["play"]


@admin.register(ModelMargin)
class ModelMarginAdmin(ReadOnly):
    list_display = ["model", "margin"]


@admin.register(Participant)
class ParticipantAdmin(ReadOnly):
    """Without the token, which is a key to the participant's plays."""

    fields = ["started_at"]
    list_display = ["pk", "started_at"]


@admin.register(PlayProtocol)
class PlayProtocolAdmin(ReadOnly):
    list_display = ["__str__", "sha256", "stored_at"]


@admin.register(StoredRuling)
class StoredRulingAdmin(ReadOnly):
    list_display = ["question_key", "reason", "pairs", "checker_version"]
