"""COAT catalogues as their files, schemes of penalties, and question sets with their questions."""

import uuid
from enum import StrEnum

from django.conf import settings
from django.db import models
from django.db.models import Q

from evaluation.coat.allocation import Weights
from evaluation.coat.branches import Padding
from evaluation.coat.partition import Policy
from evaluation.coat.ranking import Order
from evaluation.coat.variations import Kind
from evaluation.coat.words import set_name
from evaluation.models.background import BackgroundWork


def _words(of: type[StrEnum]) -> list[tuple[str, str]]:
    return [(each.value, each.value) for each in of]


class CoatCatalogue(models.Model):
    """The eleven files of a catalogue under a version's name; a change is another version.

    key: of the form or command that stored it, so that a copy of it stores no second one.
    sha256: of the files' names and hashes. labels: the text of labels.json; empty for none.
    licence: as told with it; "unknown" where nobody said.
    parent: the version that it was made from; empty for one that was imported.
    """

    version = models.SlugField(max_length=60, unique=True)
    key = models.UUIDField(unique=True, default=uuid.uuid4)
    title = models.CharField(max_length=200)
    licence = models.CharField(max_length=60, default="unknown")
    sha256 = models.CharField(max_length=64)
    labels = models.TextField(blank=True)
    notice_count = models.PositiveIntegerField(default=0)
    parent = models.ForeignKey("self", models.PROTECT, null=True, related_name="children")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["version"]

    def __str__(self) -> str:
        return self.version


class CoatFile(models.Model):
    """One of the files as it came: orders and spellings count, so it is text, not rows."""

    catalogue = models.ForeignKey(CoatCatalogue, models.CASCADE, related_name="files")
    name = models.CharField(max_length=60)
    text = models.TextField()

    class Meta:
        ordering = ["catalogue", "name"]
        constraints = [
            models.UniqueConstraint(fields=["catalogue", "name"], name="one_coat_file_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.catalogue} {self.name}"


class PenaltyScheme(models.Model):
    """A table of penalties (evaluation.coat.schemes) as text; an edit is the next version."""

    slug = models.SlugField(max_length=60)
    version = models.PositiveIntegerField()
    key = models.UUIDField(unique=True, default=uuid.uuid4)
    table = models.TextField()
    sha256 = models.CharField(max_length=64)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["slug", "version"]
        constraints = [
            models.UniqueConstraint(fields=["slug", "version"], name="one_scheme_a_version"),
            models.UniqueConstraint(fields=["slug", "sha256"], name="one_scheme_a_table"),
            models.CheckConstraint(condition=Q(version__gte=1), name="scheme_versions_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.slug}/{self.version}"


class QuestionSet(BackgroundWork):
    """Questions drawn from a catalogue; all that they follow from is in this row.

    size: how many were asked for. count: how many there are, once it is ready.
    scheme: the partition's own where empty.
    shares: rows {utility, task, allotted, possible}, in the order of the questions.
    sha256: of the questions' lines, one after the other. reason: why it failed, as a sentence.
    holder: the process that makes it now.
    """

    class Status(models.TextChoices):
        QUEUED = "queued"
        MAKING = "making"
        READY = "ready"
        FAILED = "failed"

    GOING_ON = (Status.QUEUED, Status.MAKING)

    slug = models.SlugField(max_length=100, unique=True)
    key = models.UUIDField(unique=True, default=uuid.uuid4)
    catalogue = models.ForeignKey(CoatCatalogue, models.PROTECT, related_name="question_sets")
    kind = models.CharField(max_length=20, choices=_words(Kind))
    variation = models.CharField(max_length=10)
    size = models.PositiveIntegerField()
    seed = models.PositiveBigIntegerField()
    partition = models.CharField(max_length=20, choices=_words(Policy))
    order = models.CharField(max_length=20, choices=_words(Order))
    weights = models.CharField(max_length=20, choices=_words(Weights))
    padding = models.CharField(max_length=20, choices=_words(Padding))
    scheme = models.ForeignKey(
        PenaltyScheme, models.PROTECT, null=True, related_name="question_sets"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    reason = models.TextField(blank=True)
    count = models.PositiveIntegerField(default=0)
    shares = models.JSONField(default=list)
    sha256 = models.CharField(max_length=64, blank=True)
    holder = models.CharField(max_length=100, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="failed") & ~Q(reason="") | ~Q(status="failed") & Q(reason=""),
                name="a_failed_set_has_its_reason",
            ),
            models.CheckConstraint(
                condition=Q(status="ready", count__gte=1) & ~Q(sha256="")
                | ~Q(status="ready") & Q(count=0, sha256=""),
                name="a_ready_set_has_its_hash",
            ),
            models.CheckConstraint(
                condition=Q(status="making", lease_until__isnull=False) & ~Q(holder="")
                | ~Q(status="making") & Q(holder="", lease_until=None),
                name="a_set_being_made_has_its_lease",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["ready", "failed"], ended_at__isnull=False)
                | ~Q(status__in=["ready", "failed"]) & Q(ended_at=None),
                name="an_ended_set_has_its_time",
            ),
            models.CheckConstraint(condition=Q(size__gte=1), name="a_set_asks_for_a_question"),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def name(self) -> str:
        """What it asks, in words; before it is made, with as many questions as it is to have."""
        return set_name(self.kind, self.variation, self.count or self.size)


class Question(models.Model):
    """number: from 1 in its set. task: empty where none is told. answer: a letter.

    line: its line of JSON (evaluation.coat.set_files), to the byte, with its end.
    """

    question_set = models.ForeignKey(QuestionSet, models.CASCADE, related_name="questions")
    number = models.PositiveIntegerField()
    utility = models.TextField()
    task = models.TextField(blank=True)
    answer = models.CharField(max_length=1)
    line = models.TextField()

    class Meta:
        ordering = ["question_set", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["question_set", "number"], name="one_question_a_number"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="question_numbers_from_1"),
            models.CheckConstraint(
                condition=Q(answer__in=["A", "B", "C", "D", "E"]), name="an_answer_is_a_letter"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.question_set} {self.number}"
