"""Who takes part in a campaign and which game is whose.

Every change of a seat or an assignment happens while the campaign's row is locked, so that
choices are made one after the other; the quota is a constraint of the database besides.
`CampaignGame.taken` counts the assignments that were not released.
"""

import random
from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import (
    Assignment,
    Campaign,
    CampaignGame,
    JudgedCatalogue,
    Mark,
    Participant,
    Play,
    Turn,
)
from games.services.enrolment import Arrival, enrol, key_here

ENDED = Q(play__isnull=False) & ~Q(play__outcome="")  # of assignments: played to the end
UNFINISHED = Q(play=None) | Q(play__outcome="")


class NotOpen(Exception):
    """The campaign takes nobody in now: it is a draft, paused or closed."""


class Full(Exception):
    """Every place is taken."""


class Barred(Exception):
    """Who judged the catalogue's objects, or met some in play, may not play its baseline."""


def join(campaign_id: int, arrival: Arrival, *, now: datetime, rng: random.Random) -> Participant:
    """Let somebody in, or return who this browser, form, platform id or account already is.

    In a crossed campaign all games are assigned, in an order of the participant's own; in a
    quota campaign the first one, of those that are least taken.
    Raises NotOpen, Full, Barred.
    """
    with transaction.atomic():
        campaign = lock(campaign_id)
        known = known_participant(campaign_id, arrival)
        if known:
            keep_external(campaign, known, arrival)
            return known
        _require_welcome(campaign, arrival)
        games = _first_games(campaign, now=now, rng=rng)
        participant = enrol(campaign, arrival, now=now, rng=rng)
        _assign_first(campaign, participant, games, now=now)
        return participant


def keep_external(campaign: Campaign, known: Participant, arrival: Arrival) -> None:
    """Keep the platform's ids of somebody who came without them before."""
    if not arrival.external_id or known.external_id:
        return
    if not campaign.participants.filter(external_id=arrival.external_id).exists():
        known.external_id, known.external = arrival.external_id, dict(arrival.external)
        known.save(update_fields=["external_id", "external"])


def known_participant(campaign_id: int, arrival: Arrival) -> Participant | None:
    """The participant of this campaign whom the arrival already is, in any of four ways."""
    same = Q(consent__key=key_here(campaign_id, arrival.key))
    if arrival.known:
        same |= Q(token=arrival.known)
    if arrival.external_id:
        same |= Q(external_id=arrival.external_id)
    if arrival.account_id:
        same |= Q(account_id=arrival.account_id)
    return Participant.objects.filter(same, campaign_id=campaign_id).order_by("pk").first()


def lock(campaign_id: int) -> Campaign:
    rows = Campaign.objects.select_for_update(of=("self",)).select_related("consent_text")
    return rows.get(pk=campaign_id)


def lock_of(participant: Participant) -> Campaign | None:
    """The participant's campaign, locked; None for a free player, who has no seat to change."""
    return lock(participant.campaign_id) if participant.campaign_id else None


def assign_next(
    campaign: Campaign, participant: Participant, *, now: datetime, rng: random.Random
) -> Assignment | None:
    """Assign one more game of the least taken ones; None where none is left for this player."""
    before = list(participant.assignments.values_list("campaign_game", flat=True))
    chosen = _least_taken(campaign, before, rng)
    if chosen is None and _release_idle_of(campaign, now, but=participant):
        chosen = _least_taken(campaign, before, rng)
    if chosen is None:
        return None
    return _assign(participant, chosen, position=len(before) + 1, now=now)


def _least_taken(campaign: Campaign, before: Collection[int], rng: random.Random) -> int | None:
    """The id of one of the least taken games that have room, besides those held before."""
    free = campaign.campaign_games.filter(taken__lt=F("quota")).exclude(pk__in=before)
    rows = list(free.order_by("taken", "pk").values_list("pk", "taken"))
    least = [pk for pk, taken in rows if taken == rows[0][1]]
    return rng.choice(least) if least else None


def _assign(participant: Participant, game: int, *, position: int, now: datetime) -> Assignment:
    CampaignGame.objects.filter(pk=game).update(taken=F("taken") + 1)
    return Assignment.objects.create(
        participant=participant, campaign_game_id=game, position=position, reserved_at=now
    )


def take_back(campaign: Campaign, participant: Participant, *, now: datetime) -> None:
    """Give a participant who was away too long the seat again, and the games that have room.

    Who ended early needs no seat; of an ended part only games that were played come back.
    Raises Full where all seats of a crossed campaign are taken by now.
    """
    if participant.outcome != Participant.Outcome.PARTIAL:
        if campaign.crossed:
            _make_room(campaign, now)
        Participant.objects.filter(pk=participant.pk).update(seat_released_at=None)
        participant.seat_released_at = None
    wanted = ENDED if participant.outcome else Q()
    released = participant.assignments.filter(wanted).exclude(released_at=None)
    with_room = CampaignGame.objects.filter(Q(quota=None) | Q(taken__lt=F("quota")))
    games = list(
        with_room.filter(assignments__in=released)
        .order_by("assignments__position")
        .values_list("pk", flat=True)[: _games_missing(campaign, participant)]
    )
    released.filter(campaign_game__in=games).update(released_at=None, reserved_at=now)
    CampaignGame.objects.filter(pk__in=games).update(taken=F("taken") + 1)


def _games_missing(campaign: Campaign, participant: Participant) -> int | None:
    """How many games a player of a quota campaign is still to be given; None where all are."""
    if campaign.games_each is None:
        return None
    held = participant.assignments.filter(released_at=None).count()
    return max(0, campaign.games_each - held)


