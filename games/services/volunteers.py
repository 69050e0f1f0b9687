"""What a volunteer says of themselves."""

from collections.abc import Mapping

from games.models import Participant


def note_about(participant: Participant, said: Mapping[str, str]) -> None:
    """Keep these answers in place of those before; an empty mapping keeps none."""
    Participant.objects.filter(pk=participant.pk).update(demographics=dict(said))
