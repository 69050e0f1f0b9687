"""A campaign, which pages call a study: games, players wanted, consent, how they are assigned."""

import hashlib

from django.db import models
from django.db.models import F, Q

from games.labels import Split
from games.models.catalogue import Catalogue, Game, PhysicalObject
from games.models.people import Participant
from games.presets import Condition


class ConsentText(models.Model):
    """A version of a consent text; never changed, so that a hash names what was agreed to.

    texts: language code -> text. sha256: of their canonical JSON.
    """

    sha256 = models.CharField(max_length=64, unique=True)
    texts = models.JSONField()
    stored_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.sha256[:8]

    def in_language(self, language: str) -> str:
        """The text in this language, in English where it was not written in it."""
        text: str = self.texts.get(language) or self.texts["en"]
        return text

    def sha256_of(self, language: str) -> str:
        return hashlib.sha256(self.in_language(language).encode()).hexdigest()


class Campaign(models.Model):
    """What it says about games, protocol and consent is frozen once it opens.

    baseline: its figures stand for people beside models, so its Oracle has to pass a bar and
        nobody who judged the objects may play.
    simulated: made by the simulation; everything in it is marked and never counted.
    share, seed, split: how its games were chosen; share is of each target's games.
    players_wanted: seats of a crossed campaign, where every player plays every game.
    plays_wanted, games_each: plays that each game gets in a quota campaign, and how many games
        a player is given there.
    idle_minutes: after so long without a move an unfinished player's seat is free again;
        counted from resumed_at at the earliest, since nobody can begin a game during a pause.
    protocol: what its plays run under; empty until it opens.
    oracle_figures: how right its Oracle was when it opened, and on which questions.
    override_reason: why a researcher opened a baseline whose Oracle does not pass.
    panel_codes: outcome -> the code that the recruiting platform expects for it.
    chinese: name, ethics and contact in Chinese, each where a researcher wrote it.
    """

    class Assignment(models.TextChoices):
        CROSSED = "crossed"
        QUOTA = "quota"

    class Status(models.TextChoices):
        DRAFT = "draft"
        OPEN = "open"
        PAUSED = "paused"
        CLOSED = "closed"

    class Reveal(models.TextChoices):
        AFTER_LAST = "after_last", "after the last game"
        AFTER_EACH = "after_each", "after each game"
        NEVER = "never", "never"

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=120)
    catalogue = models.ForeignKey(Catalogue, models.PROTECT, related_name="campaigns")
    baseline = models.BooleanField(default=False)
    simulated = models.BooleanField(default=False)
    preset = models.CharField(max_length=10, choices=[("paper", "paper"), ("house", "house")])
    condition = models.CharField(max_length=15, choices=[(c, c) for c in Condition])
    share = models.FloatField(null=True)
    seed = models.PositiveIntegerField()
    split = models.CharField(max_length=4, choices=[(s, s) for s in Split], blank=True)
    assignment = models.CharField(max_length=10, choices=Assignment)
    players_wanted = models.PositiveIntegerField(null=True)
    plays_wanted = models.PositiveIntegerField(null=True)
    games_each = models.PositiveIntegerField(null=True)
    idle_minutes = models.PositiveIntegerField()
    reveal = models.CharField(max_length=10, choices=Reveal, default=Reveal.AFTER_LAST)
    practice_game = models.ForeignKey(Game, models.PROTECT, null=True, related_name="+")
    consent_text = models.ForeignKey(ConsentText, models.PROTECT, related_name="campaigns")
    ethics = models.TextField()
    contact = models.TextField()
    ask_demographics = models.BooleanField(default=False)
    panel_codes = models.JSONField(default=dict)
    chinese = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    protocol = models.ForeignKey(
        "games.PlayProtocol", models.PROTECT, null=True, related_name="campaigns"
    )
    oracle_figures = models.JSONField(default=dict)
    override_reason = models.TextField(blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True)
    resumed_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    assignment="crossed",
                    players_wanted__gte=1,
                    plays_wanted=None,
                    games_each=None,
                )
                | Q(
                    assignment="quota", players_wanted=None, plays_wanted__gte=1, games_each__gte=1
                ),
                name="an_assignment_has_its_numbers",
            ),
            models.CheckConstraint(
                condition=Q(status="draft", protocol=None)
                | ~Q(status="draft") & Q(protocol__isnull=False, opened_at__isnull=False),
                name="an_opened_campaign_has_its_protocol",
            ),
            models.CheckConstraint(
                condition=Q(status="closed", closed_at__isnull=False)
                | ~Q(status="closed") & Q(closed_at=None),
                name="a_closed_campaign_has_its_time",
            ),
            models.CheckConstraint(
                condition=(Q(share=None) | Q(share__gt=0, share__lte=1)) & Q(idle_minutes__gte=1),
                name="share_and_idle_time_in_range",
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def crossed(self) -> bool:
        return self.assignment == self.Assignment.CROSSED

    def in_language(self, field: str, language: str) -> str:
        """Its name, ethics or contact; in English where it was not written in this language."""
        text: str = getattr(self, field)
        return self.chinese[field] if self.language_of(field, language) != "en" else text

    def language_of(self, field: str, language: str) -> str:
        """The language that this text is shown in to readers of `language`."""
        return language if language == "zh-hans" and self.chinese.get(field) else "en"


class CampaignGame(models.Model):
    """A game of a campaign; no two of one object, so that everybody can play all.

    quota: how many players may hold it at once or have played it; empty in a crossed campaign.
    taken: how many do, the assignments that were not released.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="campaign_games")
    game = models.ForeignKey(Game, models.PROTECT, related_name="+")
    physical_object = models.ForeignKey(PhysicalObject, models.PROTECT, related_name="+")
    quota = models.PositiveIntegerField(null=True)
    taken = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "game"], name="campaign_game_once"),
            models.UniqueConstraint(
                fields=["campaign", "physical_object"], name="campaign_object_once"
            ),
            models.CheckConstraint(
                condition=Q(quota=None) | Q(taken__lte=F("quota")), name="no_more_than_the_quota"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} of {self.campaign_id}"


class Assignment(models.Model):
    """That this participant is to play this game; position counts the participant's games from 1.

    released_at: since when it counts no more: its player was idle, ended early or was excluded.
    """

    participant = models.ForeignKey(Participant, models.CASCADE, related_name="assignments")
    campaign_game = models.ForeignKey(CampaignGame, models.CASCADE, related_name="assignments")
    position = models.PositiveSmallIntegerField()
    reserved_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True)
    play = models.OneToOneField("games.Play", models.SET_NULL, null=True, related_name="assignment")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["participant", "campaign_game"], name="assigned_once"),
            models.UniqueConstraint(fields=["participant", "position"], name="position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.participant_id}: {self.position}"