def release(participant: Participant, *, now: datetime, finished_too: bool = False) -> None:
    """Free the seat and the games that were not played to their end; finished_too: all games."""
    Participant.objects.filter(pk=participant.pk, seat_released_at=None).update(
        seat_released_at=now
    )
    held = participant.assignments.filter(released_at=None)
    give_back(held if finished_too else held.filter(UNFINISHED), now=now)


def give_back(assignments: QuerySet[Assignment], *, now: datetime) -> None:
    """Release assignments of one campaign and lower what their games count."""
    rows = list(assignments.values_list("pk", "campaign_game_id"))
    Assignment.objects.filter(pk__in=[pk for pk, _ in rows]).update(released_at=now)
    for game, count in sorted(Counter(game for _, game in rows).items()):
        CampaignGame.objects.filter(pk=game).update(taken=F("taken") - count)


def release_idle(now: datetime) -> int:
    """Free the seats of everybody who was away too long, in all open campaigns; return how many.

    A campaign where nobody is idle is not locked.
    """
    released = 0
    for campaign in Campaign.objects.filter(status=Campaign.Status.OPEN):
        if not idle(campaign, now).exists():
            continue
        with transaction.atomic():
            released += _release_idle_of(lock(campaign.pk), now)
    return released


def idle(campaign: Campaign, now: datetime) -> QuerySet[Participant]:
    """Participants who hold a seat, are not done, and made no move for `idle_minutes`."""
    since = now - timedelta(minutes=campaign.idle_minutes)
    if campaign.resumed_at and campaign.resumed_at > since:
        return campaign.participants.none()
    recent = Q(started_at__gt=since) | Q(ended_at__gt=since)
    plays = Play.objects.filter(recent, participant=OuterRef("pk"))
    turns = Turn.objects.filter(play__participant=OuterRef("pk"), asked_at__gt=since)
    marks = Mark.objects.filter(play__participant=OuterRef("pk"), marked_at__gt=since)
    back = Assignment.objects.filter(participant=OuterRef("pk"), reserved_at__gt=since)
    waiting = campaign.participants.filter(outcome="", seat_released_at=None, started_at__lte=since)
    moved = Exists(plays) | Exists(turns) | Exists(marks) | Exists(back)
    return waiting.exclude(moved)


def _release_idle_of(campaign: Campaign, now: datetime, *, but: Participant | None = None) -> int:
    gone = [row.pk for row in idle(campaign, now) if row != but]
    if gone:
        Participant.objects.filter(pk__in=gone).update(seat_released_at=now)
        held = Assignment.objects.filter(participant__in=gone, released_at=None)
        give_back(held.filter(UNFINISHED), now=now)
    return len(gone)


def _require_welcome(campaign: Campaign, arrival: Arrival) -> None:
    if campaign.status != Campaign.Status.OPEN:
        raise NotOpen(f"{campaign.slug} is {campaign.status}.")
    if campaign.baseline and arrival.account_id and has_judged(campaign, arrival.account_id):
        raise Barred(f"account {arrival.account_id} judged objects of {campaign.catalogue_id}")
    if campaign.baseline and arrival.tokens and _has_met(campaign, arrival.tokens):
        raise Barred("this browser ended games of the campaign's objects before")


def _has_met(campaign: Campaign, tokens: Collection[UUID]) -> bool:
    """Whether one of these players ended a game of an object that the campaign uses."""
    ended = Play.objects.filter(participant__token__in=tokens).exclude(outcome="")
    objects = campaign.campaign_games.values("physical_object")
    return ended.filter(game__physical_object__in=objects).exists()


def has_judged(campaign: Campaign, account_id: int) -> bool:
    judged = JudgedCatalogue.objects.filter(catalogue_id=campaign.catalogue_id)
    return judged.filter(account_id=account_id).exists()


def has_room(campaign: Campaign) -> bool:
    if campaign.crossed:
        assert campaign.players_wanted is not None
        held = campaign.participants.filter(seat_released_at=None).count()
        return held < campaign.players_wanted
    return campaign.campaign_games.filter(taken__lt=F("quota")).exists()


def _make_room(campaign: Campaign, now: datetime) -> None:
    """Raise Full where no place is left even after the idle ones are counted as free."""
    if has_room(campaign):
        return
    _release_idle_of(campaign, now)
    if not has_room(campaign):
        raise Full(f"{campaign.slug} has no place left.")


def _first_games(campaign: Campaign, *, now: datetime, rng: random.Random) -> list[int]:
    """What a newcomer is assigned: the least taken game, or all of a crossed campaign's.

    Raises Full.
    """
    if campaign.crossed:
        _make_room(campaign, now)
        return list(campaign.campaign_games.values_list("pk", flat=True))
    first = _least_taken(campaign, (), rng)
    if first is None and _release_idle_of(campaign, now):
        first = _least_taken(campaign, (), rng)
    if first is None:
        raise Full(f"{campaign.slug} has no game left.")
    return [first]


def _assign_first(
    campaign: Campaign, participant: Participant, games: list[int], *, now: datetime
) -> None:
    random.Random(f"{campaign.seed}:{participant.token}").shuffle(games)
    Assignment.objects.bulk_create(
        Assignment(
            participant=participant, campaign_game_id=game, position=position, reserved_at=now
        )
        for position, game in enumerate(games, start=1)
    )
    CampaignGame.objects.filter(pk__in=games).update(taken=F("taken") + 1)
