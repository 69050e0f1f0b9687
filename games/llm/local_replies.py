"""What passes between the queue of a local model and the engine that answers it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from games.llm.chat import Message, Options, Reply

Request = tuple[str, Options]


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


class Engine(Protocol):
    """A loaded model; one call of `write` at a time."""

    @property
    def context(self) -> int:
        """How many tokens a conversation and its reply may have together."""
        ...

    def prompt(self, messages: Sequence[Message]) -> str: ...

    def count(self, prompt: str) -> int: ...

    def write(self, requests: Sequence[Request]) -> list[Written]:
        """Return one reply a request; all share temperature and seed, and whether they choose."""
        ...
