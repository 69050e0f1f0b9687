"""A study: its units, who rates them, the seats that make sure how often, what was judged."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.allocation import Policy


class Study(models.Model):
    """kind: the key of a module of `annotation.kinds`. seats: raters a unit.

    policy, seed: how each rater's order is made. reservation_seconds: after which a unit that was
    handed out and not judged is free again. locked_at: its first judgement, after which nothing
    of it changes; a change makes the next version.
    """

    class Status(models.TextChoices):
        DRAFT = "draft"
        OPEN = "open"
        CLOSED = "closed"

    slug = models.SlugField()
    version = models.PositiveSmallIntegerField(default=1)
    title = models.CharField(max_length=200)
    kind = models.CharField(max_length=50)
    guidelines = models.TextField()
    seats = models.PositiveSmallIntegerField(default=3)
    policy = models.CharField(
        max_length=20, choices=[(p, p) for p in Policy], default=Policy.SHUFFLED_BLOCKS
    )
    seed = models.PositiveIntegerField()
    reservation_seconds = models.PositiveIntegerField(default=1800)
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    locked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "studies"
        constraints = [
            models.UniqueConstraint("slug", "version", name="one_study_a_version"),
            models.CheckConstraint(condition=Q(seats__gte=1), name="a_unit_has_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.slug} {self.version}"


class Unit(models.Model):
    """snapshot: all that its kind shows and asks about. block: what it is read together with.

    gold: question -> the answer that is expected, where one is known. training: raters learn on it.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="units")
    key = models.CharField(max_length=200)
    block = models.CharField(max_length=200, blank=True)
    snapshot = models.JSONField()
    gold = models.JSONField(null=True, blank=True)
    training = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint("study", "key", name="one_unit_a_key")]

    def __str__(self) -> str:
        return self.key


class Rater(models.Model):
    """Somebody who judges in one study, under a pseudonym; user: the account, if there is one."""

    class Kind(models.TextChoices):
        PERSON = "person"
        MODEL = "model"

    study = models.ForeignKey(Study, models.CASCADE, related_name="raters")
    pseudonym = models.CharField(max_length=50)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.PERSON)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("study", "pseudonym", name="one_rater_a_pseudonym"),
            models.UniqueConstraint("study", "user", name="one_rater_an_account"),
        ]

    def __str__(self) -> str:
        return self.pseudonym


class Seat(models.Model):
    """A place for one judgement of a unit: a unit has as many as its study wants raters.

    rater: who has it; nobody while it is free. reserved_until: after which a seat that is not
    judged may go to somebody else. judged_at: it is taken for good.
    """

    unit = models.ForeignKey(Unit, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    rater = models.ForeignKey(Rater, models.PROTECT, null=True, blank=True, related_name="seats")
    reserved_until = models.DateTimeField(null=True, blank=True)
    judged_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("unit", "number", name="one_seat_a_number"),
            models.UniqueConstraint("unit", "rater", name="one_seat_a_rater"),
            models.UniqueConstraint(
                fields=["rater"], condition=Q(judged_at=None), name="one_open_seat_a_rater"
            ),
            models.CheckConstraint(
                condition=Q(rater=None, reserved_until=None, judged_at=None)
                | Q(rater__isnull=False, reserved_until__isnull=False, judged_at=None)
                | Q(rater__isnull=False, judged_at__isnull=False),
                name="a_seat_is_free_reserved_or_judged",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.unit} {self.number}"


class Judgement(models.Model):
    """What a rater said of a unit.

    seat: the place that it fills; empty for an extra one, which counts in no agreement unless
    asked for: it came after its seat went to somebody else, or was never handed out.
    key: of the post, so that it is stored once.
    """

    unit = models.ForeignKey(Unit, models.CASCADE, related_name="judgements")
    rater = models.ForeignKey(Rater, models.PROTECT, related_name="judgements")
    seat = models.OneToOneField(Seat, models.PROTECT, null=True, blank=True)
    answer = models.JSONField()
    key = models.UUIDField(unique=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint("unit", "rater", name="one_judgement_a_rater")]

    def __str__(self) -> str:
        return f"{self.rater}: {self.unit}"
