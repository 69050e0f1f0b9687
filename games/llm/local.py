"""A transformers model in this process, for one small model on one machine.

The heavy libraries are imported when the first reply is asked for. Requests that
arrive while the model is busy are answered together in the next batch.
"""

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from games.llm.chat import Message, ModelRefused, Options, Reply
from games.llm.conversation import ContextOverflow, fitted
from games.llm.local_replies import Engine, Written
from games.llm.model_names import name_of


@dataclass(frozen=True)
class _Asked:
    prompt: str
    options: Options
    written: asyncio.Future[Written]


class LocalModel:
    """A model of a folder, or of a hub's name where the hub can be reached.

    batch: how many requests are answered together at most.
    threads: of the model's arithmetic; one a process was fastest on small machines.
    engine: what loads the model, in place of transformers.
    One instance belongs to one event loop.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        batch: int = 16,
        threads: int = 1,
        system_role: bool = True,
        alternate: bool = False,
        engine: Callable[[], Engine] | None = None,
    ) -> None:
        self._folder = str(folder)
        self._load = engine or self._torch_engine
        self._batch = batch
        self._threads = threads
        self._shape = {"system_role": system_role, "alternate": alternate}
        self._engine: Engine | None = None
        self._loading = asyncio.Lock()
        self._waiting: list[_Asked] = []
        self._working: asyncio.Task[None] | None = None
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="local-model")

    @property
    def name(self) -> str:
        return name_of(self._folder)

    async def generate(self, messages: Sequence[Message], options: Options) -> Reply:
        """Return the model's reply.

        Raises ContextOverflow for a conversation that is too long, ModelRefused where the
        folder holds no model.
        """
        started = time.monotonic()
        loop = asyncio.get_running_loop()
        engine = await self._loaded()
        prompt = engine.prompt(fitted(messages, **self._shape))
        asked = _Asked(prompt, options, loop.create_future())
        self._require_room(engine, asked)
        self._waiting.append(asked)
        if self._working is None or self._working.done():
            self._working = loop.create_task(self._answer_all(engine))
        written = await asked.written
        return written.reply(self.name, latency_seconds=time.monotonic() - started)

    def close(self) -> None:
        self._worker.shutdown(wait=False, cancel_futures=True)

    async def _loaded(self) -> Engine:
        async with self._loading:
            if self._engine is None:
                loop = asyncio.get_running_loop()
                self._engine = await loop.run_in_executor(self._worker, self._load)
            return self._engine

    def _torch_engine(self) -> Engine:
        os.environ.setdefault("OMP_NUM_THREADS", str(self._threads))
        try:
            from games.llm.local_engine import TorchEngine

            return TorchEngine(self._folder, threads=self._threads)
        except ImportError as error:
            raise ModelRefused(f"{self.name}: {error}; `make models` installs it.") from error
        except (OSError, ValueError, RuntimeError) as error:
            raise ModelRefused(f"{self.name} could not be loaded: {error}") from error

    def _require_room(self, engine: Engine, asked: _Asked) -> None:
        needed = engine.count(asked.prompt) + asked.options.max_tokens
        if needed > engine.context:
            raise ContextOverflow(
                f"{self.name}: {needed} tokens are needed, the context holds {engine.context}."
            )

    async def _answer_all(self, engine: Engine) -> None:
        """Answer what waits, batch by batch, until nothing waits."""
        loop = asyncio.get_running_loop()
        # Requests made in the same turn of the loop join the first batch.
        await asyncio.sleep(0)
        while self._waiting:
            batch = self._next_batch()
            requests = [(asked.prompt, asked.options) for asked in batch]
            done = loop.run_in_executor(self._worker, engine.write, requests)
            await asyncio.wait([done])
            _hand_out(done, batch)

    def _next_batch(self) -> list[_Asked]:
        """Take the oldest request and those that can be answered in one pass with it."""
        first = self._waiting[0]
        alike = [asked for asked in self._waiting if _alike(asked.options, first.options)]
        batch = alike[: self._batch]
        self._waiting = [asked for asked in self._waiting if asked not in batch]
        return batch


def _alike(one: Options, other: Options) -> bool:
    return (bool(one.choices), one.temperature, one.seed) == (
        bool(other.choices),
        other.temperature,
        other.seed,
    )


def _hand_out(done: asyncio.Future[list[Written]], batch: list[_Asked]) -> None:
    """Give each request its reply, or all of them the error that ended the batch."""
    error = done.exception()
    written = [None] * len(batch) if error else done.result()
    for asked, text in zip(batch, written, strict=True):
        if asked.written.done():
            continue
        if error or text is None:
            asked.written.set_exception(error or RuntimeError("The batch gave no reply."))
        else:
            asked.written.set_result(text)
