"""What people and models said of a COAT catalogue, beside its files."""

from django.db import models
from django.db.models import Q

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
