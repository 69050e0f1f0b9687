"""Which server a key may be sent to: variables that hold keys, each bound to its origins."""

import re
from collections.abc import Mapping, Sequence

from yarl import URL

VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{1,63}")
# Of the services that a profile is named for, and of one's own server where it listens by default.
USUAL = (
    "OPENAI_API_KEY=api.openai.com",
    "GEMINI_API_KEY=generativelanguage.googleapis.com",
    "MINIMAX_API_KEY=api.minimax.io",
    "DEEPSEEK_API_KEY=api.deepseek.com",
    "VLLM_API_KEY=http://127.0.0.1:8000",
    "LLAMA_API_KEY=http://127.0.0.1:8080",
)

Allowed = Mapping[str, Sequence[str]]


def read(entries: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return variable -> origins of such entries as OPENAI_API_KEY=api.openai.com.

    A host alone is asked over https; a variable may stand in several entries.
    Raises ValueError for anything else. It does not repeat what may be a key by mistake.
    """
    found: dict[str, tuple[str, ...]] = {}
    for number, entry in enumerate(entries, start=1):
        variable, _, host = (part.strip() for part in entry.partition("="))
        if not VARIABLE.fullmatch(variable):
            raise ValueError(f"entry {number} does not begin with a variable in capitals and =")
        found[variable] = (*found.get(variable, ()), _origin_alone(variable, host))
    return found


def origin_of(address: str) -> str:
    """Return scheme, host and port of an address, as the client of servers reads it.

    Raises ValueError for anything but an address of http or https.
    """
    url = URL(address)
    if url.scheme not in ("http", "https") or not url.host or url.port == 0:
        raise ValueError(f"{address!r} is no address of http or https")
    return str(url.origin())


def refusal(variable: str, address: str, allowed: Allowed) -> str:
    """Return why the key in this variable is not sent to this address; "" where it may be."""
    try:
        origin = origin_of(address)
    except ValueError:
        origin = address
    origins = allowed.get(variable, ())
    if not variable or origin in origins:
        return ""
    where = " and ".join(origins) or "no server"
    return (
        f"The key in {variable} is not sent to {origin}: the setting MODEL_KEYS of this lab lets "
        f"it go to {where}. Whoever runs the lab can add {variable}={origin} there."
    )


def _origin_alone(variable: str, host: str) -> str:
    """Raises ValueError for more than a host, and for a word alone, which may be the key itself."""
    whole = "://" in host
    try:
        url = URL(host if whole else f"https://{host}")
        origin = origin_of(str(url))
    except ValueError:
        origin = ""
    bare = whole or "." in host or ":" in host
    if not (origin and bare) or url not in (URL(origin), URL(origin) / ""):
        raise ValueError(
            f"after {variable}= write a host such as api.openai.com, or http://gpu1:8000"
        )
    return origin
