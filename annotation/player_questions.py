"""Questions of players that are not to be shown on: removed ones, and unread ones with a name."""

from collections.abc import Collection

from django.db.models import F, QuerySet

from games.models import Turn
from games.person_signs import signs_of_a_person


def of_players() -> QuerySet[Turn]:
    """Turns of people: none of a simulated player."""
    return Turn.objects.exclude(play__participant__campaign__simulated=True)


def withheld(answers: Collection[str]) -> set[str]:
    """Those of the stored answers, named by their numbers, whose question a researcher removed,
    or that shows signs of a person and nobody kept."""
    asked = of_players().filter(stored_answer__isnull=False).annotate(removed=F("review__removed"))
    rows = asked.order_by().values_list("stored_answer", "question", "removed").distinct()
    return {
        str(pk)
        for pk, question, removed in rows.iterator()
        if str(pk) in answers and (removed or removed is None and signs_of_a_person(question))
    }
