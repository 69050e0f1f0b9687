"""The database's side of a slice, all on one thread: reads and writes for many at once."""

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import compress, count
from typing import TypeVar

from evaluation.models import Run
from evaluation.runner import spending
from evaluation.runner.kind import Kind, Seated
from evaluation.runner.meter import Limits, Prices, Spent
from evaluation.runner.patience import GONE, patiently
from evaluation.services import episodes, places
from evaluation.services.places import Message, Report

log = logging.getLogger(__name__)
T = TypeVar("T")
# A renewal may come late, or fail, and the claim still holds.
RENEWALS_A_LEASE = 3


@dataclass(frozen=True)
class Claim:
    """What this worker holds: a place at a run, under its name."""

    message: Message
    holder: str
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
    trials_only: whether only the run's first episodes are taken up.
    """

    def __init__(
        self,
        claim: Claim,
        kind: Kind,
        *,
        prices: Prices,
        clock: Callable[[], datetime],
        patience_seconds: float,
        trials_only: bool = False,
    ) -> None:
        self._claim = claim
        self._kind = kind
        self._clock = clock
        self._patience_seconds = patience_seconds
        self._prices = prices
        self._trials_only = trials_only
        self._saved = Spent()
        self._next_renewal = clock()

    def save(self, entries: Sequence[Seated]) -> list[bool | Exception]:
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

    def _save(self, entries: Sequence[Seated]) -> list[bool]:
        tries = count()
        held = self._patiently(lambda: self._kind.save(entries, again=next(tries) > 0))
        for entry in compress(entries, held):
            self._saved += self._kind.spent(entry)
        return held

    def take(self, limits: Sequence[int]) -> list[Sequence[Seated]]:
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

    def _take(self, limit: int) -> Sequence[Seated]:
        now = self._clock()
        taken = episodes.take(
            self._claim.message.run_id,
            self._claim.holder,
            limit,
            now=now,
            lease_until=now + self._claim.lease,
            trials_only=self._trials_only,
        )
        return self._kind.opened(taken)

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
