"""Links by which people join a study."""

from datetime import datetime, timedelta
from uuid import UUID

from django.utils.crypto import salted_hmac

from annotation.models import Invitation, Study


def make(
    study: Study,
    key: UUID,
    *,
    note: str,
    places: int,
    days: int | None,
    adjudicates: bool,
    now: datetime,
) -> Invitation:
    """A new link; a copy of the post finds the one that its first made.

    key: of the form; with other content it makes another link. days: for which it is valid, None
    for as long as the study is open.
    """
    invitation, _ = Invitation.objects.get_or_create(
        token=_token(study, key, note, places, days, adjudicates),
        defaults={
            "study": study,
            "note": note,
            "places": places,
            "adjudicates": adjudicates,
            "expires_at": None if days is None else now + timedelta(days=days),
        },
    )
    return invitation


def revoke(invitation: Invitation, *, now: datetime) -> None:
    """Nobody joins by it any more; who did stays. Twice is once."""
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=now)


def _token(study: Study, key: UUID, *content: object) -> str:
    """128 bits, which nobody can make without the site's secret key."""
    what = repr((study.pk, str(key), *content))
    mac = salted_hmac("annotation.invitation", what, algorithm="sha256")
    return mac.hexdigest()[:32]
