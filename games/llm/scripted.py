"""A chat model that says what it was told to say, for tests and examples."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.llm.chat import Message, Options, Reply


class ScriptEnded(AssertionError):
    """The model was asked more often than its script has replies."""


@dataclass
class Scripted:
    """Replays replies in order and keeps what it was asked.

    replies: texts, whole replies, or exceptions to raise in their place.
    requests: the messages and options of each call so far.
    """

    replies: Sequence[str | Reply | Exception]
    name: str = "scripted"
    requests: list[tuple[tuple[Message, ...], Options]] = field(default_factory=list)

    async def generate(self, messages: Sequence[Message], options: Options) -> Reply:
        """Return the next reply; raises ScriptEnded when none is left."""
        call = len(self.requests)
        self.requests.append((tuple(messages), options))
        if call >= len(self.replies):
            raise ScriptEnded(f"Reply {call + 1} was asked for, the script has {call}.")
        reply = self.replies[call]
        if isinstance(reply, Exception):
            raise reply
        return reply if isinstance(reply, Reply) else Reply(text=reply, model=self.name)
