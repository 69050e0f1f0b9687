"""FIX20Q's lists of questions."""

from django.db import models

from games.models import Catalogue


class FixedList(models.Model):
    """Twenty pool questions in order, with where they come from; it never changes once stored.

    questions: rows {pair, text, count, sources}, the most asked first; `count` and `sources` (the
        runs that asked it, with their counts) are empty for the shipped default.
    split: the games that it was made on.
    """

    name = models.SlugField(max_length=100, unique=True)
    catalogue = models.ForeignKey(Catalogue, models.PROTECT, related_name="fixed_lists")
    split = models.CharField(max_length=10)
    questions = models.JSONField()
    sha256 = models.CharField(max_length=64)
    stored_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name
