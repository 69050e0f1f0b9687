"""Celery's pool of threads, with a bell: the worker's loop wakes when a task has ended.

Celery's own leaves the loop asleep, for a second at most. With as many messages taken as there are
threads, no other is fetched until then, and a worker of four threads ends four tasks a second
(Celery's issue 6941).
"""

import socket
from concurrent.futures import Future
from typing import Any

from celery.concurrency import thread
from kombu.asynchronous import Hub


class TaskPool(thread.TaskPool):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._heard, self._bell = socket.socketpair()
        self._heard.setblocking(False)
        self._bell.setblocking(False)

    def register_with_event_loop(self, hub: Hub) -> None:
        """Listen for the bell; the loop asks for it anew whenever it has lost its connection."""
        hub.add_reader(self._heard, self._hear)

    def on_apply(self, *args: Any, **kwargs: Any) -> thread.ApplyResult:
        result = super().on_apply(*args, **kwargs)
        result.f.add_done_callback(self._ring)
        return result

    def on_stop(self) -> None:
        super().on_stop()
        self._heard.close()
        self._bell.close()

    def _ring(self, _: Future[Any]) -> None:
        try:
            self._bell.send(b"1")
        except BlockingIOError:
            """It has rung often enough."""
        except OSError:
            """The pool has stopped, and nobody listens."""

    def _hear(self) -> None:
        try:
            self._heard.recv(4096)
        except BlockingIOError:
            """Another turn of the loop has heard it."""
