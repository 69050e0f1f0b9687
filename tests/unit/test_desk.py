"""What lies on the desk together is served together, and the beat goes on meanwhile."""

import asyncio
import time

import pytest

from evaluation.runner.desk import Desk
from games.llm import loop


class Thread:
    """The one that serves; it keeps what it was asked at a time."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.beats = 0

    def double(self, numbers):
        self.batches.append(list(numbers))
        return [2 * number for number in numbers]

    def square(self, numbers):
        return [number**2 for number in numbers]

    def beat(self) -> None:
        self.beats += 1


def served(desk: Desk, thread: Thread, coroutine, *, beat_seconds: float = 60):
    playing = loop.begin(coroutine)
    desk.serve(playing, thread.beat, beat_seconds=beat_seconds)
    return playing.result()


def test_each_request_gets_its_own_result():
    desk, thread = Desk(gathering_seconds=0), Thread()

    async def ask():
        asked = [desk.ask(thread.double, 1), desk.ask(thread.square, 3), desk.ask(thread.double, 2)]
        return await asyncio.gather(*asked)

    assert served(desk, thread, ask()) == [2, 9, 4]


def test_requests_that_come_close_together_are_served_as_one():
    desk, thread = Desk(gathering_seconds=0.2), Thread()

    async def ask():
        first = asyncio.create_task(desk.ask(thread.double, 1))
        await asyncio.sleep(0.05)
        return await asyncio.gather(first, desk.ask(thread.double, 2))

    assert served(desk, thread, ask()) == [2, 4]
    assert thread.batches == [[1, 2]]


def test_the_beat_goes_on_though_the_loop_is_held_up():
    desk, thread = Desk(gathering_seconds=0), Thread()

    async def hold_up():
        time.sleep(0.3)

    served(desk, thread, hold_up(), beat_seconds=0.02)
    assert thread.beats >= 3


def test_an_error_of_the_thread_is_raised():
    desk, thread = Desk(gathering_seconds=0), Thread()

    def broken(numbers):
        raise ZeroDivisionError

    async def ask():
        await desk.ask(broken, 1)

    playing = loop.begin(ask())
    with pytest.raises(ZeroDivisionError):
        desk.serve(playing, thread.beat, beat_seconds=60)
    playing.cancel()


def test_an_error_in_the_place_of_a_result_is_raised_for_its_request_alone():
    desk, thread = Desk(gathering_seconds=0.05), Thread()

    def halved(numbers):
        return [ValueError(f"{each} is odd") if each % 2 else each // 2 for each in numbers]

    async def ask():
        asked = [desk.ask(halved, number) for number in (4, 5, 6)]
        return await asyncio.gather(*asked, return_exceptions=True)

    two, odd, three = served(desk, thread, ask())
    assert (two, three, str(odd)) == (2, 3, "5 is odd")
