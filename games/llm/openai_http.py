"""Any server that speaks the OpenAI chat protocol: vLLM, llama.cpp, hosted services."""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

import aiohttp

from games.llm import openai_wire
from games.llm.chat import Listing, Message, ModelRefused, ModelUnavailable, Options, Reply
from games.llm.conversation import fitted
from games.llm.loop import on_close
from games.llm.profiles import VLLM, Profile

_sessions: WeakKeyDictionary[asyncio.AbstractEventLoop, aiohttp.ClientSession] = WeakKeyDictionary()

MOST_BYTES = 4_000_000
"""Of what a server sends at once; a list of models of a large service has some hundred thousand."""


class OpenAIHTTP:
    """One model on one server.

    base_url: up to and with the version, as in http://127.0.0.1:8000/v1.
    api_key: sent as a bearer token, and taken out of every error text.
    system_role, alternate: see games.llm.conversation.fitted.
    profile: what the service takes; where it honours no constrained replies, one raises
        ModelRefused instead of going unconstrained.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key: str = "",
        *,
        timeout_seconds: float = 60.0,
        system_role: bool = True,
        alternate: bool = False,
        profile: Profile = VLLM,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._model = model
        self._api_key = api_key
        self._timeout = aiohttp.ClientTimeout(total=timeout_seconds)
        self._shape = {"system_role": system_role, "alternate": alternate}
        self._profile = profile

    @property
    def name(self) -> str:
        return self._model

    async def generate(self, messages: Sequence[Message], options: Options) -> Reply:
        """Return the server's reply.

        Raises ModelUnavailable or ModelRefused; ContextOverflow, a ModelRefused,
        where the conversation does not fit.
        """
        started = time.monotonic()
        status, headers, text = await self._send(
            "POST", "/chat/completions", self._body(messages, options)
        )
        if status != 200:
            raise openai_wire.failure(status, text, headers, model=self._model)
        reply = openai_wire.reply(self._said(text), self._model, self._profile)
        openai_wire.require_constraint(reply, options)
        return openai_wire.timed(reply, time.monotonic() - started)

    async def listing(self) -> Listing:
        """Return what the server says of its models; raises what generate raises."""
        listed = openai_wire.listing(await self._described("/models"), self._model)
        return replace(listed, template=await self._template())

    def _body(self, messages: Sequence[Message], options: Options) -> dict[str, Any]:
        shaped = fitted(messages, **self._shape)
        return openai_wire.request(shaped, options, model=self._model, profile=self._profile)

    async def _template(self) -> str:
        """Return the chat template where the server tells it; not every one does."""
        if not self._profile.template_path:
            return ""
        root = self._base_url.removesuffix("/v1")
        try:
            described = await self._described(self._profile.template_path, at=root)
        except (ModelRefused, ModelUnavailable):
            return ""
        return openai_wire.template(described)

    async def _described(self, path: str, at: str = "") -> Any:
        status, headers, text = await self._send("GET", path, at=at)
        if status != 200:
            raise openai_wire.failure(status, text, headers, model=self._model)
        return self._decoded(text)

    def _said(self, text: str) -> Any:
        """Return a reply's body; one that is cut off or a proxy's page may come whole again."""
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise ModelUnavailable(self._no_json(text)) from None

    def _decoded(self, text: str) -> Any:
        """Return what a server says of itself."""
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise ModelRefused(self._no_json(text)) from None

    def _no_json(self, text: str) -> str:
        return f"{self._model}: the server's reply is no JSON: {text[:200]}"

    async def _send(
        self, method: str, path: str, body: dict[str, Any] | None = None, *, at: str = ""
    ) -> tuple[int, Mapping[str, str], str]:
        try:
            async with _session().request(
                method,
                (at or self._base_url) + path,
                json=body,
                headers=self._headers(),
                timeout=self._timeout,
                allow_redirects=False,
            ) as response:
                text = await self._text(response)
                return response.status, response.headers, self._without_key(text)
        except TimeoutError:
            limit = self._timeout.total
            raise ModelUnavailable(f"{self._model}: no reply within {limit:g} seconds.") from None
        except (aiohttp.InvalidURL, aiohttp.ClientConnectorCertificateError) as error:
            raise ModelRefused(f"{self._model}: {self._without_key(str(error))}") from None
        except aiohttp.ClientError as error:
            reason = self._without_key(str(error)) or type(error).__name__
            raise ModelUnavailable(f"{self._model}: connection lost: {reason}") from None

    async def _text(self, response: aiohttp.ClientResponse) -> str:
        pieces: list[bytes] = []
        size = 0
        async for piece in response.content.iter_any():
            pieces.append(piece)
            size += len(piece)
            if size > MOST_BYTES:
                raise ModelRefused(f"{self._model}: a reply of more than {MOST_BYTES:,} bytes.")
        return b"".join(pieces).decode("utf-8", errors="replace")

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._api_key}"} if self._api_key else {}

    def _without_key(self, text: str) -> str:
        return text.replace(self._api_key, "[key]") if self._api_key else text


async def close() -> None:
    """Close the session of the running loop; the next call opens a new one."""
    session = _sessions.pop(asyncio.get_running_loop(), None)
    if session is not None:
        await session.close()
        # Sockets are let go on the loop's next turn, not within close().
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(0)


def _session() -> aiohttp.ClientSession:
    loop = asyncio.get_running_loop()
    session = _sessions.get(loop)
    if session is None or session.closed:
        # The callers bound the calls in flight; aiohttp's own limit of 100 would queue them.
        connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=30)
        session = _sessions[loop] = aiohttp.ClientSession(connector=connector)
    return session


on_close(close)
