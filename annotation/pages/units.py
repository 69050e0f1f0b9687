"""Units of a study as lists and pages show them; files on their way in."""

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from annotation.kinds.base import Choice, Form, Question
from annotation.kinds.registry import KINDS
from annotation.models import Study, Unit
from annotation.pages import unit_names
from annotation.pages.drafts import number_of
from annotation.pages.unit_names import Name
from annotation.services import unit_sources
from annotation.services.units import Imported
from annotation.unit_files import UnitRow
from games.formats import RowError
from games.formats.lines import Json

EXAMPLES = 3
ERRORS = 200
PACKED_LENGTH = 200_000
"""Characters that a form takes along; the server's limit for all fields is a little more."""
UNPACKED_BYTES = 5_000_000
FORMS = {
    Form.ONE: "one choice",
    Form.SOME: "any number of choices",
    Form.ORDER: "choices in an order",
    Form.TEXT: "a text",
}


@dataclass(frozen=True)
class Shown:
    """A field of a snapshot as it can be read; code: whether it is JSON."""

    name: str
    text: str
    code: bool = False


@dataclass(frozen=True)
class Asked:
    """expected: the known answer, in the words of its choices; "" where none is known."""

    text: str
    form: str
    choices: tuple[Choice, ...]
    expected: str


@dataclass(frozen=True)
class Count:
    """Some rows of an import, counted, with the keys of the first."""

    name: str
    number: int
    examples: Sequence[str]

    @property
    def more(self) -> int:
        return self.number - len(self.examples)


@dataclass(frozen=True)
class Listed:
    unit: Unit
    name: Name


def listed(units: Iterable[Unit]) -> list[Listed]:
    return [Listed(row, unit_names.name_of(row)) for row in units]


def source(study: Study) -> str:
    """Where its units can be taken from but a file, in words; "" where there is nothing."""
    if not unit_sources.has_source(study):
        return ""
    return "players’ questions" if unit_sources.takes_answers(study) else "the catalogue"


def fields(snapshot: Mapping[str, Json]) -> list[Shown]:
    return [_shown(name, value) for name, value in snapshot.items()]


def questions(unit: Unit) -> list[Asked]:
    gold: Mapping[str, Json] = unit.gold or {}
    asked = KINDS[unit.study.kind].questions(unit.snapshot)
    return [
        Asked(each.text, FORMS[each.form], each.choices, _expected(each, gold)) for each in asked
    ]


def counts(imported: Imported) -> list[Count]:
    compared = imported.compared
    return [
        _count("new", compared.new),
        _count("stored already", compared.same),
        _count("stored with other content", compared.conflicting),
    ]


def errors(imported: Imported) -> tuple[Sequence[RowError], int]:
    """The first errors, and how many more there are."""
    return imported.errors[:ERRORS], max(0, len(imported.errors) - ERRORS)


def strange(keys: Sequence[str], number: int, catalogue: str) -> str:
    """That the catalogue has not what these units are about, and what follows. keys: the first."""
    if not number:
        return ""
    more = f" and {number - len(keys):,} more" if number > len(keys) else ""
    have, they = ("unit has a key", "It") if number == 1 else ("units have keys", "They")
    return (
        f"{number:,} {have} that {catalogue} has not: {', '.join(keys)}{more}. {they} can be"
        f" judged and measured, but cannot go back into {catalogue}."
    )


def strange_in(study: Study, imported: Imported) -> str:
    keys = imported.strange
    version = study.catalogue.version if study.catalogue else ""
    return strange(keys[:EXAMPLES], len(keys), version)


def done(imported: Imported) -> str:
    """What an import did, in a sentence."""
    new, same = len(imported.compared.new), len(imported.compared.same)
    if not new:
        return f"Nothing new: {_all(same)} stored already."
    stored = f"{number_of(new, 'unit')} stored."
    return f"{stored} {number_of(same, 'unit')} stood here already." if same else stored


def pack(data: bytes) -> str:
    """A file as a form takes it along; "" for one that is too large."""
    packed = base64.b64encode(zlib.compress(data, 9)).decode()
    return packed if len(packed) <= PACKED_LENGTH else ""


def unpack(packed: str) -> bytes:
    """Raises ValueError for what `pack` did not make."""
    try:
        reader = zlib.decompressobj()
        data = reader.decompress(base64.b64decode(packed, validate=True), UNPACKED_BYTES)
    except (binascii.Error, zlib.error) as error:
        raise ValueError("The file did not come back whole; choose it again.") from error
    if not reader.eof:
        raise ValueError("The file did not come back whole; choose it again.")
    return data


def _all(number: int) -> str:
    return "the one unit is" if number == 1 else f"all {number:,} units are"


def _count(name: str, rows: Sequence[UnitRow]) -> Count:
    return Count(name, len(rows), [row.key for row in rows[:EXAMPLES]])


def _shown(name: str, value: Json) -> Shown:
    if isinstance(value, str):
        return Shown(name, value)
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return Shown(name, ", ".join(map(str, value)))
    return Shown(name, json.dumps(value, ensure_ascii=False), code=True)


def _expected(question: Question, gold: Mapping[str, Json]) -> str:
    if question.name not in gold:
        return ""
    given = gold[question.name]
    labels = {choice.value: choice.label for choice in question.choices}
    values = given if isinstance(given, list) else [given]
    return ", ".join(labels.get(str(value), str(value)) for value in values) or "none of them"
