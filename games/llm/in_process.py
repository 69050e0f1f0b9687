"""The models that this process holds: the same weights once, for however many clients."""

import asyncio
import os
import threading
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from games.llm.chat import Message, ModelUnavailable, Options, Reply
from games.llm.conversation import fitted
from games.llm.served import VLLM_CONTEXT, Backend, ServedModel


class Weights(Protocol):
    """A model that is loaded once it is asked. Any thread may close it, however often."""

    @property
    def name(self) -> str: ...

    async def ready(self) -> None:
        """Load it; raises ModelRefused where that fails, ModelUnavailable where it is closed."""
        ...

    async def generate(self, messages: Sequence[Message], options: Options) -> Reply:
        """Raises ModelUnavailable, also where it is closed meanwhile, or ModelRefused."""
        ...

    def close(self) -> None:
        """End its calls and free its memory; it is not loaded again."""
        ...


class InProcess:
    """One use of a model of this process, until it is closed.

    served: how conversations are shaped for it, and how long one reply may take.
    """

    def __init__(self, weights: Weights, served: ServedModel) -> None:
        self._weights = weights
        self._seconds = served.timeout_seconds
        self._shape = {"system_role": served.system_role, "alternate": served.alternate}

    @property
    def name(self) -> str:
        return self._weights.name

    async def generate(self, messages: Sequence[Message], options: Options) -> Reply:
        """Return the model's reply; the time that loading it takes does not count.

        Raises ModelUnavailable, also for a reply that takes too long, or ModelRefused.
        """
        shaped = fitted(messages, **self._shape)
        await self._weights.ready()
        limit = asyncio.timeout(self._seconds)
        try:
            async with limit:
                return await self._weights.generate(shaped, options)
        except TimeoutError:
            if not limit.expired():
                raise
            late = f"{self.name}: no reply within {self._seconds:g} seconds."
            raise ModelUnavailable(late) from None

    def close(self) -> None:
        """Use the model no more; a second time is harmless. It stays until another needs room."""
        with _lock:
            for held in _held.values():
                held.clients.discard(self)


@dataclass
class _Held:
    weights: Weights
    clients: set[InProcess] = field(default_factory=set)


_lock = threading.Lock()
_held: dict[Hashable, _Held] = {}


def client(served: ServedModel, make: Callable[[], Weights]) -> InProcess:
    """A client of this model, whose weights are made where this process does not hold them.

    Others that nobody uses are closed first: two seldom fit.
    """
    key = _key(served)
    with _lock:
        if key not in _held:
            _close({other for other, held in _held.items() if not held.clients})
            _held[key] = _Held(make())
        held = _held[key]
        made = InProcess(held.weights, served)
        held.clients.add(made)
    return made


def close_all() -> None:
    """Close every model of this process, used or not."""
    with _lock:
        _close(set(_held))


def _close(keys: set[Hashable]) -> None:
    for key in keys:
        _held.pop(key).weights.close()


def _key(served: ServedModel) -> Hashable:
    """What tells loaded weights from others; a folder is the same by every path to it."""
    name = os.path.realpath(served.name) if os.path.isdir(served.name) else served.name
    context = (served.context or VLLM_CONTEXT) if served.backend == Backend.VLLM else None
    return served.backend, name, served.revision, context
