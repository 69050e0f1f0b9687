"""Fit a conversation to what a model's template takes."""

from collections.abc import Sequence

from games.llm.chat import Message, ModelRefused


class ContextOverflow(ModelRefused):
    """The conversation is longer than the model's context; nothing of it was cut off."""


def fitted(
    messages: Sequence[Message], *, system_role: bool = True, alternate: bool = False
) -> list[Message]:
    """Return the conversation for a model's template.

    system_role: whether the template knows one; else its text opens the first
        user message.
    alternate: whether user and assistant must take turns; neighbours in one
        role are then joined, and the conversation begins with the user.
    """
    folded = list(messages) if system_role else fold_system(messages)
    return join_neighbours(folded) if alternate else folded


def fold_system(messages: Sequence[Message]) -> list[Message]:
    """Return the conversation with its system texts at the head of the first user message."""
    system = [message.text for message in messages if message.role == "system"]
    rest = [message for message in messages if message.role != "system"]
    if not system:
        return rest
    if not rest or rest[0].role != "user":
        return [Message("user", "\n\n".join(system)), *rest]
    return [Message("user", "\n\n".join([*system, rest[0].text])), *rest[1:]]


def join_neighbours(messages: Sequence[Message]) -> list[Message]:
    """Return the conversation with neighbours of one role joined by a blank line."""
    joined: list[Message] = []
    for message in messages:
        if joined and joined[-1].role == message.role:
            message = Message(message.role, f"{joined.pop().text}\n\n{message.text}")
        joined.append(message)
    spoken = [message for message in joined if message.role != "system"]
    if spoken and spoken[0].role == "assistant":
        raise ValueError("A conversation that takes turns begins with the user.")
    return joined
