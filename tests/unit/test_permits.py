"""So many at once and no more, also where the number changes or somebody stops waiting."""

import asyncio

from evaluation.runner.permits import Permits


class Work:
    """Pieces of work that last until they are told to end."""

    def __init__(self, permits: Permits) -> None:
        self.permits = permits
        self.running = 0
        self.over = asyncio.Event()

    async def piece(self) -> None:
        async with self.permits:
            self.running += 1
            await self.over.wait()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_no_more_than_the_limit_run_at_once():
    async def scene():
        work = Work(Permits(2))
        pieces = [asyncio.create_task(work.piece()) for _ in range(5)]
        await settle()
        assert (work.running, work.permits.in_use) == (2, 2)
        work.over.set()
        await asyncio.gather(*pieces)
        assert (work.running, work.permits.in_use) == (5, 0)

    asyncio.run(scene())


def test_a_higher_limit_lets_those_in_who_wait():
    async def scene():
        work = Work(Permits(1))
        pieces = [asyncio.create_task(work.piece()) for _ in range(4)]
        await settle()
        work.permits.set_limit(3)
        await settle()
        assert work.running == 3
        work.over.set()
        await asyncio.gather(*pieces)

    asyncio.run(scene())


def test_a_lower_limit_lets_nobody_in_until_enough_have_left():
    async def scene():
        permits = Permits(2)
        first, second, third = (Work(permits) for _ in range(3))
        pieces = [asyncio.create_task(each.piece()) for each in (first, second, third)]
        await settle()
        permits.set_limit(1)
        first.over.set()
        await settle()
        assert (permits.in_use, third.running) == (1, 0)
        second.over.set()
        await settle()
        assert (permits.in_use, third.running) == (1, 1)
        third.over.set()
        await asyncio.gather(*pieces)

    asyncio.run(scene())


def test_who_stops_waiting_takes_nothing_along():
    async def scene():
        work = Work(Permits(1))
        first = asyncio.create_task(work.piece())
        await settle()
        waiting, last = (asyncio.create_task(work.piece()) for _ in range(2))
        await settle()
        waiting.cancel()
        first.cancel()
        await settle()
        assert work.permits.in_use == 1
        work.over.set()
        await last
        assert work.permits.in_use == 0

    asyncio.run(scene())


def test_who_is_let_in_and_cancelled_at_once_makes_room():
    async def scene():
        work = Work(Permits(1))
        first = asyncio.create_task(work.piece())
        await settle()
        second, third = (asyncio.create_task(work.piece()) for _ in range(2))
        await settle()
        work.over.set()
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(first, second, third, return_exceptions=True)
        assert work.permits.in_use == 0

    asyncio.run(scene())
