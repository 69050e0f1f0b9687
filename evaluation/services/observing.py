"""The observer's values of ended plays are stored, batch by batch, by one worker at a time."""

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from evaluation import followed, observed, reading
from evaluation.models import Observed, ObserverPlace, Run
from evaluation.observed import Played
from games.belief import Trace
from games.models import Catalogue, Game, Play, Turn
from games.rules import TurnStatus

LEASE = timedelta(seconds=60)
# A batch is followed within seconds, even where nobody asked the table its questions before.
BATCH = 20
# Plays that are looked for at once: the search goes through all of the runs that go on.
_ROUND = 2_000
_VALUES = [each.name for each in Observed._meta.fields if each.name not in ("id", "play")]
_leaving = threading.Event()


class _Searched(NamedTuple):
    """A run as it was searched for plays that lack their values."""

    run_id: int
    ended_at: datetime | None
    status: str
    judge: str


# Complete runs of which all is stored.
_stored: set[_Searched] = set()


class _Answered(NamedTuple):
    """What the observer hears of a turn."""

    play_id: int
    question: str
    status: str
    answer: str
    probe: str


def leave() -> None:
    """Have this process begin no further batch: it is about to end."""
    _leaving.set()


def due(limit: int = 1) -> list[int]:
    """Ids of ended plays of runs and campaigns that nothing stored holds of, `limit` at most.

    Of runs that are complete and stored as a whole nothing is searched again by this process.
    """
    played = Catalogue.objects.filter(Q(runs__isnull=False) | Q(campaigns__isnull=False))
    found: list[int] = []
    for catalogue_id in played.order_by("pk").values_list("pk", flat=True).distinct():
        for unseen in (_unseen_of_runs, _unseen_of_people):
            if len(found) < limit:
                found += unseen(catalogue_id, limit - len(found))
    return found


def forget() -> None:
    """Empty what this process keeps of runs, for tests that make their own."""
    _stored.clear()


def waiting(now: datetime) -> bool:
    """Whether a worker should be sent for: there is something to do and nobody is at it."""
    held = ObserverPlace.objects.filter(lease_until__gte=now)
    return not held.exists() and bool(due())


def observe_due(clock: Callable[[], datetime], *, seconds: float) -> bool:
    """Store the values of plays that lack them for so long; return whether more is to be done.

    While another worker is at it, nothing is done and nothing is to be done.
    """
    began = clock()
    claim = _take(began)
    if claim is None:
        return False
    for batch in _batches():
        observe(batch, now=clock())
        renewed = _renew(claim, clock())
        if renewed is None:
            return False
        claim = renewed
        if _leaving.is_set() or clock() >= began + timedelta(seconds=seconds):
            _release(claim)
            return not _leaving.is_set()
    _release(claim)
    return False


def observe(play_ids: Collection[int], *, now: datetime) -> int:
    """Follow these plays and store what came of it; return how many were stored.

    Those that go on, that were opened again meanwhile or are being deleted are left out. Twice is
    harmless: the values are the same. The transaction is begun when everything is computed.
    """
    rows = _rows(_played(play_ids), now)
    with transaction.atomic():
        ended = Play.objects.filter(pk__in=list(play_ids), ended_at__isnull=False)
        # Whoever deletes a play has locked it.
        locked = ended.order_by("pk").select_for_update(skip_locked=True)
        still = dict(locked.values_list("pk", "ended_at"))
        kept = [row for row in rows if still.get(row.play_id) == row.ended_at]
        Observed.objects.bulk_create(
            kept, update_conflicts=True, unique_fields=["play"], update_fields=_VALUES
        )
    return len(kept)


def _unseen_of_runs(catalogue_id: int, limit: int) -> list[int]:
    judge = observed.judge_of(catalogue_id)
    rows = Run.objects.filter(catalogue=catalogue_id).values_list("pk", "ended_at", "status")
    # A complete run that is played again ends at another time.
    keys = {pk: _Searched(pk, at, status, judge) for pk, at, status in rows}
    searched = {pk: key for pk, key in keys.items() if key not in _stored}
    if not searched:
        return []
    plays = _unseen(judge, kind=Play.Kind.RUN, participant__run_player__run__in=list(searched))
    found = list(plays.values_list("pk", "participant__run_player__run")[:limit])
    if len(found) < limit:
        some_left = {run for _, run in found}
        _stored.update(
            key
            for run, key in searched.items()
            if run not in some_left and key.status == Run.Status.COMPLETE
        )
    return [pk for pk, _ in found]


def _unseen_of_people(catalogue_id: int, limit: int) -> list[int]:
    judge = observed.judge_of(catalogue_id)
    plays = _unseen(judge, kind=Play.Kind.STUDY, participant__campaign__catalogue=catalogue_id)
    return list(plays.values_list("pk", flat=True)[:limit])


def _unseen(judge: str, **those: object) -> QuerySet[Play]:
    held = Observed.objects.filter(play=OuterRef("pk"), ended_at=OuterRef("ended_at"), judge=judge)
    return Play.objects.filter(~Exists(held), ended_at__isnull=False, **those).order_by("pk")


def _batches() -> Iterator[list[int]]:
    """Each play once, though it may not have been stored."""
    tried = set[int]()
    while found := [pk for pk in due(_ROUND) if pk not in tried]:
        tried.update(found)
        for first in range(0, len(found), BATCH):
            yield found[first : first + BATCH]


def _take(now: datetime) -> datetime | None:
    ObserverPlace.objects.get_or_create(number=1)
    free = ObserverPlace.objects.filter(Q(lease_until=None) | Q(lease_until__lt=now))
    return now + LEASE if free.update(lease_until=now + LEASE) else None


def _renew(claim: datetime, now: datetime) -> datetime | None:
    """None where the claim was lost, since a batch took too long."""
    mine = ObserverPlace.objects.filter(lease_until=claim)
    return now + LEASE if mine.update(lease_until=now + LEASE) else None


def _release(claim: datetime) -> None:
    ObserverPlace.objects.filter(lease_until=claim).update(lease_until=None)


def _played(play_ids: Collection[int]) -> list[Played]:
    ended = Play.objects.filter(pk__in=list(play_ids), ended_at__isnull=False)
    plays = list(ended.values_list("pk", "ended_at", "game_id"))
    games = reading.facts_of(Game.objects.filter(pk__in={game_id for *_, game_id in plays}))
    turns = Turn.objects.filter(play__in=list(play_ids), status=TurnStatus.ANSWERED)
    rows = turns.order_by("play_id", "number", "attempt").values_list(*_Answered._fields)
    heard: dict[int, Sequence[_Answered]] = {
        play_id: list(theirs)
        for play_id, theirs in groupby((_Answered(*row) for row in rows), lambda row: row.play_id)
    }
    return [
        Played(pk, ended_at, games[game_id], heard.get(pk, ())) for pk, ended_at, game_id in plays
    ]


def _rows(plays: Sequence[Played], now: datetime) -> list[Observed]:
    return [
        _row(play, trace, now) for play, trace in zip(plays, observed.traces(plays), strict=True)
    ]


def _row(play: Played, trace: Trace, now: datetime) -> Observed:
    found = followed.of_trace(trace, target=observed.target_of(play.game))
    assert play.ended_at is not None  # `_played` leaves out what goes on
    return Observed(
        play_id=play.play_id,
        judge=observed.judge_of(play.game.catalogue_id),
        ended_at=play.ended_at,
        sufficient_after=found.sufficient_after,
        total_gain=found.total_gain,
        net_gain=found.net_gain,
        values=found.steps,
        beliefs=[each.belief for each in trace.observations],
        stored_at=now,
    )
