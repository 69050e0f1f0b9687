"""A catalogue that is being built: candidates with their decisions, sheets with their history."""

from django.db import models
from django.db.models import Q

from annotation.stages import (
    NOTE_LENGTH,
    WITH_SHEET,
    AffordanceDrop,
    Enrichment,
    ObjectDrop,
    Stage,
    Writer,
)
from games.sheets import Dimension

REQUIRES_MOST = 20


class Draft(models.Model):
    """slug: becomes the catalogue's version. canary: marks every file that is written of it."""

    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=200)
    licence = models.CharField(max_length=100)
    canary = models.CharField(max_length=100)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.slug


class DraftObject(models.Model):
    """A candidate object, its decision, and its sheet as it stands.

    origin: where it was taken from, such as {"knowledge_base": "WordNet", "line": "5"}.
    properties: {dimension: {value: [parts]}}; measures: {extent: [low, high]}.
    revision: the number of the sheet's last revision, 0 while there is none.
    due_at: when a worker may take it up again: the end of the lease while one is at it, the end
        of the pause after a try without a reply; empty while nobody took it up.
    handed_out_at: since when a message about it is on its way; empty once a worker has taken it up.
    error: why no sheet could be drafted.
    """

    draft = models.ForeignKey(Draft, models.CASCADE, related_name="draft_objects")
    key = models.SlugField(max_length=100)
    name = models.CharField(max_length=100)
    origin = models.JSONField(default=dict)
    stage = models.CharField(
        max_length=10, choices=[(s, s) for s in Stage], default=Stage.COLLECTED
    )
    drop_reason = models.CharField(
        max_length=20, choices=[(r, r) for r in ObjectDrop], blank=True, default=""
    )
    note = models.CharField(max_length=NOTE_LENGTH, blank=True, default="")
    description = models.TextField(blank=True, default="")
    properties = models.JSONField(default=dict)
    measures = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    enrichment = models.CharField(
        max_length=10, choices=[(e, e) for e in Enrichment], default=Enrichment.NONE
    )
    due_at = models.DateTimeField(null=True)
    handed_out_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["key"]
        constraints = [
            models.UniqueConstraint(fields=["draft", "key"], name="draft_object_key_once"),
            models.CheckConstraint(
                condition=Q(stage="dropped", drop_reason__in=list(ObjectDrop))
                | ~Q(stage="dropped") & Q(drop_reason=""),
                name="a_dropped_object_has_its_reason",
            ),
            models.CheckConstraint(
                condition=Q(enrichment__in=list(WITH_SHEET), revision__gte=1) & ~Q(description="")
                | ~Q(enrichment__in=list(WITH_SHEET)) & Q(revision=0, description=""),
                name="a_sheet_has_its_revision",
            ),
            models.CheckConstraint(
                condition=Q(enrichment="waiting") | Q(due_at=None, handed_out_at=None),
                name="only_what_waits_is_due",
            ),
            models.CheckConstraint(
                condition=Q(enrichment="failed") & ~Q(error="")
                | ~Q(enrichment="failed") & Q(error=""),
                name="what_failed_says_why",
            ),
        ]
        indexes = [
            models.Index(fields=["draft", "stage", "key"], name="draft_objects_by_stage"),
            models.Index(
                fields=["due_at"], condition=Q(enrichment="waiting"), name="waiting_sheets"
            ),
        ]

    def __str__(self) -> str:
        return self.key


class DraftAffordance(models.Model):
    """A candidate affordance; defined whole, or not at all.

    requires: how many physical properties it takes; empty until it is defined.
    """

    draft = models.ForeignKey(Draft, models.CASCADE, related_name="draft_affordances")
    key = models.SlugField(max_length=100)
    text = models.CharField(max_length=100)
    definition = models.TextField(blank=True, default="")
    conditions = models.TextField(blank=True, default="")
    requires = models.PositiveSmallIntegerField(null=True)
    origin = models.JSONField(default=dict)
    stage = models.CharField(
        max_length=10, choices=[(s, s) for s in Stage], default=Stage.COLLECTED
    )
    drop_reason = models.CharField(
        max_length=20, choices=[(r, r) for r in AffordanceDrop], blank=True, default=""
    )
    note = models.CharField(max_length=NOTE_LENGTH, blank=True, default="")

    class Meta:
        ordering = ["key"]
        constraints = [
            models.UniqueConstraint(fields=["draft", "key"], name="draft_affordance_key_once"),
            models.CheckConstraint(
                condition=Q(stage="dropped", drop_reason__in=list(AffordanceDrop))
                | ~Q(stage="dropped") & Q(drop_reason=""),
                name="a_dropped_affordance_has_its_reason",
            ),
            models.CheckConstraint(
                condition=Q(definition="", conditions="", requires=None)
                | ~Q(definition="") & ~Q(conditions="") & Q(requires__range=(1, REQUIRES_MOST)),
                name="an_affordance_is_defined_whole",
            ),
        ]
        indexes = [
            models.Index(fields=["draft", "stage", "key"], name="draft_affordances_by_stage"),
        ]

    def __str__(self) -> str:
        return self.key


class DraftValue(models.Model):
    """A value of the draft's closed vocabulary; broader: values of its dimension that then hold."""

    draft = models.ForeignKey(Draft, models.CASCADE, related_name="vocabulary")
    dimension = models.CharField(max_length=10, choices=[(d, d) for d in Dimension])
    value = models.SlugField(max_length=100)
    broader = models.JSONField(default=list)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["draft", "dimension", "value"], name="draft_value_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dimension}:{self.value}"


class SheetRevision(models.Model):
    """A sheet as somebody left it: a model's draft, then each correction; never changed.

    by: a person's name here, or the model with the hash of what it was told.
    content: {description, properties, measures}.
    """

    draft_object = models.ForeignKey(DraftObject, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=200)
    kind = models.CharField(max_length=10, choices=[(w, w) for w in Writer])
    content = models.JSONField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["draft_object", "number"], name="revision_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="revisions_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.draft_object_id}.{self.number}"
