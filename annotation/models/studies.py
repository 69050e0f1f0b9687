"""A study and its units."""

from django.db import models
from django.db.models import Q

from annotation.allocation import Policy

FOR_ALL = Q(training=True) | Q(gold__isnull=False)
"""Of units: see `Unit.for_all`."""


class Study(models.Model):
    """kind: the key of a module of `annotation.kinds`. seats: raters a unit.

    about: what an invitation says of it. guidelines: Markdown. contact: whom raters can write to.
    catalogue: what its units were made from and what its outcome goes back into, if anything.
    policy, seed: how each rater's order is made. gold_every: other units before a hidden one
        whose answer is known. reservation_seconds: after which a unit that was handed out and
        not judged is free again.
    excludes: studies whose raters may not judge here, such as the one whose labels it checks.
    locked_at: its first judgement, after which nothing of it changes; a change makes the next
        version.
    """

    class Status(models.TextChoices):
        DRAFT = "draft"
        OPEN = "open"
        CLOSED = "closed"

    slug = models.SlugField()
    version = models.PositiveSmallIntegerField(default=1)
    title = models.CharField(max_length=200)
    about = models.TextField(blank=True)
    kind = models.CharField(max_length=50)
    guidelines = models.TextField()
    contact = models.CharField(max_length=300, blank=True)
    consent_text = models.ForeignKey(
        "games.ConsentText", models.PROTECT, null=True, related_name="annotation_studies"
    )
    catalogue = models.ForeignKey(
        "games.Catalogue", models.PROTECT, null=True, blank=True, related_name="annotation_studies"
    )
    seats = models.PositiveSmallIntegerField(default=3)
    policy = models.CharField(
        max_length=20, choices=[(p, p) for p in Policy], default=Policy.SHUFFLED_BLOCKS
    )
    seed = models.PositiveIntegerField()
    gold_every = models.PositiveSmallIntegerField(default=20)
    reservation_seconds = models.PositiveIntegerField(default=1800)
    excludes = models.ManyToManyField("self", symmetrical=False, related_name="excluded_by")
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    locked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "studies"
        constraints = [
            models.UniqueConstraint("slug", "version", name="one_study_a_version"),
            models.CheckConstraint(
                condition=Q(seats__gte=1, gold_every__gte=1, reservation_seconds__gte=1),
                name="a_unit_has_a_seat",
            ),
            models.CheckConstraint(
                condition=Q(status="draft", opened_at=None)
                | ~Q(status="draft") & Q(opened_at__isnull=False, consent_text__isnull=False),
                name="an_opened_study_has_its_consent_text",
            ),
            models.CheckConstraint(
                condition=Q(status="closed", closed_at__isnull=False)
                | ~Q(status="closed") & Q(closed_at=None),
                name="a_closed_study_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slug} {self.version}"


class Unit(models.Model):
    """snapshot: all that its kind shows and asks about. block: what it is read together with.

    gold: question -> the answer that is expected, where one is known. training: raters learn on
    it and see at once what was expected; any other unit with gold is hidden among the rest. Both
    are given to every rater and count in no agreement and no consensus.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="units")
    key = models.CharField(max_length=200)
    block = models.CharField(max_length=300, blank=True)
    snapshot = models.JSONField()
    gold = models.JSONField(null=True, blank=True)
    training = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint("study", "key", name="one_unit_a_key")]

    def __str__(self) -> str:
        return self.key

    @property
    def for_all(self) -> bool:
        """Whether every rater judges it, instead of as many as the study has seats."""
        return self.training or self.gold is not None
