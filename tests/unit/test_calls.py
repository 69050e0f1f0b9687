"""Calls of a model in this process: closing ends them all."""

import asyncio

import pytest

from games.llm.calls import Calls, Loading
from games.llm.chat import ModelUnavailable


async def _forever(calls, begun):
    async with calls.call():
        begun.set()
        await asyncio.Event().wait()


def test_closing_from_another_thread_ends_a_call():
    async def run():
        calls, begun = Calls("small"), asyncio.Event()
        call = asyncio.create_task(_forever(calls, begun))
        await begun.wait()
        first = await asyncio.to_thread(calls.close)
        with pytest.raises(ModelUnavailable, match="small: the model was closed"):
            await call
        return first, calls.close()

    assert asyncio.run(run()) == (True, False)


def test_no_call_begins_on_a_closed_model():
    async def run():
        calls = Calls("small")
        calls.close()
        async with calls.call():
            raise AssertionError("it began")

    with pytest.raises(ModelUnavailable):
        asyncio.run(run())


def test_what_a_closed_engine_stumbles_over_is_that_it_was_closed():
    async def run():
        calls = Calls("small")
        async with calls.call():
            calls.close()
            raise ConnectionError("a socket is gone")

    with pytest.raises(ModelUnavailable):
        asyncio.run(run())


@pytest.mark.parametrize("error", [TimeoutError(), ValueError("too warm")])
def test_an_open_model_s_error_is_its_own(error):
    async def run():
        async with Calls("small").call():
            raise error

    with pytest.raises(type(error)):
        asyncio.run(run())


def test_a_call_that_is_cancelled_is_cancelled():
    async def run():
        calls, begun = Calls("small"), asyncio.Event()
        call = asyncio.create_task(_forever(calls, begun))
        await begun.wait()
        call.cancel()
        await asyncio.wait([call])
        calls.close()
        return call.cancelled()

    assert asyncio.run(run())


def test_a_caller_who_leaves_does_not_stop_the_loading_for_others():
    async def run():
        go_on = asyncio.Event()

        async def load():
            await go_on.wait()
            return "engine"

        loading = Loading(load)
        leaver, stayer = (asyncio.create_task(loading.engine()) for _ in range(2))
        await asyncio.sleep(0)
        leaver.cancel()
        await asyncio.wait([leaver])
        go_on.set()
        return await stayer

    assert asyncio.run(run()) == "engine"


def test_a_dead_engine_is_forgotten_once():
    async def run():
        async def load():
            return object()

        loading = Loading(load)
        dead = await loading.engine()
        forgotten = (loading.forget(dead), loading.forget(dead))
        new = await loading.engine()
        return forgotten, loading.forget(dead), new is dead

    assert asyncio.run(run()) == ((True, False), False, False)
