"""What a process brings to a model that is asked what objects serve: its name, clock, clients."""

from django.conf import settings
from django.utils import timezone

from evaluation import clients
from evaluation.services import background, coat_askings
from evaluation.services.coat_askings import House


def ask_slice(asking_id: int) -> bool:
    """Ask for a slice's time; whether more is to be done at once."""
    house = House(
        clock=timezone.now,
        slice_seconds=settings.RUN_SLICE_SECONDS,
        holder=background.holder(),
        client=clients.used,
    )
    return coat_askings.ask_some(asking_id, house)
