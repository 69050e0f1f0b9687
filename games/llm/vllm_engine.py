"""vLLM in this process, for a worker that owns a GPU (requirements/gpu.txt).

vLLM starts processes of its own, which a forked pool child may not: such a
worker runs with `--pool solo`. It is imported when the first reply is asked for.
"""

import asyncio
import atexit
import math
import time
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from games.llm.chat import Message, ModelRefused, ModelUnavailable, Options, Reply
from games.llm.conversation import ContextOverflow, fitted
from games.llm.model_names import name_of


class VLLMEngine:
    """A model of a folder, or of a hub's name where the hub can be reached.

    context: the longest conversation with its reply, in tokens.
    extra: further engine arguments, as {"gpu_memory_utilization": 0.8}.
    One instance belongs to one event loop.
    """

    def __init__(
        self,
        folder: str,
        *,
        context: int = 8192,
        system_role: bool = True,
        alternate: bool = False,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self._folder = folder
        self._context = context
        self._shape = {"system_role": system_role, "alternate": alternate}
        self._extra = dict(extra or {})
        self._numbers = count(1)
        self._engine: Any = None
        self._starting = asyncio.Lock()

    @property
    def name(self) -> str:
        return name_of(self._folder)

    async def generate(self, messages: Sequence[Message], options: Options) -> Reply:
        """Return the model's reply.

        Raises ContextOverflow, ModelRefused for arguments that vLLM rejects, and
        ModelUnavailable when the engine died; the next call starts another.
        """
        try:
            from vllm.exceptions import VLLMClientError, VLLMServerError
        except ImportError as error:
            raise ModelRefused(
                f"{self.name}: {error}; this worker needs requirements/gpu.txt."
            ) from error
        started = time.monotonic()
        engine = await self._started()
        prompt = self._prompt(engine, messages, options)
        try:
            output = await self._last_output(engine, prompt, options)
        except (VLLMClientError, ValueError) as error:
            raise ModelRefused(f"{self.name}: {error}") from error
        except VLLMServerError as error:
            self._let_go_if_dead(engine)
            raise ModelUnavailable(f"{self.name}: {error}") from error
        return self._reply(output, latency_seconds=time.monotonic() - started)

    def close(self) -> None:
        """Stop the engine's processes and free the GPU; the next call starts them again."""
        if self._engine is not None:
            self._engine.shutdown()
        self._engine = None

    def _let_go_if_dead(self, engine: Any) -> None:
        """Have the next call start another engine, unless one was started in its place already."""
        if engine.errored and self._engine is engine:
            self._engine = None
            engine.shutdown()

    async def _started(self) -> Any:
        async with self._starting:
            if self._engine is None:
                self._engine = self._start()
                # Ahead of multiprocessing's own handler, which waits for the engine to end.
                atexit.register(self.close)
            return self._engine

    def _start(self) -> Any:
        from vllm import AsyncEngineArgs
        from vllm.v1.engine.async_llm import AsyncLLM

        arguments = AsyncEngineArgs(model=self._folder, max_model_len=self._context, **self._extra)
        try:
            return AsyncLLM.from_engine_args(arguments)
        # vLLM says of an engine that died while it started, say for want of memory, RuntimeError.
        except (OSError, ValueError, RuntimeError) as error:
            raise ModelRefused(f"{self.name} could not be loaded: {error}") from error

    def _prompt(self, engine: Any, messages: Sequence[Message], options: Options) -> Any:
        from vllm import TokensPrompt

        tokenizer = engine.get_tokenizer()
        turns = [
            {"role": message.role, "content": message.text}
            for message in fitted(messages, **self._shape)
        ]
        text = tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True)
        tokens = tokenizer.encode(text, add_special_tokens=False)
        needed = len(tokens) + options.max_tokens
        if needed > self._context:
            raise ContextOverflow(
                f"{self.name}: {needed} tokens are needed, the context holds {self._context}."
            )
        return TokensPrompt(prompt_token_ids=tokens)

    async def _last_output(self, engine: Any, prompt: Any, options: Options) -> Any:
        number = f"{id(self)}-{next(self._numbers)}"
        outputs = [out async for out in engine.generate(prompt, _sampling(options), number)]
        if not outputs:
            raise ModelUnavailable(f"{self.name}: the engine gave no reply.")
        return outputs[-1]

    def _reply(self, output: Any, *, latency_seconds: float) -> Reply:
        first = output.outputs[0]
        return Reply(
            text=first.text,
            model=self.name,
            prompt_tokens=len(output.prompt_token_ids),
            completion_tokens=len(first.token_ids),
            finish_reason=first.finish_reason or "",
            latency_seconds=latency_seconds,
            first_logprobs=_first_logprobs(first.logprobs),
        )


def _sampling(options: Options) -> Any:
    from vllm.sampling_params import RequestOutputKind, SamplingParams, StructuredOutputsParams

    constrained = None
    if options.choices:
        constrained = StructuredOutputsParams(choice=list(options.choices))
    if options.regex:
        constrained = StructuredOutputsParams(regex=options.regex)
    return SamplingParams(
        max_tokens=options.max_tokens,
        temperature=options.temperature,
        seed=options.seed,
        logprobs=options.top_logprobs or None,
        structured_outputs=constrained,
        output_kind=RequestOutputKind.FINAL_ONLY,
    )


def _first_logprobs(logprobs: Any) -> dict[str, float]:
    if not logprobs:
        return {}
    return {
        entry.decoded_token or "": entry.logprob
        for entry in logprobs[0].values()
        if entry.logprob > -math.inf
    }
