"""Checks that the snapshots of all kinds share; each refusal names the field and the limit."""

import re
from collections.abc import Sequence

from annotation.kinds.base import BadSnapshot, Field, Snapshot
from games.formats.fields import UNSTORABLE, shown
from games.formats.lines import Json

FORM = "form"
POSSESSIVE = re.compile(r"(?<=[a-z])_s(?=_)")


def only(snapshot: Snapshot, fields: Sequence[Field]) -> None:
    """Raises BadSnapshot that names all fields which are missing, and all which are unknown."""
    told = [unfit for unfit in (_missing(snapshot, fields), _unknown(snapshot, fields)) if unfit]
    if told:
        raise BadSnapshot(" ".join(told))


def forms(fields: Sequence[Field]) -> list[str]:
    """The forms that a unit can have; "" alone where there is but one."""
    return list(dict.fromkeys(field.form for field in fields if field.form)) or [""]


def missing(snapshot: Snapshot, fields: Sequence[Field]) -> list[str]:
    form = snapshot.get(FORM)
    needed = [each for each in fields if each.needed and each.form in ("", form)]
    return [each.name for each in needed if each.name not in snapshot]


def unknown(snapshot: Snapshot, fields: Sequence[Field]) -> list[str]:
    known = {field.name for field in _of_form(snapshot, fields)}
    return [name for name in snapshot if name not in known]


def known_are(snapshot: Snapshot, fields: Sequence[Field]) -> str:
    return f"known are {', '.join(field.name for field in _of_form(snapshot, fields))}."


def _of_form(snapshot: Snapshot, fields: Sequence[Field]) -> list[Field]:
    """Those that a unit of this form has; all where it has no form that there is."""
    form = snapshot.get(FORM)
    if form not in forms(fields):
        return list({field.name: field for field in fields}.values())
    return [field for field in fields if field.form in ("", form)]


def _missing(snapshot: Snapshot, fields: Sequence[Field]) -> str:
    names = missing(snapshot, fields)
    if not names:
        return ""
    return f"{', '.join(names)}: {told_of(names)} missing."


def _unknown(snapshot: Snapshot, fields: Sequence[Field]) -> str:
    names = unknown(snapshot, fields)
    if not names:
        return ""
    return f"{', '.join(names)}: {told_of(names)} unknown; {known_are(snapshot, fields)}"


def told_of(names: Sequence[str]) -> str:
    return "This field is" if len(names) == 1 else "These fields are"


def text(snapshot: Snapshot, field: str, *, most: int, least: int = 1) -> str:
    """The text of a field; least, most: characters."""
    return checked_text(field, snapshot.get(field), most=most, least=least)


def words(key: str) -> str:
    """A key in snake case as words; carpenter_s_square was made of carpenter's square."""
    return POSSESSIVE.sub("’s", key).replace("_", " ")


def one_of(snapshot: Snapshot, field: str, known: Sequence[str]) -> str:
    value = snapshot.get(field)
    if not isinstance(value, str) or value not in known:
        raise BadSnapshot(f"{field}: {shown(value)} is none of {', '.join(known)}.")
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
