"""Which participant of a study somebody is: by a browser's token, or by three words."""

from collections.abc import Collection
from uuid import UUID

from django.conf import settings

from games import pseudonyms
from games.models import Campaign, Participant, Withdrawal


def by_token(campaign: Campaign, token: UUID | None) -> Participant | None:
    """The participant of this campaign with its campaign; None for a stranger."""
    if token is None:
        return None
    return campaign.participants.select_related("campaign").filter(token=token).first()


def by_words(campaign: Campaign, typed: str) -> Participant | None:
    """The participant whom these three words lead back to, however they were typed."""
    digest = pseudonyms.resume_digest(typed, secret=settings.SECRET_KEY)
    return campaign.participants.filter(resume_digest=digest).first()


def withdrawal_of(campaign: Campaign, token: UUID) -> Withdrawal | None:
    """What is left of the participant who held this token and withdrew."""
    receipt = pseudonyms.receipt(token, secret=settings.SECRET_KEY)
    return Withdrawal.objects.filter(campaign=campaign, receipt=receipt).first()


def parts_of(tokens: Collection[UUID]) -> list[Participant]:
    """The participants of studies who hold these tokens, each with its study, the newest first."""
    rows = Participant.objects.filter(token__in=tokens, campaign__isnull=False)
    return list(rows.select_related("campaign").order_by("-pk"))
