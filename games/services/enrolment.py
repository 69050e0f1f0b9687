"""Who arrives at a study, and what is stored of somebody who is let in."""

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid5

from django.conf import settings

from games import pseudonyms
from games.models import Campaign, Consent, Participant


@dataclass(frozen=True)
class Arrival:
    """Somebody who agreed to the consent text and asks to be let in.

    key: of the consent form that was sent. known: the token that this browser keeps.
    external: what a recruiting platform put into the link; external_id names the person there.
    tokens: all that this browser keeps, of free play and of studies.
    """

    key: UUID
    language: str
    known: UUID | None = None
    external_id: str = ""
    external: Mapping[str, str] = field(default_factory=dict)
    account_id: int | None = None
    tokens: Collection[UUID] = ()


def key_here(campaign_id: int, key: UUID) -> UUID:
    """The form's key as it is kept: one form sent to two studies is two consents."""
    return uuid5(key, str(campaign_id))


def enrol(
    campaign: Campaign, arrival: Arrival, *, now: datetime, rng: random.Random
) -> Participant:
    """Store the participant with the consent, while the campaign is locked."""
    participant = Participant(
        campaign=campaign,
        pseudonym=_new_pseudonym(campaign, rng),
        external_id=arrival.external_id,
        external=dict(arrival.external),
        account_id=arrival.account_id,
        language=arrival.language,
    )
    words = pseudonyms.resume_words(participant.token, secret=settings.SECRET_KEY)
    participant.resume_digest = pseudonyms.resume_digest(words, secret=settings.SECRET_KEY)
    participant.save(force_insert=True)
    text = campaign.consent_text
    Consent.objects.create(
        participant=participant,
        text=text,
        language=arrival.language if arrival.language in text.texts else "en",
        sha256=text.sha256_of(arrival.language),
        key=key_here(campaign.pk, arrival.key),
        given_at=now,
    )
    return participant


def _new_pseudonym(campaign: Campaign, rng: random.Random) -> str:
    name = pseudonyms.pseudonym(rng)
    while campaign.participants.filter(pseudonym=name).exists():
        name = pseudonyms.pseudonym(rng)
    return name
