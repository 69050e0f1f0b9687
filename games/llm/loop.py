"""The one event loop of this process, on a thread of its own, for synchronous callers.

HTTP sessions and model queues live on it from one call to the next, which a new
loop for each call would not let them. A forked child starts its own.
"""

import asyncio
import atexit
import os
import threading
from collections.abc import Callable, Coroutine
from concurrent import futures
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")
STOP_SECONDS = 5


@dataclass(frozen=True)
class _Running:
    loop: asyncio.AbstractEventLoop
    thread: threading.Thread
    process_id: int


_lock = threading.Lock()
_running: _Running | None = None
# A parent's loop is kept, unused: closing it here would unregister the parent's sockets.
_inherited: list[_Running] = []
_closers: list[Callable[[], Coroutine[Any, Any, None]]] = []


def wait_for(coroutine: Coroutine[Any, Any, T], timeout_seconds: float | None = None) -> T:
    """Run the coroutine on this process's loop and return its result.

    It is cancelled when the wait ends first: TimeoutError after timeout_seconds,
    or an interrupt of the waiting thread.
    Raises RuntimeError when called from the loop itself, which would wait forever.
    """
    running = _start()
    if threading.current_thread() is running.thread:
        coroutine.close()
        raise RuntimeError("wait_for was called on the loop that it would wait for: use await.")
    future = begin(coroutine)
    try:
        return future.result(timeout_seconds)
    finally:
        future.cancel()


def begin(coroutine: Coroutine[Any, Any, T]) -> futures.Future[T]:
    """Begin to run the coroutine on this process's loop; cancelling the future cancels it."""
    return asyncio.run_coroutine_threadsafe(coroutine, _start().loop)


def on_close(closer: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Have the loop run this when it is closed, or when the process ends."""
    _closers.append(closer)


def close() -> None:
    """Cancel what still runs and stop the loop; the next wait_for starts a new one.

    It waits STOP_SECONDS at most: no call that hangs may keep a process from ending.
    """
    global _running
    with _lock:
        running, _running = _running, None
    if running is None or running.process_id != os.getpid():
        return
    running.loop.call_soon_threadsafe(running.loop.stop)
    running.thread.join(STOP_SECONDS)


def _start() -> _Running:
    global _running
    with _lock:
        if _running is None:
            _running = _launch()
        return _running


def _launch() -> _Running:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=_run, args=(loop,), name="model-calls", daemon=True)
    thread.start()
    return _Running(loop, thread, os.getpid())


def _run(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    loop.run_forever()
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
    for closer in _closers:
        loop.run_until_complete(closer())
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()


def _forget_after_fork() -> None:
    global _lock, _running
    _lock = threading.Lock()
    if _running is not None:
        _inherited.append(_running)
    _running = None


os.register_at_fork(after_in_child=_forget_after_fork)
atexit.register(close)
