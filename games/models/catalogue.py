"""A frozen catalogue: objects, affordances, one label for every pair, and games made of them."""

from django.db import models
from django.db.models import F, Q

from games.labels import Decided, Label, Raters, Split
from games.sheets import Dimension, Extent


class Catalogue(models.Model):
    """A version of the data set; rows below it never change once it is stored.

    sha256: of its files' canonical bytes.
    vocabulary: rows {dimension, value, broader}, the closed list of values of its objects.
    canary: a string that marks every released file, to find it in a model's training data.
    """

    version = models.SlugField(unique=True)
    title = models.CharField(max_length=200)
    licence = models.CharField(max_length=100)
    provenance = models.TextField()
    canary = models.CharField(max_length=100)
    sha256 = models.CharField(max_length=64, unique=True)
    vocabulary = models.JSONField()
    stored_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.version


class PhysicalObject(models.Model):
    """sha256: of description, properties and measures; it is the same in every catalogue
    that holds the same sheet, so that stored answers are shared."""

    catalogue = models.ForeignKey(Catalogue, models.CASCADE, related_name="physical_objects")
    key = models.SlugField(max_length=100)
    name = models.CharField(max_length=100)
    description = models.TextField()
    origin = models.JSONField(default=dict)
    sha256 = models.CharField(max_length=64, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["catalogue", "key"], name="object_key_once"),
        ]

    def __str__(self) -> str:
        return self.key


class Property(models.Model):
    """`part` is empty where the object as a whole has the value."""

    physical_object = models.ForeignKey(PhysicalObject, models.CASCADE, related_name="properties")
    dimension = models.CharField(max_length=10, choices=[(d, d) for d in Dimension])
    value = models.CharField(max_length=100)
    part = models.CharField(max_length=100, blank=True)

    class Meta:
        verbose_name_plural = "properties"
        constraints = [
            models.UniqueConstraint(
                fields=["physical_object", "dimension", "value", "part"], name="property_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dimension}:{self.value}"


class Measure(models.Model):
    """Lengths in cm, mass in g."""

    physical_object = models.ForeignKey(PhysicalObject, models.CASCADE, related_name="measures")
    extent = models.CharField(max_length=10, choices=[(e, e) for e in Extent])
    low = models.FloatField()
    high = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["physical_object", "extent"], name="measure_once"),
            models.CheckConstraint(
                condition=Q(low__gt=0, high__gte=F("low")), name="measure_runs_upwards"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.extent} {self.low} to {self.high}"


class Affordance(models.Model):
    """requires: how many physical properties it takes."""

    catalogue = models.ForeignKey(Catalogue, models.CASCADE, related_name="affordances")
    key = models.SlugField(max_length=100)
    definition = models.TextField()
    conditions = models.TextField()
    requires = models.PositiveSmallIntegerField()
    origin = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["catalogue", "key"], name="affordance_key_once"),
        ]

    def __str__(self) -> str:
        return self.key


class AffordanceLabel(models.Model):
    physical_object = models.ForeignKey(PhysicalObject, models.CASCADE, related_name="labels")
    affordance = models.ForeignKey(Affordance, models.CASCADE, related_name="labels")
    answer = models.CharField(max_length=15, choices=[(a, a) for a in Label])
    decided = models.CharField(max_length=15, choices=[(d, d) for d in Decided])
    raters = models.CharField(max_length=10, choices=[(r, r) for r in Raters])
    reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["physical_object", "affordance"], name="one_label_a_pair"
            ),
            models.CheckConstraint(
                condition=~Q(answer="not_deducible") | ~Q(reason=""),
                name="not_deducible_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.physical_object_id} x {self.affordance_id}: {self.answer}"


class Game(models.Model):
    """One hidden object, eight candidates in their fixed order, one of them true of it.

    candidates: affordance keys. That they are eight, distinct and hold the target is checked
    where games are read from a file or sampled, the only two ways in.
    """

    catalogue = models.ForeignKey(Catalogue, models.CASCADE, related_name="games")
    key = models.SlugField(max_length=100)
    physical_object = models.ForeignKey(PhysicalObject, models.PROTECT, related_name="games")
    target = models.ForeignKey(Affordance, models.PROTECT, related_name="games")
    candidates = models.JSONField()
    split = models.CharField(max_length=4, choices=[(s, s) for s in Split])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["catalogue", "key"], name="game_key_once"),
        ]

    def __str__(self) -> str:
        return self.key


class BaselinePlay(models.Model):
    """What a player that is no person and no model did on a game; recomputed, never edited."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="baselines")
    player = models.CharField(max_length=50)
    won = models.BooleanField()
    questions = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_baseline_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player} on {self.game_id}"
