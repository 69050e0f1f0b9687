"""The OpenAI chat protocol as plain values: requests, replies and refusals."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from games.llm.chat import Message, ModelRefused, ModelUnavailable, Options, Reply
from games.llm.conversation import ContextOverflow

_AGAIN_LATER = frozenset({408, 409, 425, 429})
_OVERFLOW = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|max_model_len"
    r"|maximum model length|context (?:length|size|window)",
    re.IGNORECASE,
)
_OUT_OF_MONEY = re.compile(r"insufficient_quota|billing", re.IGNORECASE)
# What vLLM gives for a token that a constraint rules out.
_RULED_OUT = -9999.0


def request(messages: Sequence[Message], options: Options, *, model: str) -> dict[str, Any]:
    """Return the request without its token limit, which services name differently."""
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": message.role, "content": message.text} for message in messages],
        "temperature": options.temperature,
    }
    if options.seed is not None:
        body["seed"] = options.seed
    if options.top_logprobs:
        body |= {"logprobs": True, "top_logprobs": options.top_logprobs}
    if options.choices:
        # vLLM ignores the older `guided_choice` without a word.
        body["structured_outputs"] = {"choice": list(options.choices)}
    if options.regex:
        body["structured_outputs"] = {"regex": options.regex}
    return body


def reply(body: Any, model: str) -> Reply:
    """Return the first choice of a chat completion; raises ModelRefused where there is none."""
    try:
        choice = body["choices"][0]
        text = choice["message"].get("content") or ""
    except (KeyError, IndexError, TypeError, AttributeError):
        raise ModelRefused(f"{model}: the server's reply holds no choice.") from None
    usage = body.get("usage") or {}
    return Reply(
        text=text,
        model=body.get("model") or model,
        prompt_tokens=usage.get("prompt_tokens") or 0,
        completion_tokens=usage.get("completion_tokens") or 0,
        finish_reason=choice.get("finish_reason") or "",
        first_logprobs=_first_logprobs(choice),
    )


def timed(reply: Reply, latency_seconds: float) -> Reply:
    return replace(reply, latency_seconds=latency_seconds)


def require_choice(reply: Reply, options: Options) -> None:
    """Raise ModelRefused where the server let the model say something else than a choice."""
    if options.choices and reply.finish_reason == "stop" and reply.text not in options.choices:
        raise ModelRefused(
            f"{reply.model}: the server does not honour constrained replies: asked for "
            f"{' or '.join(options.choices)}, it let through {reply.text[:80]!r}."
        )


def failure(
    status: int, text: str, headers: Mapping[str, str], *, model: str
) -> ModelUnavailable | ModelRefused:
    """Return what a status other than 200 means: ask again later, or someone must fix it."""
    message = f"{model}: {status}: {_said(text)}"
    if status in (400, 413, 422, 500) and _OVERFLOW.search(text):
        return ContextOverflow(message)
    if status == 429 and _OUT_OF_MONEY.search(text):
        return ModelRefused(message)
    if status in _AGAIN_LATER or status >= 500:
        now = datetime.now(UTC)
        return ModelUnavailable(message, retry_after(headers.get("Retry-After", ""), now=now))
    return ModelRefused(message)


def retry_after(value: str, *, now: datetime) -> float | None:
    """Return the seconds that a Retry-After header asks for, given in seconds or as a date."""
    if re.fullmatch(r"\d+(?:\.\d+)?", value.strip()):
        return float(value)
    try:
        when = parsedate_to_datetime(value)
    except ValueError:
        return None
    aware = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())


def context_limit(body: Any, model: str) -> int | None:
    """Return `max_model_len` of the model in a list of models, or None."""
    entries = body.get("data") if isinstance(body, dict) else None
    for entry in entries or []:
        if entry.get("id") == model and entry.get("max_model_len"):
            return int(entry["max_model_len"])
    return None


def _first_logprobs(choice: Mapping[str, Any]) -> dict[str, float]:
    content = (choice.get("logprobs") or {}).get("content") or []
    if not content:
        return {}
    found: dict[str, float] = {}
    for entry in [content[0], *(content[0].get("top_logprobs") or [])]:
        if entry["logprob"] > _RULED_OUT:
            found[entry["token"]] = max(entry["logprob"], found.get(entry["token"], -math.inf))
    return found


def _said(text: str) -> str:
    """Return the provider's own words out of an error body, at most 500 characters."""
    try:
        error = json.loads(text)
    except json.JSONDecodeError:
        return text[:500]
    error = error.get("error", error) if isinstance(error, dict) else error
    message = error.get("message", error) if isinstance(error, dict) else error
    return str(message)[:500]
