"""Oracles that answer what people judged, beside each other, and which one was chosen."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models import Study, Unit
from evaluation.models.background import BackgroundWork
from games.rules import Answer


class OracleSample(models.Model):
    """How the units of a study were drawn from what players and runs asked; once a study.

    strata: unit key -> [dimension, who asked], as it was when it was drawn.
    """

    study = models.OneToOneField(Study, models.CASCADE, related_name="oracle_sample")
    count = models.PositiveIntegerField()
    seed = models.PositiveIntegerField()
    strata = models.JSONField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.count} of {self.study}"


class OracleTrial(BackgroundWork):
    """One Oracle that answers every unit of a study; `spec` says which (evaluation.oracle_specs).

    sha256: of the spec, so that a study tries each Oracle once. oracle_version: of the Oracle
        that was built, empty before its first answer; no other version answers the rest.
    reason: a code that says why it is paused; empty else.
    due_at: not before.
    """

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        PAUSED = "paused"
        COMPLETE = "complete"

    GOING_ON = (Status.QUEUED, Status.RUNNING)

    study = models.ForeignKey(Study, models.CASCADE, related_name="oracle_trials")
    title = models.CharField(max_length=200)
    spec = models.JSONField()
    sha256 = models.CharField(max_length=64)
    oracle_version = models.CharField(max_length=500, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    reason = models.CharField(max_length=40, blank=True)
    due_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["study", "sha256"], name="one_trial_an_oracle"),
            models.CheckConstraint(
                condition=Q(status="paused") & ~Q(reason="") | ~Q(status="paused") & Q(reason=""),
                name="a_paused_trial_has_its_reason",
            ),
            models.CheckConstraint(
                condition=Q(status="complete", ended_at__isnull=False)
                | ~Q(status="complete") & Q(ended_at=None),
                name="a_complete_trial_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} on {self.study}"


class TrialAnswer(models.Model):
    """What a candidate Oracle said of a unit; stored once.

    answer, forced: as of a Verdict; both empty where no reply of a model gave a yes or no.
    said: the model's last reply, empty where none was asked.
    """

    trial = models.ForeignKey(OracleTrial, models.CASCADE, related_name="answers")
    unit = models.ForeignKey(Unit, models.CASCADE, related_name="+")
    answer = models.CharField(max_length=15, choices=[(a, a) for a in Answer], blank=True)
    forced = models.CharField(max_length=3, choices=[("yes", "yes"), ("no", "no")], blank=True)
    source = models.CharField(max_length=20)
    confidence = models.FloatField(null=True)
    said = models.TextField(blank=True)
    answered_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["trial", "unit"], name="one_trial_answer_a_unit"),
            models.CheckConstraint(
                condition=Q(answer="", forced="") | ~Q(answer="") & ~Q(forced=""),
                name="a_verdict_has_both_answers",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.unit}: {self.answer or 'unusable'}"


class OracleChoice(models.Model):
    """That a researcher holds a tried Oracle to be the one to play against; the newest counts.

    It changes no setting: the Oracle of new plays is what the settings say.
    """

    trial = models.ForeignKey(OracleTrial, models.PROTECT, related_name="choices")
    reason = models.TextField()
    key = models.UUIDField(unique=True, default=uuid.uuid4)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.trial.title}: {self.reason[:60]}"
