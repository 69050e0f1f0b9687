"""Deleting all that a participant did, of a study or of free play."""

from dataclasses import dataclass

from django.db import transaction

from games.models import Participant, Turn
from games.services import store


@dataclass(frozen=True)
class Erased:
    plays: int
    turns: int


def erase(participant: Participant) -> Erased:
    """Delete the participant with every play, and what was computed of the questions.

    The plays and turns are locked first: a worker that is about to write to one of them
    either has written, and that is deleted too, or finds its turn gone. Within a transaction.
    """
    played = participant.plays.select_related("game__physical_object").order_by("pk")
    plays = list(played.select_for_update(of=("self",)))
    turns = list(Turn.objects.filter(play__in=plays).select_for_update(of=("self",)).order_by("pk"))
    objects = {play.game.physical_object.sha256 for play in plays}
    participant.delete()
    store.forget_rulings(turn.question for turn in turns)
    store.forget_answers((turn.question for turn in turns), objects)
    return Erased(len(plays), len(turns))


def erase_free(participant: Participant) -> Erased:
    """Delete a browser's free games; twice is once.

    Raises ValueError for a volunteer of a study, who withdraws instead and gets a receipt.
    """
    if participant.campaign_id is not None:
        raise ValueError(f"{participant} takes part in a study.")
    with transaction.atomic():
        row = Participant.objects.select_for_update(of=("self",)).filter(pk=participant.pk).first()
        return erase(row) if row else Erased(0, 0)
