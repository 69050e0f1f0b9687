"""One event loop a process, on its own thread."""

import asyncio
import os
import subprocess
import sys
import threading

import pytest

from games.llm import loop


@pytest.fixture(autouse=True)
def stopped():
    yield
    loop.close()


async def _running_loop():
    return asyncio.get_running_loop()


async def _process_id():
    return os.getpid()


def test_a_result_comes_back():
    async def three():
        await asyncio.sleep(0)
        return 3

    assert loop.wait_for(three()) == 3


def test_an_error_comes_back_as_itself():
    async def fail():
        raise KeyError("no such object")

    with pytest.raises(KeyError, match="no such object"):
        loop.wait_for(fail())


def test_every_call_runs_on_one_loop():
    assert loop.wait_for(_running_loop()) is loop.wait_for(_running_loop())


def test_callers_on_many_threads_share_the_loop():
    seen = []
    threads = [
        threading.Thread(target=lambda: seen.append(loop.wait_for(_running_loop())))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(seen), len(set(map(id, seen)))) == (8, 1)


def test_a_call_after_close_starts_a_new_loop():
    first = loop.wait_for(_running_loop())
    loop.close()
    second = loop.wait_for(_running_loop())
    assert first.is_closed()
    assert second is not first


def test_closing_twice_is_closing_once():
    loop.wait_for(_running_loop())
    loop.close()
    loop.close()


def test_close_cancels_what_still_runs():
    cancelled = threading.Event()

    async def wait_forever():
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    async def start():
        return asyncio.create_task(wait_forever())

    task = loop.wait_for(start())
    loop.wait_for(asyncio.sleep(0))
    loop.close()
    assert cancelled.is_set()
    assert task.cancelled()


def test_a_wait_that_ends_early_cancels_the_call():
    cancelled = threading.Event()

    async def wait_forever():
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    with pytest.raises(TimeoutError):
        loop.wait_for(wait_forever(), timeout_seconds=0.05)
    assert cancelled.wait(timeout=2)


def test_waiting_on_the_loop_for_the_loop_is_refused():
    async def wait_for_myself():
        loop.wait_for(_running_loop())

    with pytest.raises(RuntimeError, match="use await"):
        loop.wait_for(wait_for_myself())


def test_a_forked_child_starts_its_own_loop():
    loop.wait_for(_running_loop())
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, str(loop.wait_for(_process_id(), timeout_seconds=5)).encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    assert int(os.read(reading, 20)) == child
    os.close(reading)


def test_the_parent_goes_on_after_a_fork():
    before = loop.wait_for(_running_loop())
    child = os.fork()
    if child == 0:
        loop.wait_for(_running_loop(), timeout_seconds=5)
        loop.close()
        os._exit(0)
    os.waitpid(child, 0)
    assert loop.wait_for(_running_loop()) is before


def test_what_is_kept_on_the_loop_is_closed_when_the_process_ends():
    code = (
        "from games.llm import loop\n"
        "async def opened(): pass\n"
        "async def closer(): print('closed')\n"
        "loop.on_close(closer)\n"
        "loop.wait_for(opened())\n"
        "print('ending')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("ending\nclosed\n", "")
