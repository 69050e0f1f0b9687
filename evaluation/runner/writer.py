"""The database's side of a slice, all on one thread: reads and writes for many games at once."""

import logging
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import chain, compress, count, repeat
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection

from evaluation.models import Episode, Run, RunPlayer, StoredReply
from evaluation.runner import spending, storing
from evaluation.runner.entries import Entry, Opening, Seat
from evaluation.runner.meter import Limits, Prices, Spent, spent_on
from evaluation.runner.storing import Terms
from evaluation.seats import Player
from evaluation.services import episodes, places
from evaluation.services.places import Message, Report
from games import selectors
from games.models import StoredAnswer, Turn
from games.roles import Ruling
from games.services import store
from games.services.store import AnswerKey

log = logging.getLogger(__name__)
T = TypeVar("T")
GONE = (OperationalError, InterfaceError)
# A renewal may come late, or fail, and the claim still holds.
RENEWALS_A_LEASE = 3
PAUSES_SECONDS = (0.1, 0.2, 0.5, 1.0)


@dataclass(frozen=True)
class Claim:
    """What this worker holds: a place at a run, under its name."""

    message: Message
    holder: str
    checker_version: str
    lease: timedelta


@dataclass(frozen=True)
class Orders:
    """What a researcher, or another worker, wants by now.

    held: whether the place is still ours. spent_elsewhere: by other workers and earlier slices;
        None where it was not looked up now.
    """

    held: bool
    status: str
    concurrency: int
    limits: Limits
    spent_elsewhere: Spent | None


class Writer:
    """prices: of the run's models, as far as they are known.

    patience_seconds: how long the database may be gone; then OperationalError or InterfaceError.
    trials_only: whether only the run's first games are taken up.
    """

    def __init__(
        self,
        claim: Claim,
        terms: Terms,
        player: Player,
        *,
        prices: Prices,
        clock: Callable[[], datetime],
        patience_seconds: float,
        trials_only: bool = False,
    ) -> None:
        self._claim = claim
        self._terms = terms
        self._player = player
        self._clock = clock
        self._patience_seconds = patience_seconds
        self._prices = prices
        self._trials_only = trials_only
        self._saved = Spent()
        self._next_renewal = clock()
        self._participants = dict(
            RunPlayer.objects.filter(run=claim.message.run_id).values_list(
                "repeat", "participant_id"
            )
        )

    def save(self, entries: Sequence[Entry]) -> list[bool | Exception]:
        """Store all of them; return for each whether its claim held, or what is wrong with it.

        One that cannot be stored keeps none of the others from being stored.
        """
        try:
            return list(self._save(entries))
        except GONE:
            raise
        except Exception as error:
            if len(entries) == 1:
                log.exception("episode %s cannot be stored", entries[0].seat.episode_id)
                return [error]
            return [self.save([entry])[0] for entry in entries]

    def _save(self, entries: Sequence[Entry]) -> list[bool]:
        tries = count()
        held = self._patiently(
            lambda: storing.save_all(entries, self._terms, again=next(tries) > 0)
        )
        for entry in compress(entries, held):
            self._saved += self._spent(entry)
        return held

    def answers(self, keys: Sequence[AnswerKey]) -> list[StoredAnswer | None]:
        known = self._patiently(partial(store.known_answers, keys, self._terms.oracle_version))
        return [known.get(key) for key in keys]

    def rulings(self, questions: Sequence[str]) -> list[Ruling | None]:
        known = self._patiently(
            partial(store.known_rulings, questions, self._claim.checker_version)
        )
        return [known.get(question) for question in questions]

    def take(self, limits: Sequence[int]) -> list[list[Opening]]:
        return [self._patiently(partial(self._take, limit)) for limit in limits]

    def more_to_play(self, asked: Sequence[None]) -> list[bool]:
        """Whether there are episodes that nobody plays."""
        due = self._patiently(episodes.due(self._claim.message.run_id, self._clock()).exists)
        return [due] * len(asked)

    def beat(self, said: Report, open_episodes: Collection[int]) -> Orders:
        """Renew the claims on the place and, when it is time, on the episodes."""
        return self._patiently(partial(self._beat, said, open_episodes))

    def _patiently(self, work: Callable[[], T]) -> T:
        return patiently(work, self._patience_seconds)

    def _spent(self, entry: Entry) -> Spent:
        calls = [spent_on(call, self._prices.roles) for call in entry.calls]
        said = [spent_on(entry.reply, self._prices.player)] if entry.reply else []
        return sum([*calls, *said], Spent())

    def _take(self, limit: int) -> list[Opening]:
        now = self._clock()
        taken = episodes.take(
            self._claim.message.run_id,
            self._claim.holder,
            limit,
            now=now,
            lease_until=now + self._claim.lease,
            trials_only=self._trials_only,
        )
        begun = [row.play_id for row in taken if row.play_id]
        turns: dict[int, list[Turn]] = {}
        for turn in Turn.objects.filter(play__in=begun).order_by("play", "number", "attempt"):
            turns.setdefault(turn.play_id, []).append(turn)
        whys: dict[int, list[str]] = {}
        replies = StoredReply.objects.filter(play__in=begun).order_by("play", "sequence")
        for play_id, why in replies.values_list("play_id", "why"):
            whys.setdefault(play_id, []).append(why)
        return [
            self._opening(row, turns.get(row.play_id or 0, []), whys.get(row.play_id or 0, []))
            for row in taken
        ]

    def _opening(self, row: Episode, turns: list[Turn], whys: list[str]) -> Opening:
        seat = Seat(
            episode_id=row.pk,
            tries=row.tries,
            game_id=row.game_id,
            participant_id=self._participants[row.repeat],
            play_id=row.play_id,
            replies=len(whys),
        )
        questioner = self._player.questioner(row.game_id, row.repeat)
        game = selectors.frozen_game(row.game_id)
        return Opening(seat, game, questioner, turns, whys, row.refused)

    def _beat(self, said: Report, open_episodes: Collection[int]) -> Orders:
        now = self._clock()
        message, holder = self._claim.message, self._claim.holder
        until = now + self._claim.lease
        held = places.report(message, holder, said, now=now, lease_until=until)
        run = Run.objects.get(pk=message.run_id)
        limits = Limits(run.token_limit, run.cost_limit)
        elsewhere = None
        if now >= self._next_renewal:
            self._next_renewal = now + self._claim.lease / RENEWALS_A_LEASE
            episodes.renew(open_episodes, holder, until)
            if limits:
                elsewhere = spending.of_run(message.run_id, self._prices) - self._saved
        return Orders(held, run.status, run.concurrency, limits, elsewhere)


def patiently(work: Callable[[], T], patience_seconds: float) -> T:
    """Do the work, again and again where the database is gone meanwhile; raises what says so."""
    patient_until = time.monotonic() + patience_seconds
    for pause in chain(PAUSES_SECONDS, repeat(PAUSES_SECONDS[-1])):
        try:
            return work()
        except GONE as gone:
            log.warning("the database is gone: %s", gone)
            connection.close()
            if time.monotonic() + pause > patient_until:
                raise
            time.sleep(pause)
    raise AssertionError("the last pause is repeated without end")
