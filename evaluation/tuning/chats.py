"""Chats that a model is tuned on, from JSON Lines: every bad line is told by its number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import cast, get_args

from games.formats.fields import Fields, shown
from games.formats.lines import Json, Line, lines_of
from games.formats.rows import Reading, RowError
from games.llm.chat import Message, Role

FIELDS = ("role", "content")
REPLY = "assistant"


@dataclass(frozen=True)
class Chat:
    """asked: all before the last message. reply: the last one, which the model is to learn."""

    asked: tuple[Message, ...]
    reply: str


def read_chats(data: bytes, file: str) -> Reading[tuple[Chat, ...]]:
    """A line each: {"messages": [{"role": ..., "content": ...}, ...]}, the assistant's last."""
    noted: list[RowError] = []
    found = [_chat(line, file, noted) for line in lines_of(data, file, noted)]
    if noted:
        return Reading(None, tuple(sorted(noted, key=lambda error: error.line)))
    return Reading(tuple(found))


def sha256_of(files: Mapping[str, bytes]) -> str:
    """Of the bytes of all files, in the order of their names."""
    return sha256(b"".join(files[name] for name in sorted(files))).hexdigest()


def read_files(files: Mapping[str, bytes]) -> Reading[tuple[Chat, ...]]:
    """The chats of all files, in the order of their names."""
    read = [read_chats(files[name], name) for name in sorted(files)]
    errors = tuple(error for each in read for error in each.errors)
    if errors:
        return Reading(None, errors)
    return Reading(tuple(chat for each in read for chat in each.content or ()))


def _chat(line: Line, file: str, noted: list[RowError]) -> Chat:
    fields = Fields(line, file, noted)
    said = [_message(fields, at, value) for at, value in enumerate(fields.items("messages"))]
    fields.finish()
    if fields.sound:
        _check_turns(fields, said)
    return Chat(tuple(said[:-1]), said[-1].text if said else "")


def _message(fields: Fields, at: int, value: Json) -> Message:
    place = f"messages[{at}]"
    if not isinstance(value, dict) or set(value) != set(FIELDS):
        fields.fault(place, f"It has {' and '.join(FIELDS)}, these and no others.")
        return Message("user", "")
    role, content = value["role"], value["content"]
    if role not in get_args(Role):
        known = ", ".join(get_args(Role))
        fields.fault(f"{place}.role", f"{shown(role)} is none of {known}.")
        return Message("user", "")
    if not isinstance(content, str) or not content.strip():
        fields.fault(f"{place}.content", "A text is needed here.")
        return Message("user", "")
    return Message(cast(Role, role), content)


def _check_turns(fields: Fields, said: Sequence[Message]) -> None:
    if not said or said[-1].role != REPLY:
        fields.fault("messages", f"The last message is no {REPLY}'s, so nothing is to be learnt.")
    elif not any(each.role == "user" for each in said):
        fields.fault("messages", "No message is a user's, so nothing is asked.")
