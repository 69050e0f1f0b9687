"""How many calls are under way at once."""

import asyncio
from collections import deque


class Permits:
    """A cap on what is under way, first come first served; it may change at any time."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.in_use = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def __aenter__(self) -> None:
        if self.in_use < self.limit and not self._waiting:
            self.in_use += 1
            return
        admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(admitted)
        try:
            await admitted
        except asyncio.CancelledError:
            if admitted.done() and not admitted.cancelled():
                self._leave()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._leave()

    def set_limit(self, limit: int) -> None:
        self.limit = limit
        self._admit()

    def _leave(self) -> None:
        self.in_use -= 1
        self._admit()

    def _admit(self) -> None:
        while self._waiting and self.in_use < self.limit:
            admitted = self._waiting.popleft()
            if not admitted.done():
                self.in_use += 1
                admitted.set_result(None)
