"""A volunteer's way through a campaign: the next game, the end, stopping early, withdrawing."""

import random
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from games import pseudonyms
from games.models import (
    Assignment,
    Campaign,
    CompletionCode,
    Participant,
    Play,
    Withdrawal,
)
from games.services import codes, erasing, seats
from games.services.seats import NotOpen


def start_next(participant: Participant, *, now: datetime, rng: random.Random) -> Play | None:
    """The play that is open or comes next: practice first, then the assigned games in order.

    None where nothing is left: the volunteer's part is then ended and has its code.
    An open play can be finished whatever the campaign's status is. A participant who was
    excluded begins no more games: the places are meant for others.
    Raises NotOpen where a new one would have to begin in a paused or closed campaign, Full where
    the participant was away too long and all seats are taken.
    """
    with transaction.atomic():
        campaign, participant = _locked(participant)
        if participant.outcome or _end_if_due(campaign, participant, now=now, rng=rng):
            return None
        if participant.seat_released_at:
            _require_open(campaign)
            seats.take_back(campaign, participant, now=now)
        current = open_play(participant)
        if current:
            return current
        _require_open(campaign)
        if campaign.practice_game_id and not _practised(participant):
            return _begin(participant, campaign, campaign.practice_game_id, Play.Kind.PRACTICE)
        assignment = _next_assignment(campaign, participant, now=now, rng=rng)
        if assignment is None:
            _end(campaign, participant, _outcome_of(participant), now=now, rng=rng)
            return None
        game_id = assignment.campaign_game.game_id
        play = _begin(participant, campaign, game_id, Play.Kind.STUDY)
        Assignment.objects.filter(pk=assignment.pk).update(play=play)
        return play


def finish_if_done(participant: Participant, *, now: datetime, rng: random.Random) -> None:
    """Complete the part of a volunteer whose last game has ended; others are left as they are.

    Whether it was the last is looked up before the campaign is locked, for a guess ends here too.
    """
    unlocked = Participant.objects.select_related("campaign").get(pk=participant.pk)
    if unlocked.campaign is None or not _played_all(unlocked.campaign, unlocked):
        return
    with transaction.atomic():
        campaign, participant = _locked(participant)
        if not participant.outcome:
            _end_if_due(campaign, participant, now=now, rng=rng)


def end_early(participant: Participant, *, now: datetime, rng: random.Random) -> CompletionCode:
    """End a volunteer's part before its last game; what was played stays. Twice is once."""
    with transaction.atomic():
        campaign, participant = _locked(participant)
        if not participant.outcome:
            seats.release(participant, now=now)
            _end(campaign, participant, Participant.Outcome.PARTIAL, now=now, rng=rng)
        return participant.completion_codes.get(reopened_at=None)


def end_all(campaign: Campaign, *, now: datetime, rng: random.Random) -> int:
    """End every part of a campaign that goes on, with its code; return how many. Twice is once.

    All are partial but those whose games were all played; open games stay unfinished.
    """
    with transaction.atomic():
        campaign = seats.lock(campaign.pk)
        going_on = campaign.participants.filter(outcome="").order_by("pk")
        parts = list(going_on.select_for_update(of=("self",)))
        for participant in parts:
            if not _end_if_due(campaign, participant, now=now, rng=rng):
                seats.release(participant, now=now)
                _end(campaign, participant, Participant.Outcome.PARTIAL, now=now, rng=rng)
        return len(parts)


def exclude(participant: Participant, reason: str, *, now: datetime) -> None:
    """Leave a participant out of figures and exports, with the reason; the places are free again.

    Raises ValueError without a reason.
    """
    if not reason.strip():
        raise ValueError("An exclusion needs its reason.")
    with transaction.atomic():
        _, participant = _locked(participant)
        Participant.objects.filter(pk=participant.pk).update(excluded_reason=reason.strip())
        seats.release(participant, now=now, finished_too=True)


def include_again(participant: Participant, *, now: datetime) -> bool:
    """Take an exclusion back, with the place and the games as far as there is room by now.

    Returns whether there was: without it the games that were played stay extra ones. A part
    that has ended, by the exclusion or before, stays ended. Twice is once.
    """
    with transaction.atomic():
        campaign, participant = _locked(participant)
        if not participant.excluded_reason:
            return True
        Participant.objects.filter(pk=participant.pk).update(excluded_reason="")
        try:
            seats.take_back(campaign, participant, now=now)
        except seats.Full:
            return False
        return not participant.assignments.filter(seats.ENDED).exclude(released_at=None).exists()


