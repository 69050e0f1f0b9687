"""Sets of rules, the vectors of their texts, and how right they are on a catalogue."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Catalogue


class RuleSet(models.Model):
    """A rule set as its file says it; it never changes once stored, an edit is a new version.

    text: the file, sign by sign. sha256: of its bytes. rules: how many there are.
    note: what its maker says of this version. parent: the version that was edited.
    """

    class Source(models.TextChoices):
        IMPORTED = "imported"
        EDITED = "edited"
        INDUCED = "induced"

    name = models.CharField(max_length=100)
    version = models.PositiveIntegerField()
    text = models.TextField()
    sha256 = models.CharField(max_length=64, unique=True)
    rules = models.PositiveIntegerField()
    source = models.CharField(max_length=10, choices=Source)
    parent = models.ForeignKey("self", models.PROTECT, null=True, related_name="edits")
    note = models.CharField(max_length=500, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["name", "version"], name="one_rule_set_a_version"),
            models.CheckConstraint(
                condition=Q(source="edited", parent__isnull=False)
                | ~Q(source="edited") & Q(parent=None),
                name="an_edited_rule_set_has_its_parent",
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="versions_count_from_1"),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """How a run's spec names it."""
        return f"{self.name}/{self.version}"


class RuleVectors(models.Model):
    """The texts of a set's rules as one encoder wrote them, in the order of the rules.

    encoder, encoder_sha256: its name, and the hash of its weights. vectors: float32 in little
    endian, one row of `dimensions` after the other.
    """

    rule_set = models.ForeignKey(RuleSet, models.CASCADE, related_name="vectors")
    encoder = models.CharField(max_length=200)
    encoder_sha256 = models.CharField(max_length=64)
    dimensions = models.PositiveIntegerField()
    vectors = models.BinaryField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["rule_set", "encoder", "encoder_sha256"], name="one_matrix_an_encoder"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rule_set} by {self.encoder}"


class RuleScores(models.Model):
    """A set against a catalogue's labels, worked out once by a worker.

    enqueued_at: when the message for it was sent; a lost one is sent again.
    figures: what was found, null until it is done; failed: why it cannot be, in words.
    """

    rule_set = models.ForeignKey(RuleSet, models.CASCADE, related_name="scores")
    catalogue = models.ForeignKey(Catalogue, models.CASCADE, related_name="rule_scores")
    enqueued_at = models.DateTimeField()
    figures = models.JSONField(null=True)
    failed = models.CharField(max_length=300, blank=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rule_set", "catalogue"], name="scored_once"),
            models.CheckConstraint(
                condition=Q(done_at=None, figures__isnull=True, failed="")
                | Q(done_at__isnull=False, figures__isnull=False, failed="")
                | Q(done_at__isnull=False, figures__isnull=True) & ~Q(failed=""),
                name="done_scores_have_figures_or_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rule_set} on {self.catalogue}"
