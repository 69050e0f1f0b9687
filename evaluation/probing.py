"""Calls of a model that is tried out: patient where it is busy, plain where it refuses."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from evaluation.checked import Check, Stopped, failed
from games.llm.chat import ChatModel, Message, ModelRefused, ModelUnavailable, Options, Reply
from games.llm.conversation import ContextOverflow, fold_system

log = logging.getLogger(__name__)
T = TypeVar("T")

Pause = Callable[[float], Awaitable[None]]
Heard = Callable[[Reply], None]
PAUSES_SECONDS = (1.0, 2.0, 5.0, 10.0, 30.0)
LONGEST_PAUSE_SECONDS = 60.0
_CORRECTED = (
    "Launch a corrected copy with another Name of the model (model.name) or Address of the server "
    "(model.address)."
)
_REFUSALS = {
    401: ("key", "The server does not accept the key.", "Set the variable of model.key_variable."),
    402: ("key", "The account behind the key is out of money.", "Pay, then resume the run."),
    403: ("key", "The key may not use this model.", "Set another key, or name another model."),
    404: ("model", "The server has no model of this name.", _CORRECTED),
}


@dataclass
class Probe:
    """max_tokens, temperature: of a reply as the run asks for it. address: of the model's server.

    system_role: whether the model's template knows one, as far as it was found.
    heard: is told each reply, for it was paid whatever becomes of the pre-flight.
    """

    model: ChatModel
    max_tokens: int
    temperature: float
    address: str = ""
    pause: Pause = asyncio.sleep
    system_role: bool = True
    heard: Heard | None = None

    async def ask(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 0,
        regex: str = "",
        logprobs: int = 0,
    ) -> Reply:
        """Return a reply as the run would get it; raises ModelRefused, Stopped."""
        options = Options(
            max_tokens=max_tokens or self.max_tokens,
            temperature=self.temperature,
            regex=regex,
            top_logprobs=logprobs,
        )
        told = list(messages) if self.system_role else fold_system(messages)
        reply = await self.patiently(lambda: self.model.generate(told, options))
        if self.heard:
            self.heard(reply)
        return reply

    async def patiently(self, call: Callable[[], Awaitable[T]]) -> T:
        """Return what the call gives, tried again while the server is busy; raises Stopped."""
        for seconds in (*PAUSES_SECONDS, None):
            try:
                return await call()
            except ModelUnavailable as unavailable:
                log.warning("pre-flight of %s: %s", self.model.name, unavailable)
                if seconds is None:
                    break
                asked = unavailable.retry_after_seconds or 0.0
                await self.pause(min(max(seconds, asked), LONGEST_PAUSE_SECONDS))
        raise Stopped(_silent(self.address))

    def log(self, about: str, refused: Exception) -> None:
        log.warning("pre-flight of %s: %s: %s", self.model.name, about, refused)


def _silent(address: str) -> Check:
    """What it means that all tries failed. address: "" of a model in the worker's process."""
    tries = len(PAUSES_SECONDS) + 1
    if not address:
        return failed(
            "reply",
            f"The model gave no reply: {tries} tries failed.",
            "Read in the worker's log why: it may lack memory, or need a longer "
            "model.timeout_seconds. Then resume the run.",
        )
    return failed(
        "server",
        f"No server gives a usable answer at {address}: {tries} tries failed.",
        "Start it and try the run out again; where the address is wrong, launch a corrected copy "
        "(Address of the server, model.address).",
    )


def refusal(refused: ModelRefused) -> Check:
    """What a refusal means, without the provider's words."""
    if isinstance(refused, ContextOverflow):
        return failed(
            "context",
            "The opening of a game is longer than the model's context.",
            "Start the server with a larger context.",
        )
    if refused.status in _REFUSALS:
        return failed(*_REFUSALS[refused.status])
    number = f" (status {refused.status})" if refused.status else ""
    return failed(
        "reply",
        f"The model refuses the opening of a game{number}.",
        "Read what it says in the worker's log; the profile may not be the right one.",
    )


def final(refused: ModelRefused) -> bool:
    """Whether the refusal has a cause that another form of the conversation cannot mend."""
    return refused.status in _REFUSALS or isinstance(refused, ContextOverflow)