def withdraw(participant: Participant, *, now: datetime) -> Withdrawal:
    """Delete everything that the participant did and said; return the receipt.

    Raises Participant.DoesNotExist where it is all gone already.
    """
    with transaction.atomic():
        campaign, participant = _locked(participant)
        seats.give_back(participant.assignments.filter(released_at=None), now=now)
        erased = erasing.erase(participant)
        codes.forget_external_id(campaign, participant.external_id)
        return Withdrawal.objects.create(
            campaign=campaign,
            receipt=pseudonyms.receipt(participant.token, secret=settings.SECRET_KEY),
            plays=erased.plays,
            turns=erased.turns,
            withdrawn_at=now,
        )


def open_play(participant: Participant) -> Play | None:
    """The play that was begun and counts but has not ended."""
    open_plays: QuerySet[Play] = participant.plays.filter(outcome="")
    practice = open_plays.filter(kind=Play.Kind.PRACTICE)
    study = open_plays.filter(kind=Play.Kind.STUDY, assignment__released_at=None)
    return practice.first() or study.order_by("pk").first()


def _locked(participant: Participant) -> tuple[Campaign, Participant]:
    """The campaign and the participant as they stand, both locked, the campaign first."""
    campaign = seats.lock_of(participant)
    if campaign is None:
        raise ValueError(f"{participant} plays freely, outside any campaign.")
    return campaign, Participant.objects.select_for_update(of=("self",)).get(pk=participant.pk)


def _require_open(campaign: Campaign) -> None:
    if campaign.status != Campaign.Status.OPEN:
        raise NotOpen(f"{campaign.slug} is {campaign.status}.")


def _practised(participant: Participant) -> bool:
    return participant.plays.filter(kind=Play.Kind.PRACTICE).exists()


def _end_if_due(
    campaign: Campaign, participant: Participant, *, now: datetime, rng: random.Random
) -> bool:
    """End the part of who has played everything or was excluded; return whether it is ended.

    Games that were played to their end count, also where the seat was given back meanwhile.
    """
    outcome = Participant.Outcome.COMPLETED
    if participant.excluded_reason:
        outcome = Participant.Outcome.PARTIAL
    elif not _played_all(campaign, participant):
        return False
    _end(campaign, participant, outcome, now=now, rng=rng)
    return True


def _played_all(campaign: Campaign, participant: Participant) -> bool:
    ended = participant.assignments.filter(seats.ENDED).count()
    if campaign.games_each is not None:
        return ended >= campaign.games_each
    return ended == participant.assignments.count()


def _outcome_of(participant: Participant) -> str:
    """How the part of a player ends for whom no game is left; without any it was only begun."""
    played = participant.assignments.filter(seats.ENDED).exists()
    return Participant.Outcome.COMPLETED if played else Participant.Outcome.PARTIAL


def _next_assignment(
    campaign: Campaign, participant: Participant, *, now: datetime, rng: random.Random
) -> Assignment | None:
    waiting = participant.assignments.filter(released_at=None, play=None)
    assigned = waiting.select_related("campaign_game").first()
    if assigned or campaign.crossed:
        return assigned
    assert campaign.games_each is not None
    held = Q(released_at=None) | seats.ENDED
    if participant.assignments.filter(held).count() >= campaign.games_each:
        return None
    return seats.assign_next(campaign, participant, now=now, rng=rng)


def _begin(participant: Participant, campaign: Campaign, game_id: int, kind: str) -> Play:
    assert campaign.protocol is not None  # a constraint: every opened campaign has one
    return Play.objects.create(
        participant=participant, game_id=game_id, protocol=campaign.protocol, kind=kind
    )


def _end(
    campaign: Campaign,
    participant: Participant,
    outcome: str,
    *,
    now: datetime,
    rng: random.Random,
) -> None:
    Participant.objects.filter(pk=participant.pk).update(outcome=outcome, ended_at=now)
    held = participant.assignments.filter(released_at=None)
    seats.give_back(held.filter(seats.UNFINISHED), now=now)
    codes.issue_code(campaign, participant, outcome, participant.external_id, now=now, rng=rng)
