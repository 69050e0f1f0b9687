"""Which model, where it is, and how it is talked to: what a client is built from."""

from dataclasses import dataclass
from enum import StrEnum

from games.llm.profiles import PLAIN, Profile

# Twenty turns with rules, and room: what the documented server is started with too.
VLLM_CONTEXT = 8192


class Backend(StrEnum):
    OPENAI = "openai"
    TRANSFORMERS = "transformers"
    VLLM = "vllm"


@dataclass(frozen=True)
class ServedModel:
    """A model behind one of the backends.

    address: of a server, up to and with the version; empty for a model in this process.
    name: at the server; of a model in this process, its folder or hub name.
    revision: of a hub's model in this process, "" for its newest.
    key_variable: the environment variable that holds the server's key, "" for no key.
    context: the longest conversation with its reply in tokens, for vLLM in this process;
        None for VLLM_CONTEXT.
    timeout_seconds: how long one reply may take; loading a model does not count.
    system_role, alternate: see games.llm.conversation.fitted.
    """

    backend: Backend
    name: str
    address: str = ""
    key_variable: str = ""
    revision: str = ""
    profile: Profile = PLAIN
    context: int | None = None
    timeout_seconds: float = 60.0
    system_role: bool = True
    alternate: bool = False
