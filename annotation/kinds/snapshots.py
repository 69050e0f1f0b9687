"""Checks that the snapshots of all kinds share; each refusal names the field and the limit."""

from collections.abc import Sequence

from annotation.kinds.base import BadSnapshot, Snapshot
from games.formats.fields import UNSTORABLE
from games.formats.lines import Json


def only(snapshot: Snapshot, *fields: str) -> None:
    """Raises BadSnapshot where these are not exactly the snapshot's fields."""
    for field in fields:
        if field not in snapshot:
            raise BadSnapshot(f"{field}: This field is missing.")
    for field in snapshot:
        if field not in fields:
            raise BadSnapshot(f"{field}: This field is unknown; known are {', '.join(fields)}.")


def text(snapshot: Snapshot, field: str, *, most: int, least: int = 1) -> str:
    """The text of a field; least, most: characters."""
    return checked_text(field, snapshot.get(field), most=most, least=least)


def one_of(snapshot: Snapshot, field: str, known: Sequence[str]) -> str:
    value = snapshot.get(field)
    if not isinstance(value, str) or value not in known:
        raise BadSnapshot(f"{field}: {value!r} is none of {', '.join(known)}.")
    return value


def texts(
    snapshot: Snapshot, field: str, *, most: int, longest: int = 200, least: int = 0
) -> list[str]:
    """The different texts of a list. least, most: how many; longest: characters of each."""
    return checked_texts(field, snapshot.get(field), most=most, longest=longest, least=least)


def mapping(snapshot: Snapshot, field: str, *, most: int, longest: int = 100) -> dict[str, Json]:
    """The JSON object of a field. most: how many entries; longest: characters of each name."""
    return checked_mapping(field, snapshot.get(field), most=most, longest=longest)


def checked_text(place: str, value: Json, *, most: int, least: int = 1) -> str:
    """place: what messages call it, such as values.shape."""
    if not isinstance(value, str):
        raise BadSnapshot(f"{place}: A text is needed here.")
    if len(value) > most:
        raise BadSnapshot(f"{place}: {len(value)} characters; {most} at most.")
    if len(value.strip()) < least:
        raise BadSnapshot(f"{place}: {least} characters or more are needed; spaces do not count.")
    if UNSTORABLE.search(value):
        raise BadSnapshot(f"{place}: The text has a character that cannot be kept.")
    return value


def checked_texts(
    place: str, value: Json, *, most: int, longest: int = 200, least: int = 0
) -> list[str]:
    if not isinstance(value, list):
        raise BadSnapshot(f"{place}: A list is needed here.")
    if not least <= len(value) <= most:
        raise BadSnapshot(f"{place}: {len(value)} entries; {least} to {most} are allowed.")
    found = [checked_text(f"{place}[{i}]", each, most=longest) for i, each in enumerate(value)]
    if len(set(found)) < len(found):
        raise BadSnapshot(f"{place}: An entry stands here twice.")
    return found


def checked_mapping(place: str, value: Json, *, most: int, longest: int = 100) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise BadSnapshot(f"{place}: A JSON object is needed here.")
    if len(value) > most:
        raise BadSnapshot(f"{place}: {len(value)} entries; {most} at most.")
    for name in value:
        checked_text(f"{place}, name {name[:40]!r}", name, most=longest)
    return value
