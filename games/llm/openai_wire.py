"""The OpenAI chat protocol as plain values: requests, replies and refusals."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from games.llm.chat import Listing, Message, ModelRefused, ModelUnavailable, Options, Reply
from games.llm.conversation import ContextOverflow
from games.llm.profiles import Profile

_AGAIN_LATER = frozenset({408, 409, 425, 429})
_OVERFLOW = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|max_model_len"
    r"|maximum model length|context (?:length|size|window)",
    re.IGNORECASE,
)
_OUT_OF_MONEY = re.compile(r"insufficient_quota|billing", re.IGNORECASE)
# What vLLM gives for a token that a constraint rules out.
_RULED_OUT = -9999.0
# What the rows' columns hold.
_NAME_LIMIT, _REASON_LIMIT = 200, 30
# Of tokens in a call: what is more was not counted.
_LARGEST = 10_000_000
MOST_CHARACTERS = 400_000
"""Of a reply's text, its thinking included; what models say at great length is below it."""
_ROOT_LIMIT = 500
LONGEST_WAIT_SECONDS = 3600.0


def request(
    messages: Sequence[Message], options: Options, *, model: str, profile: Profile
) -> dict[str, Any]:
    """Return the request as the profile's service takes it.

    Raises ModelRefused for a constrained reply that the service would not honour.
    """
    if (options.choices or options.regex) and not profile.structured:
        raise ModelRefused(f"{model}: this server is set as taking no constrained replies.")
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": message.role, "content": message.text} for message in messages],
    }
    temperature = profile.sent_temperature(options.temperature)
    if temperature is not None:
        body["temperature"] = temperature
    if options.seed is not None and profile.seed:
        body["seed"] = options.seed
    if options.top_logprobs and profile.logprobs:
        body |= {"logprobs": True, "top_logprobs": options.top_logprobs}
    body |= _constraint(options)
    if profile.effort:
        body["reasoning_effort"] = profile.effort
    body[profile.token_limit_field] = profile.budget(options.max_tokens)
    return body | dict(profile.extra)


def reply(body: Any, model: str, profile: Profile) -> Reply:
    """Return the first choice of a chat completion; raises ModelRefused where there is none."""
    try:
        choice = body["choices"][0]
        text = _text(choice["message"].get("content"))
    except (KeyError, IndexError, TypeError, AttributeError):
        raise ModelRefused(f"{model}: the server's reply holds no choice.") from None
    if len(text) > MOST_CHARACTERS:
        raise ModelRefused(
            f"{model}: a text of {len(text):,} characters, though its tokens were limited; "
            f"{MOST_CHARACTERS:,} at most are taken."
        )
    usage = _mapping(body.get("usage"))
    hidden = _hidden(usage, profile)
    return Reply(
        text=text,
        model=_word(body.get("model"), _NAME_LIMIT) or model,
        prompt_tokens=_count(usage, "prompt_tokens"),
        completion_tokens=_count(usage, "completion_tokens")
        + (hidden if profile.hidden_beside else 0),
        cached_tokens=_cached(usage),
        hidden_tokens=hidden,
        finish_reason=_word(choice.get("finish_reason"), _REASON_LIMIT),
        first_logprobs=_first_logprobs(choice),
    )


def timed(reply: Reply, latency_seconds: float) -> Reply:
    return replace(reply, latency_seconds=latency_seconds)


def require_constraint(reply: Reply, options: Options) -> None:
    """Raise ModelRefused where the server let the model say what the constraint rules out."""
    if reply.finish_reason != "stop" or not (options.choices or options.regex):
        return
    honoured = reply.text in options.choices or (
        options.regex and re.fullmatch(options.regex, reply.text)
    )
    if not honoured:
        wanted = " or ".join(options.choices) or f"a text of the form {options.regex[:200]}"
        raise ModelRefused(
            f"{reply.model}: the server does not honour constrained replies: asked for "
            f"{wanted}, it let through {reply.text[:80]!r}."
        )


def failure(
    status: int, text: str, headers: Mapping[str, str], *, model: str
) -> ModelUnavailable | ModelRefused:
    """Return what a status other than 200 means: ask again later, or someone must fix it."""
    message = f"{model}: {status}: {_said(text)}"
    if status in (400, 413, 422, 500) and _OVERFLOW.search(text):
        return ContextOverflow(message, status)
    if status == 429 and _OUT_OF_MONEY.search(text):
        return ModelRefused(message, status)
    if status in _AGAIN_LATER or status >= 500:
        now = datetime.now(UTC)
        return ModelUnavailable(message, retry_after(headers.get("Retry-After", ""), now=now))
    return ModelRefused(message, status)


