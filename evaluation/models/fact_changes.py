"""What a run depends on and was not as it had been frozen."""

from django.db import models
from django.db.models import Q

from evaluation.models.runs import Run


class FactChange(models.Model):
    """A fact that a worker found to be another than the run's, before it began a part of it.

    fact: its place in the run's facts (evaluation.fact_changes). was: as it was frozen.
    games_done: how many games had ended by then.
    accepted_at: when a researcher resumed the run all the same. played_at: when a worker first
        went on with it; then it is on the run's card.
    """

    run = models.ForeignKey(Run, models.CASCADE, related_name="fact_changes")
    fact = models.CharField(max_length=100)
    was = models.TextField()
    found = models.TextField()
    games_done = models.PositiveIntegerField()
    found_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    played_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["run", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["run", "fact", "found"], name="one_change_a_value"),
            models.CheckConstraint(
                condition=Q(played_at=None) | Q(accepted_at__isnull=False),
                name="a_played_change_was_accepted",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run} {self.fact}"
