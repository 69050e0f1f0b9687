"""All players of a simulated campaign at once, what is killed under them, and who comes after."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Protocol

from games.simulation import characters
from games.simulation.audit import Seen
from games.simulation.characters import Character
from games.simulation.tally import Tally
from games.simulation.volunteers import AWAY, TURNED_AWAY, WITHDRAWN, Stage, Volunteer

WEB, WORKER = "web server", "worker"
# After which share of the games what is killed; it is started again DOWN_SECONDS later.
OUTAGES = ((0.2, WORKER), (0.4, WEB), (0.6, WORKER), (0.8, WEB))
DOWN_SECONDS = 1.5
GLANCE_SECONDS = 0.2
SPARE_SECONDS = 3
LATE_ROUNDS = 20


class Lab(Protocol):
    """The processes that can be killed; both calls may take seconds."""

    def kill(self, name: str) -> None: ...

    def start(self, name: str) -> None: ...


@dataclass
class Crowd:
    """games: how many the players will play together, if nobody leaves.

    lab: None where nothing can be killed. idle_minutes: after which a seat is free again.
    """

    stage: Stage
    tally: Tally
    cast: Sequence[Character]
    games: int
    seed: int
    idle_minutes: int
    lab: Lab | None = None
    volunteers: list[Volunteer] = field(default_factory=list)

    async def play(self, *, within_seconds: float) -> bool:
        """Play until no place is left; return whether that came within the time."""
        try:
            async with asyncio.timeout(within_seconds):
                await self._play()
        except TimeoutError:
            return False
        return True

    @property
    def seen(self) -> Seen:
        staying = [one for one in self.volunteers if one.ended != WITHDRAWN]
        withdrawn = [one for one in self.volunteers if one.ended == WITHDRAWN]
        return Seen(
            questions=set().union(*(one.seen for one in staying)),
            withdrawn_questions=set().union(*(one.seen for one in withdrawn)),
            codes={one.code for one in staying if one.code},
        )

    async def _play(self) -> None:
        trouble = asyncio.create_task(self._disturb())
        try:
            await self._take_part(self.cast)
            await self._fill_places()
        finally:
            trouble.cancel()
            with suppress(asyncio.CancelledError):
                await trouble

    async def _take_part(self, cast: Sequence[Character]) -> list[Volunteer]:
        coming = [self._volunteer(who) for who in cast]
        self.volunteers += coming
        async with asyncio.TaskGroup() as group:
            for volunteer in coming:
                group.create_task(volunteer.go())
        return coming

    async def _fill_places(self) -> None:
        """Let others come, as many as left, until one of them is turned away."""
        await self._until_seats_are_idle()
        left = max(1, sum(not who.stays for who in self.cast))
        for _ in range(LATE_ROUNDS):
            first = len(self.volunteers) + 1
            late = [characters.latecomer(first + at, seed=self.seed) for at in range(left)]
            if any(one.ended == TURNED_AWAY for one in await self._take_part(late)):
                return
            left = 1

    async def _until_seats_are_idle(self) -> None:
        gone = [one.last_move for one in self.volunteers if one.ended == AWAY]
        if gone:
            free_at = max(gone) + 60 * self.idle_minutes + SPARE_SECONDS
            await asyncio.sleep(max(0.0, free_at - monotonic()))

    async def _disturb(self) -> None:
        if self.lab is None:
            return
        for share, name in OUTAGES:
            while self.tally.games < share * self.games:
                await asyncio.sleep(GLANCE_SECONDS)
            self.tally.outages[f"kill -9 of the {name}"] += 1
            await asyncio.to_thread(self.lab.kill, name)
            await asyncio.sleep(DOWN_SECONDS)
            await asyncio.to_thread(self.lab.start, name)

    def _volunteer(self, who: Character) -> Volunteer:
        rng = Random(f"player {self.seed} {who.number}")
        return Volunteer(who=who, stage=self.stage, tally=self.tally, rng=rng)
