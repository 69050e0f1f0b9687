"""Completion codes: what a volunteer shows, a researcher verifies and may reopen."""

import random
from datetime import datetime
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import Q

from games import pseudonyms
from games.models import Campaign, CompletionCode, Participant
from games.services import seats


def turn_away(
    campaign: Campaign,
    outcome: str,
    external_id: str,
    *,
    now: datetime,
    rng: random.Random,
    key: UUID | None = None,
) -> CompletionCode:
    """A code for somebody who was not let in.

    The same person of a platform gets the same one, and so does the same form sent twice.
    """
    before = _first_of(campaign, None, outcome, external_id, key)
    return before or issue_code(campaign, None, outcome, external_id, now=now, rng=rng, key=key)


def issue_code(
    campaign: Campaign,
    participant: Participant | None,
    outcome: str,
    external_id: str,
    *,
    now: datetime,
    rng: random.Random,
    key: UUID | None = None,
) -> CompletionCode:
    """A new code; of two that are made at once for the same person the first holds."""
    code = CompletionCode(
        campaign=campaign,
        participant=participant,
        external_id=external_id,
        key=_key_here(campaign, outcome, key),
        outcome=outcome,
        code=_new_code(rng),
        issued_at=now,
    )
    try:
        with transaction.atomic():
            code.save(force_insert=True)
    except IntegrityError:
        first = _first_of(campaign, participant, outcome, external_id, key)
        if first is None:
            raise
        return first
    return code


def _new_code(rng: random.Random) -> str:
    """A code that nobody was given yet."""
    code = pseudonyms.code(rng)
    while CompletionCode.objects.filter(code=code).exists():
        code = pseudonyms.code(rng)
    return code


def _key_here(campaign: Campaign, outcome: str, key: UUID | None) -> UUID | None:
    """The form's key as it is kept: unique to the campaign and the outcome."""
    return uuid5(key, f"{campaign.pk} {outcome}") if key else None


def _first_of(
    campaign: Campaign,
    participant: Participant | None,
    outcome: str,
    external_id: str,
    key: UUID | None,
) -> CompletionCode | None:
    valid = CompletionCode.objects.filter(campaign=campaign, reopened_at=None)
    if participant:
        return valid.filter(participant=participant).first()
    same = Q(external_id=external_id) if external_id else Q(pk__in=[])
    if key:
        same |= Q(key=_key_here(campaign, outcome, key))
    return valid.filter(same, participant=None, outcome=outcome).first()


def forget_external_id(campaign: Campaign, external_id: str) -> None:
    """Take a person's id out of codes given before that person was let in; they stay valid."""
    if external_id:
        turned_away = campaign.codes.filter(participant=None, external_id=external_id)
        turned_away.update(external_id="")


def reopen(code: CompletionCode, *, now: datetime) -> None:
    """Let the volunteer of this code go on; the code is void then. Twice is once.

    The seat is given back by the next start, if one is free. Raises NotOpen in a closed
    campaign, where nobody could go on.
    """
    with transaction.atomic():
        campaign = seats.lock(code.campaign_id)
        if campaign.status == Campaign.Status.CLOSED:
            raise seats.NotOpen(f"{campaign.slug} is closed.")
        voided = CompletionCode.objects.filter(pk=code.pk, reopened_at=None)
        if voided.update(reopened_at=now, key=None) and code.participant_id:
            Participant.objects.filter(pk=code.participant_id).update(outcome="", ended_at=None)
