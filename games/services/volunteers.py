"""What a volunteer says of themselves, and what a platform's link says of a known one."""

from collections.abc import Mapping

from django.db import transaction

from games.models import Participant
from games.services import seats
from games.services.seats import Arrival


def note_about(participant: Participant, said: Mapping[str, str]) -> None:
    """Keep these answers in place of those before; an empty mapping keeps none."""
    Participant.objects.filter(pk=participant.pk).update(demographics=dict(said))


def note_arrival(participant: Participant, arrival: Arrival) -> None:
    """Keep the platform's ids of who takes part already and came without them before.

    Raises Participant.DoesNotExist where the participant has withdrawn meanwhile.
    """
    with transaction.atomic():
        campaign = seats.lock_of(participant)
        if campaign is None:
            raise ValueError(f"{participant} plays freely, outside any campaign.")
        seats.keep_external(campaign, Participant.objects.get(pk=participant.pk), arrival)
