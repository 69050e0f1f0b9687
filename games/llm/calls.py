"""What goes on in a model of this process: calls that closing it ends, and its one loading."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

from games.llm.chat import ModelUnavailable

E = TypeVar("E")


class Calls:
    """The calls of one model that are under way. name: of the model."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._closed = False
        self._lock = threading.Lock()
        self._ends: dict[asyncio.Timeout, asyncio.AbstractEventLoop] = {}

    @property
    def closed(self) -> bool:
        return self._closed

    @asynccontextmanager
    async def call(self) -> AsyncIterator[None]:
        """Raises ModelUnavailable where the model is closed, before the call or meanwhile."""
        end = asyncio.timeout(None)
        try:
            async with end:
                self._begin(end)
                try:
                    yield
                finally:
                    del self._ends[end]
        except Exception:
            # Whatever a call ran into, say a socket that is gone, closing was the reason.
            if not self._closed:
                raise
            raise self.gone() from None

    def close(self) -> bool:
        """End every call, from any thread; return whether this was the first time."""
        with self._lock:
            first, self._closed = not self._closed, True
            ends = list(self._ends.items())
        for end, loop in ends:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._expire, end)
        return first

    def gone(self) -> ModelUnavailable:
        return ModelUnavailable(f"{self._name}: the model was closed before it replied.")

    def _begin(self, end: asyncio.Timeout) -> None:
        with self._lock:
            if self._closed:
                raise self.gone()
            self._ends[end] = asyncio.get_running_loop()

    def _expire(self, end: asyncio.Timeout) -> None:
        if end in self._ends and not end.expired():
            end.reschedule(0)


class Loading(Generic[E]):
    """An engine that is loaded once: whoever asks meanwhile shares the attempt and its failure."""

    def __init__(self, load: Callable[[], Awaitable[E]]) -> None:
        self._load = load
        self._attempt: asyncio.Future[E] | None = None

    async def engine(self) -> E:
        """Return the engine, loaded now where it is not; raises what loading it raises."""
        if self._attempt is None or _failed(self._attempt):
            self._attempt = asyncio.ensure_future(self._load())
        return await asyncio.shield(self._attempt)

    def forget(self, engine: E) -> bool:
        """Have the next call load another engine; return whether this one was the newest."""
        attempt = self._attempt
        newest = attempt is not None and _loaded(attempt) and attempt.result() is engine
        if newest:
            self._attempt = None
        return newest


def _failed(attempt: asyncio.Future[E]) -> bool:
    return attempt.done() and not _loaded(attempt)


def _loaded(attempt: asyncio.Future[E]) -> bool:
    return attempt.done() and not attempt.cancelled() and attempt.exception() is None
