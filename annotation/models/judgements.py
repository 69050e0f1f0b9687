"""What raters said, what they said before, and what follows from it."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotation.models.raters import Rater, Seat
from annotation.models.studies import Study, Unit


class Judgement(models.Model):
    """What a rater says of a unit now; what it was before a change is a `Change`.

    seat: the place that it fills. A skip fills none, nor does a model's or an extra judgement.
    answer: question -> what was chosen; {} of a skip. skip_reason: why there is no answer.
    seconds: that the unit was looked at, pauses left out, as the browser measured them.
    extra: why it counts in no agreement unless asked for; "" for all that count.
    key: of the post, so that it is stored once. revision: 1, and one more with each change.
    """

    class Skip(models.TextChoices):
        UNSURE = "unsure", "I cannot decide"
        UNCLEAR = "unclear", "I do not understand it"
        FAULTY = "faulty", "Something is wrong with it"
        OTHER = "other", "Another reason"

    class Extra(models.TextChoices):
        LATE = "late", "came after its seat went to somebody else"
        UNSEATED = "unseated", "was never handed out"
        LEFT_OUT = "left_out", "its rater is left out"

    unit = models.ForeignKey(Unit, models.CASCADE, related_name="judgements")
    rater = models.ForeignKey(Rater, models.PROTECT, related_name="judgements")
    seat = models.OneToOneField(Seat, models.PROTECT, null=True, blank=True)
    answer = models.JSONField()
    skip_reason = models.CharField(max_length=10, choices=Skip, blank=True)
    comment = models.TextField(blank=True)
    seconds = models.FloatField(null=True, blank=True)
    extra = models.CharField(max_length=10, choices=Extra, blank=True)
    key = models.UUIDField(unique=True)
    revision = models.PositiveSmallIntegerField(default=1)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint("unit", "rater", name="one_judgement_a_rater"),
            models.CheckConstraint(
                condition=Q(seat=None) | Q(skip_reason="", extra=""),
                name="what_fills_a_seat_counts",
            ),
            models.CheckConstraint(
                condition=Q(seconds=None) | Q(seconds__gte=0), name="no_time_below_zero"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rater}: {self.unit}"


class Consensus(models.Model):
    """What stands for a question of a unit: counted from the judgements, or adjudicated.

    value: None while it is open. votes: choice -> how many chose it. answered: how many answered.
    open: choices that are level, which is why nothing was counted out.
    reason, decided_by, decided_at: of an adjudicated value, which counting never overwrites.
    second_*: what another adjudicator said of the decision.
    """

    class Source(models.TextChoices):
        COUNTED = "counted"
        ADJUDICATED = "adjudicated"

    unit = models.ForeignKey(Unit, models.CASCADE, related_name="consensus")
    question = models.CharField(max_length=200)
    value = models.JSONField(null=True, blank=True)
    votes = models.JSONField(default=dict)
    answered = models.PositiveIntegerField(default=0)
    open = models.JSONField(default=list)
    source = models.CharField(max_length=12, choices=Source, default=Source.COUNTED)
    reason = models.TextField(blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    second_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    second_agrees = models.BooleanField(null=True, blank=True)
    second_note = models.TextField(blank=True)
    second_at = models.DateTimeField(null=True, blank=True)
    counted_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "consensus"
        constraints = [
            models.UniqueConstraint("unit", "question", name="one_consensus_a_question"),
            models.CheckConstraint(
                condition=Q(source="counted", decided_by=None, decided_at=None, reason="")
                | Q(source="adjudicated", decided_by__isnull=False, decided_at__isnull=False)
                & ~Q(reason=""),
                name="a_decision_has_author_time_and_reason",
            ),
            models.CheckConstraint(
                condition=Q(second_by=None, second_agrees=None, second_at=None)
                | Q(source="adjudicated", second_agrees__isnull=False, second_at__isnull=False)
                & ~Q(second_by=F("decided_by")),
                name="a_second_look_is_by_somebody_else",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.unit}: {self.question}"


class Change(models.Model):
    """A change of a judgement, by its rater, or of a consensus, by an adjudicator.

    rater: whose judgement it is; empty for a consensus. by: the account that changed it.
    old, new: the fields of the row before and after. key: of the judgement that was replaced, so
    that a late copy of its post is known.
    """

    unit = models.ForeignKey(Unit, models.CASCADE, related_name="changes")
    rater = models.ForeignKey(Rater, models.CASCADE, null=True, blank=True, related_name="changes")
    question = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    old = models.JSONField()
    new = models.JSONField()
    key = models.UUIDField(null=True, unique=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.unit}: {self.question or self.rater}"


class Frozen(Exception):
    """What was published was to be changed."""


class FrozenRows(models.QuerySet["Publication"]):
    def update(self, **fields: Any) -> int:
        raise Frozen("A publication never changes; publish again for another one.")


class Publication(models.Model):
    """What came of a study, frozen: a catalogue version, or documents, with their provenance.

    Raises Frozen where a stored one is saved or updated.
    files: name -> text, the exact bytes as UTF-8. sha256: of the names and bytes of all files.
    catalogue: the version that was made, for kinds whose outcome is a catalogue.
    """

    study = models.ForeignKey(Study, models.PROTECT, related_name="publications")
    number = models.PositiveIntegerField()
    files = models.JSONField()
    sha256 = models.CharField(max_length=64)
    catalogue = models.OneToOneField(
        "games.Catalogue", models.PROTECT, null=True, blank=True, related_name="+"
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField()

    objects = FrozenRows.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint("study", "number", name="one_publication_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.study} publication {self.number}"

    def save(self, *args: Any, **options: Any) -> None:
        if not self._state.adding:
            raise Frozen(f"{self} never changes; publish again for another one.")
        super().save(*args, **options)


class Correction(models.Model):
    """An Oracle answer that people found wrong; `after` is the row that outranks `before`.

    It goes with them, as when a volunteer withdraws whose question nobody else asked.
    """

    unit = models.OneToOneField(Unit, models.PROTECT, related_name="correction")
    before = models.ForeignKey("games.StoredAnswer", models.CASCADE, related_name="+")
    after = models.OneToOneField("games.StoredAnswer", models.CASCADE, related_name="+")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.unit}: {self.after}"
