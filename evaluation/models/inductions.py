"""Sets of rules that language models make: what was asked, every call, and what came of it."""

import uuid

from django.db import models
from django.db.models import Q

from evaluation.models.background import BackgroundWork
from evaluation.models.rule_sets import RuleSet


class Induction(BackgroundWork):
    """A set of rules under way; `spec` says how it is made (evaluation.induction.specs).

    name: of the set that comes of it. status: *reading* while a worker reads the sources.
    reason: a code that says why it is paused or failed, detail: more of it; empty else.
    lines_read: of the sources so far. facts: what was frozen when the sources were read.
    vocabulary: as the affordances that have ended left it, as a text.
    token_limit: it is paused where its calls took as many; the spec's until it is raised.
    due_at: not before. The time lease_until is the claim itself.
    """

    class Status(models.TextChoices):
        QUEUED = "queued"
        READING = "reading"
        RUNNING = "running"
        PAUSED = "paused"
        COMPLETE = "complete"
        CANCELLED = "cancelled"

    GOING_ON = (Status.QUEUED, Status.READING, Status.RUNNING)

    slug = models.SlugField(max_length=120, unique=True)
    key = models.UUIDField(unique=True, default=uuid.uuid4)
    title = models.CharField(max_length=200)
    name = models.CharField(max_length=100)
    spec = models.JSONField()
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    reason = models.CharField(max_length=40, blank=True)
    detail = models.CharField(max_length=500, blank=True)
    lines_read = models.PositiveBigIntegerField(default=0)
    read_at = models.DateTimeField(null=True)
    facts = models.JSONField(default=dict)
    vocabulary = models.TextField(blank=True)
    token_limit = models.PositiveBigIntegerField(null=True)
    due_at = models.DateTimeField(null=True)
    rule_set = models.OneToOneField(RuleSet, models.PROTECT, null=True, related_name="induction")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="paused") & ~Q(reason="") | ~Q(status="paused") & Q(reason=""),
                name="a_paused_induction_has_its_reason",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["complete", "cancelled"], ended_at__isnull=False)
                | ~Q(status__in=["complete", "cancelled"]) & Q(ended_at=None),
                name="an_ended_induction_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class InducedAffordance(models.Model):
    """One affordance of an induction, in the order in which they are taken.

    things: what the sources say, frozen as a text. count: how many things, left_out: how many
    facts of things there was no room for. rule, rounds: as they stand.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        NO_THINGS = "no_things"
        NO_RULE = "no_rule"

    induction = models.ForeignKey(Induction, models.CASCADE, related_name="affordances")
    position = models.PositiveIntegerField()
    key = models.CharField(max_length=200)
    text = models.CharField(max_length=200)
    things = models.TextField(default="[]")
    count = models.PositiveIntegerField(default=0)
    left_out = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    rule = models.TextField(blank=True)
    rounds = models.JSONField(default=list)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["induction", "position"], name="one_affordance_a_position"
            ),
            models.UniqueConstraint(fields=["induction", "key"], name="one_row_an_affordance"),
            models.CheckConstraint(
                condition=Q(status="done") & ~Q(rule="")
                | Q(status__in=["waiting", "running"])
                | Q(status__in=["no_things", "no_rule"], rule=""),
                name="a_done_affordance_has_its_rule",
            ),
        ]

    def __str__(self) -> str:
        return self.text


class InductionCall(models.Model):
    """A reply of the model, stored before the next call is made.

    sequence: the step within its affordance. attempt: the how manieth ask of the step.
    subject: the things or words that it is about. asked: the messages, as a text.
    flaw: the code of why it could not be used, problem: in words; empty where it could.
    """

    affordance = models.ForeignKey(InducedAffordance, models.CASCADE, related_name="calls")
    round = models.PositiveSmallIntegerField()
    sequence = models.PositiveIntegerField()
    attempt = models.PositiveSmallIntegerField()
    role = models.CharField(max_length=10)
    subject = models.TextField(blank=True)
    asked = models.TextField()
    reply = models.TextField(blank=True)
    finish_reason = models.CharField(max_length=40, blank=True)
    flaw = models.CharField(max_length=40, blank=True)
    problem = models.TextField(blank=True)
    model = models.CharField(max_length=200, blank=True)
    prompt_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)
    cached_tokens = models.PositiveIntegerField(default=0)
    hidden_tokens = models.PositiveIntegerField(default=0)
    latency_seconds = models.FloatField(default=0)
    called_at = models.DateTimeField()

    class Meta:
        ordering = ["affordance", "sequence", "attempt"]
        constraints = [
            models.UniqueConstraint(
                fields=["affordance", "sequence", "attempt"], name="one_call_a_place"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.affordance}: {self.role} {self.sequence}.{self.attempt}"
