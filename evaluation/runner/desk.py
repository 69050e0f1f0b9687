"""The counter between the event loop and the one thread that speaks to the database.

The loop leaves requests and waits for futures; the thread serves all that lie there together.
"""

import asyncio
import queue
import time
from collections.abc import Callable, Sequence
from concurrent import futures
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

Asked = TypeVar("Asked")
Given = TypeVar("Given")
Service = Callable[[Sequence[Asked]], Sequence[Given | Exception]]


@dataclass(frozen=True)
class _Request:
    service: Service[Any, Any]
    asked: Any
    given: asyncio.Future[Any]


class Desk:
    """gathering_seconds: how long requests are gathered after the first, to be served as one."""

    def __init__(self, *, gathering_seconds: float) -> None:
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._gathering_seconds = gathering_seconds

    async def ask(self, service: Service[Asked, Given], asked: Asked) -> Given:
        """Have the thread do it: `service` takes all that was asked of it meanwhile.

        To be called on the loop. An exception in the place of a result is raised here, for this
        request alone; one that the service raises ends `serve`.
        """
        given: asyncio.Future[Given] = asyncio.get_running_loop().create_future()
        self._requests.put(_Request(service, asked, given))
        return await given

    def serve(
        self, playing: futures.Future[Any], beat: Callable[[], None], *, beat_seconds: float
    ) -> None:
        """Serve requests until what makes them has ended. To be called on the thread.

        beat: called again and again meanwhile, whatever holds up the loop.
        """
        playing.add_done_callback(lambda _: self._requests.put(None))
        next_beat = time.monotonic() + beat_seconds
        ended = False
        while not ended:
            batch, ended = self._batch(next_beat - time.monotonic())
            for service, requests in _by_service(batch).items():
                _hand_out(requests, service([request.asked for request in requests]))
            if time.monotonic() >= next_beat:
                beat()
                next_beat = time.monotonic() + beat_seconds

    def _batch(self, patience_seconds: float) -> tuple[list[_Request], bool]:
        """All requests that lie there, and whether the end is among them.

        Then no request comes any more.
        """
        taken: list[_Request | None] = []
        with suppress(queue.Empty):
            taken.append(self._requests.get(timeout=max(0.0, patience_seconds)))
            if taken[0] is not None:
                time.sleep(self._gathering_seconds)
            while True:
                taken.append(self._requests.get_nowait())
        return [request for request in taken if request is not None], None in taken


def _by_service(batch: Sequence[_Request]) -> dict[Service[Any, Any], list[_Request]]:
    grouped: dict[Service[Any, Any], list[_Request]] = {}
    for request in batch:
        grouped.setdefault(request.service, []).append(request)
    return grouped


def _hand_out(requests: Sequence[_Request], results: Sequence[Any]) -> None:
    """Give every waiting coroutine its result, in one turn of its loop."""

    def hand_out() -> None:
        for request, result in zip(requests, results, strict=True):
            if request.given.done():
                continue
            if isinstance(result, Exception):
                request.given.set_exception(result)
            else:
                request.given.set_result(result)

    requests[0].given.get_loop().call_soon_threadsafe(hand_out)
