"""Read-only lists for researchers: what is stored is evidence, and is not edited here."""

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from games.models import (
    Assignment,
    BaselinePlay,
    Campaign,
    CampaignGame,
    Catalogue,
    CompletionCode,
    Consent,
    ConsentText,
    Doubt,
    Game,
    JudgedCatalogue,
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
    TextReview,
    Turn,
    Withdrawal,
)

admin.site.site_header = admin.site.site_title = "Affordance Lab"
admin.site.index_title = "Stored rows"


class ReadOnly(admin.ModelAdmin):
    show_full_result_count = False
    list_per_page = 50

    def has_view_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return request.user.is_staff

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_staff

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """What the list's own filters ask, no more: a token could be guessed by its prefixes."""
        return lookup.partition("__")[0] in self.list_filter

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
    """Without token, resume words and external id: keys to the plays, or to the person."""

    fields = [
        "pseudonym",
        "campaign",
        "started_at",
        "language",
        "demographics",
        "outcome",
        "ended_at",
        "seat_released_at",
        "excluded_reason",
    ]
    list_display = ["pk", "pseudonym", "campaign", "started_at", "outcome", "excluded_reason"]
    list_select_related = ["campaign"]
    list_filter = ["outcome"]


@admin.register(Consent)
class ConsentAdmin(ReadOnly):
    fields = ["participant", "text", "language", "sha256", "given_at"]
    list_display = ["participant", "text", "language", "sha256", "given_at"]
    list_select_related = ["participant", "text"]


@admin.register(ConsentText)
class ConsentTextAdmin(ReadOnly):
    list_display = ["sha256", "stored_at"]


@admin.register(Campaign)
class CampaignAdmin(ReadOnly):
    list_display = ["slug", "name", "catalogue", "baseline", "simulated", "status", "opened_at"]
    list_select_related = ["catalogue"]
    list_filter = ["status", "baseline", "simulated"]


@admin.register(CampaignGame)
class CampaignGameAdmin(ReadOnly):
    list_display = ["campaign", "game", "quota", "taken"]
    list_select_related = ["campaign", "game"]


@admin.register(Assignment)
class AssignmentAdmin(ReadOnly):
    """Without the play, whose name is its token."""

    fields = ["participant", "game", "position", "reserved_at", "released_at"]
    readonly_fields = ["game"]
    list_display = ["participant", "game", "position", "reserved_at", "released_at"]
    list_select_related = ["participant", "campaign_game__game"]

    def game(self, assignment: Assignment) -> str:
        return assignment.campaign_game.game.key


@admin.register(CompletionCode)
class CompletionCodeAdmin(ReadOnly):
    """Without the external id; whoever pays looks a code up on its campaign's page."""

    fields = ["campaign", "participant", "outcome", "code", "issued_at", "reopened_at"]
    list_display = ["code", "campaign", "participant", "outcome", "issued_at", "reopened_at"]
    list_select_related = ["campaign", "participant"]
    list_filter = ["outcome"]


@admin.register(Withdrawal)
class WithdrawalAdmin(ReadOnly):
    list_display = ["receipt", "campaign", "plays", "turns", "withdrawn_at"]
    list_select_related = ["campaign"]


@admin.register(JudgedCatalogue)
class JudgedCatalogueAdmin(ReadOnly):
    list_display = ["catalogue", "account", "noted_at"]
    list_select_related = ["catalogue", "account"]


@admin.register(TextReview)
class TextReviewAdmin(ReadOnly):
    list_display = ["turn", "removed", "reviewed_at"]
    list_select_related = ["turn"]


@admin.register(PlayProtocol)
class PlayProtocolAdmin(ReadOnly):
    list_display = ["__str__", "sha256", "stored_at"]


@admin.register(StoredRuling)
class StoredRulingAdmin(ReadOnly):
    list_display = ["question_key", "reason", "pairs", "checker_version"]
