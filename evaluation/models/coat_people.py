"""What people and models said of a COAT catalogue, beside its files."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from evaluation.models.background import BackgroundWork
from evaluation.models.coat import CoatCatalogue


class CoatConsensus(models.Model):
    """How a version came from what people judged: a line of JSON for each value with its votes.

    sources: rows {study, version, kind, sha256}, of the publications that it was made from.
    """

    catalogue = models.OneToOneField(CoatCatalogue, models.CASCADE, related_name="consensus")
    sources = models.JSONField()
    votes = models.TextField()
    sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"consensus of {self.catalogue}"


class UtilityReply(models.Model):
    """What a model said an object commonly serves for; asked once under the same prompt.

    prompt_sha256: of all that it was told. reply: as it came. read: whether it was a list.
    """

    catalogue = models.ForeignKey(CoatCatalogue, models.CASCADE, related_name="utility_replies")
    object_key = models.CharField(max_length=100)
    model = models.CharField(max_length=200)
    prompt_sha256 = models.CharField(max_length=64)
    reply = models.TextField(blank=True)
    read = models.BooleanField()
    unknown = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField()

    class Meta:
        ordering = ["catalogue", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["catalogue", "object_key", "model", "prompt_sha256"],
                name="one_utility_reply_a_prompt",
            ),
            models.CheckConstraint(
                condition=Q(read=True) | Q(unknown=0), name="what_is_read_names_the_unknown"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.object_key} by {self.model}"


class UtilitySuggestion(models.Model):
    """A utility that a reply names; kept apart from what people say."""

    reply = models.ForeignKey(UtilityReply, models.CASCADE, related_name="suggestions")
    utility = models.CharField(max_length=200)

    class Meta:
        ordering = ["reply", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["reply", "utility"], name="one_suggestion_a_utility"),
        ]

    def __str__(self) -> str:
        return f"{self.reply}: {self.utility}"


class SuggestionDecision(models.Model):
    """What somebody made of a suggested utility of an object, on the page of this version.

    accepted_in: the version that it went into; empty where it was set aside.
    """

    catalogue = models.ForeignKey(
        CoatCatalogue, models.CASCADE, related_name="suggestion_decisions"
    )
    object_key = models.CharField(max_length=100)
    utility = models.CharField(max_length=200)
    accepted_in = models.ForeignKey(
        CoatCatalogue, models.PROTECT, null=True, related_name="accepted_suggestions"
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    decided_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["catalogue", "object_key", "utility"], name="one_decision_a_suggestion"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.object_key}: {self.utility}"


class UtilityAsking(BackgroundWork):
    """A model that is asked in the background what the objects of a version serve for.

    spec: its table [model] of a run's spec. model: its name, as replies have it once it is known.
    planned, done: of the objects that it was not asked of before. reason: why it failed.
    holder: the process that is at it now.
    """

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        READY = "ready"
        FAILED = "failed"

    GOING_ON = (Status.QUEUED, Status.RUNNING)

    key = models.UUIDField(unique=True, default=uuid.uuid4)
    catalogue = models.ForeignKey(CoatCatalogue, models.CASCADE, related_name="askings")
    spec = models.JSONField()
    model = models.CharField(max_length=1000)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    reason = models.TextField(blank=True)
    planned = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    holder = models.CharField(max_length=100, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="failed") & ~Q(reason="") | ~Q(status="failed") & Q(reason=""),
                name="a_failed_asking_has_its_reason",
            ),
            models.CheckConstraint(
                condition=Q(status="running", lease_until__isnull=False) & ~Q(holder="")
                | ~Q(status="running") & Q(holder="", lease_until=None),
                name="a_running_asking_has_its_lease",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["ready", "failed"], ended_at__isnull=False)
                | ~Q(status__in=["ready", "failed"]) & Q(ended_at=None),
                name="an_ended_asking_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} about {self.catalogue}"
