"""Completion codes: what a volunteer shows, a researcher verifies and may reopen."""

import random
from datetime import datetime

from django.db import IntegrityError, transaction

from games import pseudonyms
from games.models import Campaign, CompletionCode, Participant
from games.services import seats


def turn_away(
    campaign: Campaign, outcome: str, external_id: str, *, now: datetime, rng: random.Random
) -> CompletionCode:
    """A code for somebody who was not let in; the same person of a platform gets the same one."""
    sought = CompletionCode.objects.filter(
        campaign=campaign, participant=None, outcome=outcome, reopened_at=None
    )
    before = sought.filter(external_id=external_id).first() if external_id else None
    return before or issue_code(campaign, None, outcome, external_id, now=now, rng=rng)


def issue_code(
    campaign: Campaign,
    participant: Participant | None,
    outcome: str,
    external_id: str,
    *,
    now: datetime,
    rng: random.Random,
) -> CompletionCode:
    """A new code; of two that are made at once for the same person the first holds."""
    try:
        with transaction.atomic():
            return CompletionCode.objects.create(
                campaign=campaign,
                participant=participant,
                external_id=external_id,
                outcome=outcome,
                code=pseudonyms.code(rng),
                issued_at=now,
            )
    except IntegrityError:
        return CompletionCode.objects.get(
            campaign=campaign,
            participant=participant,
            external_id=external_id,
            outcome=outcome,
            reopened_at=None,
        )


def reopen(code: CompletionCode, *, now: datetime) -> None:
    """Let the volunteer of this code go on; the code is void then. Twice is once.

    The seat is given back by the next start, if one is free.
    """
    with transaction.atomic():
        seats.lock(code.campaign_id)
        voided = CompletionCode.objects.filter(pk=code.pk, reopened_at=None)
        if voided.update(reopened_at=now) and code.participant_id:
            Participant.objects.filter(pk=code.participant_id).update(outcome="", ended_at=None)
