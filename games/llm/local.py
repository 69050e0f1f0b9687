"""A transformers model in this process, for one small model on one machine.

The heavy libraries are imported when the first reply is asked for. Requests that
arrive while the model is busy are answered together in the next batch.
"""

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from games.llm.calls import Calls, Loading
from games.llm.chat import Message, ModelRefused, ModelUnavailable, Options, Reply
from games.llm.conversation import ContextOverflow
from games.llm.local_replies import Engine, Outcome, Written, outcomes
from games.llm.model_names import name_of

T = TypeVar("T")


@dataclass(frozen=True)
class _Asked:
    prompt: str
    options: Options
    written: asyncio.Future[Written]


class LocalModel:
    """A model of a folder, or of a hub's name where the hub can be reached.

    revision: of a hub's model, "" for its newest.
    batch: how many requests are answered together at most.
    threads: of the model's arithmetic; one a process was fastest on small machines.
    engine: what loads the model, in place of transformers.
    One instance belongs to one event loop; any thread may close it.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        revision: str = "",
        batch: int = 16,
        threads: int = 1,
        engine: Callable[[], Engine] | None = None,
    ) -> None:
        self.name = name_of(str(folder), revision)
        self._folder = str(folder)
        self._revision = revision
        self._load = engine or self._torch_engine
        self._batch = batch
        self._threads = threads
        self._engine: Engine | None = None
        self._loading = Loading(self._loaded)
        self._calls = Calls(self.name)
        self._waiting: list[_Asked] = []
        self._working: asyncio.Task[None] | None = None
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="local-model")

    async def ready(self) -> None:
        """Load the model; raises ModelRefused where the folder holds none."""
        async with self._calls.call():
            await self._loading.engine()

    async def generate(self, messages: Sequence[Message], options: Options) -> Reply:
        """Return the model's reply.

        Raises ContextOverflow for a conversation that is too long, ModelRefused where the folder
        holds no model or the model cannot take this prompt, and ModelUnavailable where the machine
        failed (no memory, a device's error) or the model was closed.
        """
        started = time.monotonic()
        async with self._calls.call():
            engine = await self._loading.engine()
            asked = self._asked(engine, messages, options)
            self._waiting.append(asked)
            if self._working is None or self._working.done():
                self._working = asyncio.create_task(self._answer_all(engine))
            written = await asked.written
        return written.reply(self.name, latency_seconds=time.monotonic() - started)

    def close(self) -> None:
        """End all calls and free the memory once the model's thread is through with its token."""
        if self._calls.close():
            self._worker.submit(self._free)
            self._worker.shutdown(wait=False)

    async def _loaded(self) -> Engine:
        return await self._in_worker(self._keep_loaded)

    def _keep_loaded(self) -> Engine:
        self._engine = self._load()
        return self._engine

    def _free(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _torch_engine(self) -> Engine:
        os.environ.setdefault("OMP_NUM_THREADS", str(self._threads))
        try:
            from games.llm.local_engine import TorchEngine

            return TorchEngine(self._folder, revision=self._revision, threads=self._threads)
        except ImportError as error:
            raise ModelRefused(f"{self.name}: {error}; `make models` installs it.") from error
        except (OSError, ValueError, RuntimeError) as error:
            raise ModelRefused(f"{self.name} could not be loaded: {error}") from error

    def _asked(self, engine: Engine, messages: Sequence[Message], options: Options) -> _Asked:
        prompt = engine.prompt(messages)
        needed = engine.count(prompt) + options.max_tokens
        if needed > engine.context:
            raise ContextOverflow(
                f"{self.name}: {needed} tokens are needed, the context holds {engine.context}."
            )
        return _Asked(prompt, options, asyncio.get_running_loop().create_future())

    async def _answer_all(self, engine: Engine) -> None:
        """Answer what waits, batch by batch, until nothing waits."""
        # Requests made in the same turn of the loop join the first batch.
        await asyncio.sleep(0)
        with suppress(ModelUnavailable):  # Closing the model has ended these calls.
            while batch := self._next_batch():
                _hand_out(await self._in_worker(partial(self._outcomes, engine, batch)), batch)

    def _outcomes(self, engine: Engine, batch: Sequence[_Asked]) -> list[Outcome]:
        requests = [(asked.prompt, asked.options) for asked in batch]
        return outcomes(engine, requests, partial(_given_up, batch), name=self.name)

    async def _in_worker(self, work: Callable[[], T]) -> T:
        """What the model's thread makes of it; raises ModelUnavailable where that has ended."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._worker, work)
        except RuntimeError:
            if self._calls.closed:
                raise self._calls.gone() from None
            raise

    def _next_batch(self) -> list[_Asked]:
        """Take the oldest request that somebody waits for, and those that fit in one pass."""
        wanted = [asked for asked in self._waiting if not asked.written.done()]
        batch = [asked for asked in wanted if _alike(asked.options, wanted[0].options)]
        batch = batch[: self._batch]
        self._waiting = [asked for asked in wanted if asked not in batch]
        return batch


def _alike(one: Options, other: Options) -> bool:
    return (bool(one.choices), one.temperature, one.seed) == (
        bool(other.choices),
        other.temperature,
        other.seed,
    )


def _given_up(batch: Sequence[_Asked]) -> bool:
    return all(asked.written.done() for asked in batch)


def _hand_out(found: Sequence[Outcome], batch: Sequence[_Asked]) -> None:
    """Give each request that is still waited for its reply or its error."""
    for asked, outcome in zip(batch, found, strict=True):
        if asked.written.done():
            continue
        if isinstance(outcome, Written):
            asked.written.set_result(outcome)
        else:
            asked.written.set_exception(outcome)
