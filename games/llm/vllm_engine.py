"""vLLM in this process, for a worker that owns a GPU (requirements/gpu.txt).

vLLM starts processes of its own, which a forked pool child may not: such a
worker runs with `--pool solo`. It is imported when the first reply is asked for.
"""

import atexit
import math
import time
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from games.llm.calls import Calls, Loading
from games.llm.chat import Message, ModelRefused, ModelUnavailable, Options, Reply
from games.llm.conversation import ContextOverflow
from games.llm.model_names import name_of

# How vLLM ends a request whose text is not what the model would have said.
_UNFINISHED = ("abort", "error")


class VLLMEngine:
    """A model of a folder, or of a hub's name where the hub can be reached.

    revision: of a hub's model, "" for its newest.
    context: the longest conversation with its reply, in tokens.
    extra: further engine arguments, as {"gpu_memory_utilization": 0.8}.
    One instance belongs to one event loop; any thread may close it.
    """

    def __init__(
        self,
        folder: str,
        *,
        revision: str = "",
        context: int = 8192,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = name_of(folder, revision)
        self._folder = folder
        self._revision = revision
        self._context = context
        self._extra = dict(extra or {})
        self._numbers = count(1)
        self._engine: Any = None
        self._loading: Loading[Any] = Loading(self._started)
        self._calls = Calls(self.name)

    async def ready(self) -> None:
        """Start the engine; raises ModelRefused where that fails."""
        async with self._calls.call():
            await self._loading.engine()

    async def generate(self, messages: Sequence[Message], options: Options) -> Reply:
        """Return the model's reply.

        Raises ContextOverflow, ModelRefused for what vLLM or the model's template rejects, and
        ModelUnavailable when the engine failed or was closed; after its death the next call
        starts another.
        """
        started = time.monotonic()
        async with self._calls.call():
            engine = await self._loading.engine()
            prompt = self._prompt(engine, messages, options)
            output = await self._output(engine, prompt, options)
        return self._reply(output, latency_seconds=time.monotonic() - started)

    def close(self) -> None:
        """End all calls, stop the engine's processes and free the GPU."""
        if self._calls.close():
            self._stop()

    def _stop(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.shutdown()

    async def _started(self) -> Any:
        self._engine = self._start()
        # Ahead of multiprocessing's own handler, which waits for the engine to end.
        atexit.register(self.close)
        if self._calls.closed:
            self._stop()
            raise self._calls.gone()
        return self._engine

    def _start(self) -> Any:
        try:
            from vllm import AsyncEngineArgs
            from vllm.v1.engine.async_llm import AsyncLLM
        except ImportError as error:
            raise ModelRefused(
                f"{self.name}: {error}; this worker needs requirements/gpu.txt."
            ) from error
        given = {"model": self._folder, "max_model_len": self._context, **self._extra}
        if self._revision:
            given |= {"revision": self._revision, "tokenizer_revision": self._revision}
        try:
            return AsyncLLM.from_engine_args(AsyncEngineArgs(**given))
        # vLLM says of an engine that died while it started, say for want of memory, RuntimeError.
        except (OSError, ValueError, RuntimeError) as error:
            raise ModelRefused(f"{self.name} could not be loaded: {error}") from error

    def _prompt(self, engine: Any, messages: Sequence[Message], options: Options) -> Any:
        from jinja2 import TemplateError
        from vllm import TokensPrompt

        tokenizer = engine.get_tokenizer()
        turns = [{"role": message.role, "content": message.text} for message in messages]
        try:
            text = tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True)
        except TemplateError as error:
            raise ModelRefused(f"{self.name}: its chat template: {error}") from error
        tokens = tokenizer.encode(text, add_special_tokens=False)
        needed = len(tokens) + options.max_tokens
        if needed > self._context:
            raise ContextOverflow(
                f"{self.name}: {needed} tokens are needed, the context holds {self._context}."
            )
        return TokensPrompt(prompt_token_ids=tokens)

    async def _output(self, engine: Any, prompt: Any, options: Options) -> Any:
        from vllm.exceptions import VLLMClientError, VLLMError

        try:
            return await self._last_output(engine, prompt, options)
        except (VLLMClientError, ValueError) as error:
            raise ModelRefused(f"{self.name}: {error}") from error
        except VLLMError as error:
            self._let_go_if_dead(engine)
            raise ModelUnavailable(f"{self.name}: {error}") from error

    async def _last_output(self, engine: Any, prompt: Any, options: Options) -> Any:
        number = f"{id(self)}-{next(self._numbers)}"
        outputs = [out async for out in engine.generate(prompt, _sampling(options), number)]
        if not outputs or outputs[-1].outputs[0].finish_reason in _UNFINISHED:
            raise ModelUnavailable(f"{self.name}: the engine gave no whole reply.")
        return outputs[-1]

    def _let_go_if_dead(self, engine: Any) -> None:
        """Have the next call start another engine, unless one was started in its place already."""
        if engine.errored and self._loading.forget(engine):
            self._stop()

    def _reply(self, output: Any, *, latency_seconds: float) -> Reply:
        first = output.outputs[0]
        return Reply(
            text=first.text,
            model=self.name,
            prompt_tokens=len(output.prompt_token_ids),
            completion_tokens=len(first.token_ids),
            cached_tokens=output.num_cached_tokens or 0,
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
