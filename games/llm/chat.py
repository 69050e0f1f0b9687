"""What every model client takes and gives, whichever server or library stands behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True)
class Message:
    role: Role
    text: str


@dataclass(frozen=True)
class Options:
    """How a reply is sampled.

    max_tokens: limit of the reply, in tokens.
    temperature: 0 takes the likeliest token each time.
    choices: where given, the reply is exactly one of these texts.
    regex: where given, the reply matches it as a whole. At most one of the two.
    top_logprobs: how many log-probabilities of the first token come with the reply; 0 for none.
    """

    max_tokens: int
    temperature: float = 0.0
    choices: tuple[str, ...] = ()
    regex: str = ""
    top_logprobs: int = 0
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.choices and self.regex:
            raise ValueError("A reply is constrained by choices or by a regex, not by both.")


@dataclass(frozen=True)
class Reply:
    """One reply of a model.

    finish_reason: "stop", "length" or what else the server says.
    cached_tokens: of the prompt's tokens those that the server had kept from earlier calls.
    hidden_tokens: of the completion's tokens those that were reasoning and are not in `text`.
    first_logprobs: token text -> natural log-probability of the reply's first token,
        for the most likely ones; empty where the backend gives none.
    """

    text: str
    model: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    hidden_tokens: int = 0
    finish_reason: str = "stop"
    latency_seconds: float = 0.0
    first_logprobs: Mapping[str, float] = field(default_factory=dict)


class ChatModel(Protocol):
    @property
    def name(self) -> str:
        """What the model is called on pages and exports; holds no key and no password."""
        ...

    async def generate(self, messages: Sequence[Message], options: Options) -> Reply:
        """Return the model's reply.

        Raises ModelUnavailable where asking again later may help, ModelRefused where it cannot.
        """
        ...


@dataclass(frozen=True)
class Listing:
    """What a backend says of the models that it has.

    names: of all its models; empty where it lists none.
    context: how many tokens the asked one's context holds, None where it is not said.
    root: the folder or hub name behind the name, "" where it is not said.
    template: its chat template, "" where it is not said.
    """

    names: tuple[str, ...]
    context: int | None = None
    root: str = ""
    template: str = ""


@runtime_checkable
class Listed(Protocol):
    """A model whose backend can be asked what it has."""

    async def listing(self) -> Listing:
        """Raises ModelUnavailable or ModelRefused."""
        ...


class ModelUnavailable(Exception):
    """No reply now (time-out, 429, 5xx, connection lost): ask again later.

    retry_after_seconds: what the server asked for, or None.
    """

    def __init__(self, message: str, retry_after_seconds: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_seconds = retry_after_seconds


class ModelRefused(Exception):
    """The request was rejected for good (401, 402, 404, overflow): someone must fix it.

    status: of the server's answer, None where it was not a server that said no.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status
