"""Models that were tuned on a slice of questions, and how each came about."""

import uuid

from django.db import models
from django.db.models import Q

from evaluation.models.background import BackgroundWork


class TunedModel(BackgroundWork):
    """One course of tuning: the same parent, chats and plan make the same model, so once.

    parent: the folder of the model that it starts from. parent_sha256: of all that lies there.
    slice_name: what the chats are called. slice_text: their JSON Lines; slice_sha256: of these.
    plan: steps, rank, seed and the rest (evaluation.tuning.plans). sha256: of parent, chats, plan.
    losses: one a step. versions: library -> version that it learnt by.
    folder: of the finished model, in which `adapter` and `<slug>` lie; empty before.
    reason: why it failed, as a sentence. seconds: of work, over all processes that were at it.
    holder: the process that is at it now.
    """

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        READY = "ready"
        FAILED = "failed"

    GOING_ON = (Status.QUEUED, Status.RUNNING)

    slug = models.SlugField(max_length=100, unique=True)
    key = models.UUIDField(unique=True, default=uuid.uuid4)
    parent = models.CharField(max_length=500)
    parent_sha256 = models.CharField(max_length=64)
    slice_name = models.CharField(max_length=200)
    slice_text = models.TextField()
    slice_sha256 = models.CharField(max_length=64)
    chat_count = models.PositiveIntegerField()
    plan = models.JSONField()
    sha256 = models.CharField(max_length=64, unique=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    reason = models.TextField(blank=True)
    losses = models.JSONField(default=list)
    versions = models.JSONField(default=dict)
    folder = models.CharField(max_length=500, blank=True)
    seconds = models.FloatField(default=0)
    holder = models.CharField(max_length=100, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="failed") & ~Q(reason="") | ~Q(status="failed") & Q(reason=""),
                name="a_failed_tuning_has_its_reason",
            ),
            models.CheckConstraint(
                condition=Q(status="ready") & ~Q(folder="") | ~Q(status="ready") & Q(folder=""),
                name="a_tuned_model_has_its_folder",
            ),
            models.CheckConstraint(
                condition=Q(status="running", lease_until__isnull=False) & ~Q(holder="")
                | ~Q(status="running") & Q(holder="", lease_until=None),
                name="a_running_tuning_has_its_lease",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["ready", "failed"], ended_at__isnull=False)
                | ~Q(status__in=["ready", "failed"]) & Q(ended_at=None),
                name="an_ended_tuning_has_its_time",
            ),
            models.CheckConstraint(condition=Q(chat_count__gte=1), name="a_tuning_has_a_chat"),
        ]

    def __str__(self) -> str:
        return self.slug
