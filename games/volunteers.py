"""Which participant of a study somebody is: by a browser's token, or by three words."""

from collections.abc import Collection
from uuid import UUID

from django.conf import settings

from games import pseudonyms
from games.models import Campaign, Participant


def by_token(campaign: Campaign, token: UUID | None) -> Participant | None:
    """The participant of this campaign with its campaign; None for a stranger."""
    if token is None:
        return None
    return campaign.participants.select_related("campaign").filter(token=token).first()


def by_words(campaign: Campaign, typed: str) -> Participant | None:
    """The participant whom these three words lead back to, however they were typed."""
    digest = pseudonyms.resume_digest(typed, secret=settings.SECRET_KEY)
    return campaign.participants.filter(resume_digest=digest).first()


def studies_of(tokens: Collection[UUID]) -> list[Campaign]:
    """The studies that these tokens take part in, the newest first."""
    rows = Campaign.objects.filter(participants__token__in=tokens)
    return list(rows.only("slug", "name").order_by("-participants__pk"))