def retry_after(value: str, *, now: datetime) -> float | None:
    """Return the seconds that a Retry-After header asks for, given in seconds or as a date.

    At most an hour: who is put off for longer is put off again then.
    """
    if re.fullmatch(r"\d+(?:\.\d+)?", value.strip()):
        return min(float(value), LONGEST_WAIT_SECONDS)
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    aware = when if when.tzinfo else when.replace(tzinfo=UTC)
    return min(max(0.0, (aware - now).total_seconds()), LONGEST_WAIT_SECONDS)


def listing(body: Any, model: str) -> Listing:
    """Return what a list of models says: all names, and of this model its context and root."""
    data = _mapping(body).get("data")
    entries = [_mapping(entry) for entry in (data if isinstance(data, list) else [])]
    names = tuple(name for entry in entries if (name := _word(entry.get("id"), _NAME_LIMIT)))
    ours = next((entry for entry in entries if entry.get("id") == model), {})
    context = _count(ours, "max_model_len") or _count(_mapping(ours.get("meta")), "n_ctx")
    return Listing(names, context=context or None, root=_word(ours.get("root"), _ROOT_LIMIT))


def template(body: Any) -> str:
    """Return the chat template of a server's own description of itself, or ""."""
    found = _mapping(body).get("chat_template")
    return found if isinstance(found, str) else ""


def _constraint(options: Options) -> dict[str, Any]:
    # vLLM ignores the older `guided_choice` without a word.
    if options.choices:
        return {"structured_outputs": {"choice": list(options.choices)}}
    return {"structured_outputs": {"regex": options.regex}} if options.regex else {}


def _text(content: Any) -> str:
    """Return the visible text of a reply whose content is a text, a list of parts, or nothing."""
    if isinstance(content, list):
        parts = [part for part in content if _mapping(part).get("type") == "text"]
        return "".join(str(part.get("text") or "") for part in parts)
    return content if isinstance(content, str) else ""


def _hidden(usage: Mapping[str, Any], profile: Profile) -> int:
    """Return how many tokens of reasoning the service counted."""
    details = _mapping(usage.get("completion_tokens_details"))
    if "reasoning_tokens" in details or not profile.hidden_beside:
        return _count(details, "reasoning_tokens")
    shown = _count(usage, "prompt_tokens") + _count(usage, "completion_tokens")
    return max(0, _count(usage, "total_tokens") - shown)


def _cached(usage: Mapping[str, Any]) -> int:
    details = _mapping(usage.get("prompt_tokens_details"))
    return _count(details, "cached_tokens") or _count(usage, "prompt_cache_hit_tokens")


def _count(values: Mapping[str, Any], name: str) -> int:
    """Return a count of tokens; 0 for what is none, or cannot be one."""
    value = values.get(name)
    return int(value) if isinstance(value, int | float) and 0 <= value <= _LARGEST else 0


def _word(value: Any, limit: int) -> str:
    """Return a short text of the server's for a row; "" for what is none."""
    return value.replace("\0", "")[:limit] if isinstance(value, str) else ""


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _first_logprobs(choice: Mapping[str, Any]) -> dict[str, float]:
    content = _mapping(choice.get("logprobs")).get("content")
    first = _mapping(content[0]) if isinstance(content, list) and content else {}
    others = first.get("top_logprobs")
    found: dict[str, float] = {}
    for entry in map(_mapping, [first, *(others if isinstance(others, list) else [])]):
        token, value = entry.get("token"), entry.get("logprob")
        if isinstance(token, str) and isinstance(value, int | float) and value > _RULED_OUT:
            found[token] = max(value, found.get(token, -math.inf))
    return found


def _said(text: str) -> str:
    """Return the provider's own words out of an error body, at most 500 characters."""
    try:
        error = json.loads(text)
    except (ValueError, RecursionError):
        return text[:500]
    error = error.get("error", error) if isinstance(error, dict) else error
    message = error.get("message", error) if isinstance(error, dict) else error
    return str(message)[:500]
