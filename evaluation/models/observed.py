"""What the reference observer made of ended plays, so that a page need not follow them again."""

from django.db import models
from django.db.models import Q

from games.models import Play


class Observed(models.Model):
    """One ended play as one judge followed it.

    judge: all that its values rest on beside the play (evaluation.observed.judge_of); under
        another judge the row is out of date.
    ended_at: when the play had ended; once it is opened again the row is out of date, too.
    sufficient_after: answers until the belief in the target passed the guess threshold; empty
        where it never did.
    total_gain, net_gain: bits.
    values: for each answer the row of an evaluation.followed.Step.
    beliefs: for each answer (candidates,) probabilities after it, in the candidates' order.
    """

    play = models.OneToOneField(Play, models.CASCADE, related_name="observed")
    judge = models.CharField(max_length=200)
    ended_at = models.DateTimeField()
    sufficient_after = models.PositiveSmallIntegerField(null=True)
    total_gain = models.FloatField()
    net_gain = models.FloatField()
    values = models.JSONField()
    beliefs = models.JSONField()
    stored_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.play_id} by {self.judge}"


class ObserverPlace(models.Model):
    """The one place of whoever follows plays, since two workers would follow the same ones.

    lease_until: when the claim on it ends, which tells the claim from others; empty for none.
    """

    number = models.PositiveSmallIntegerField(unique=True, default=1)
    lease_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(number=1), name="one_place_of_the_observer"),
        ]

    def __str__(self) -> str:
        return f"until {self.lease_until}" if self.lease_until else "free"
