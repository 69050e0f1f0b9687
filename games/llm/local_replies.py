"""What passes between the queue of a local model and the engine that answers it."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from games.llm.chat import Message, ModelRefused, ModelUnavailable, Options, Reply

log = logging.getLogger(__name__)
Request = tuple[str, Options]
# The memory, the device, the disk: torch raises RuntimeError for all that CUDA says.
_OF_THE_MACHINE = (RuntimeError, MemoryError, OSError)


@dataclass(frozen=True)
class Written:
    text: str
    prompt_tokens: int
    completion_tokens: int
    finish_reason: str
    first_logprobs: Mapping[str, float] = field(default_factory=dict)

    def reply(self, model: str, *, latency_seconds: float) -> Reply:
        return Reply(
            text=self.text,
            model=model,
            prompt_tokens=self.prompt_tokens,
            completion_tokens=self.completion_tokens,
            finish_reason=self.finish_reason,
            latency_seconds=latency_seconds,
            first_logprobs=self.first_logprobs,
        )


Outcome = Written | ModelUnavailable | ModelRefused


class Engine(Protocol):
    """A loaded model; one call of `write` or `close` at a time."""

    @property
    def context(self) -> int:
        """How many tokens a conversation and its reply may have together."""
        ...

    def prompt(self, messages: Sequence[Message]) -> str:
        """Raises ModelRefused where the model's template takes no such conversation."""
        ...

    def count(self, prompt: str) -> int: ...

    def write(self, requests: Sequence[Request], given_up: Callable[[], bool]) -> Sequence[Written]:
        """Return one reply a request; all share temperature and seed, and whether they choose.

        given_up: whether nobody waits for them any more, so that the rest need not be written.
        """
        ...

    def close(self) -> None:
        """Free its memory."""
        ...


def outcomes(
    engine: Engine, requests: Sequence[Request], given_up: Callable[[], bool], *, name: str
) -> list[Outcome]:
    """Return each request's reply or error.

    Where all of them fail together each half is tried alone, so that a prompt that the model
    cannot take fails by itself, and a batch that is too large for the memory is still answered.
    """
    try:
        return list(engine.write(requests, given_up))
    except Exception as error:
        log.warning("%s: %d prompts at once: %s", name, len(requests), error, exc_info=True)
        failed = _failure(error, name)
    if len(requests) == 1 or given_up():
        return [failed for _ in requests]
    half = len(requests) // 2
    return [
        *outcomes(engine, requests[:half], given_up, name=name),
        *outcomes(engine, requests[half:], given_up, name=name),
    ]


def _failure(error: Exception, name: str) -> ModelUnavailable | ModelRefused:
    """The error without its frames, which hold what the failed batch had in memory."""
    said = f"{name}: {error or type(error).__name__}"
    return ModelUnavailable(said) if isinstance(error, _OF_THE_MACHINE) else ModelRefused(said)
