"""Files of units for a study: bytes to rows, every fault with its line, nothing guessed.

JSON Lines or a table (CSV, TSV), told by the file's name. `key` names the unit, `gold` is the
answer that is expected, `training` says whether raters learn on it; all else is its snapshot.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from annotation.kinds.base import Snapshot
from annotation.unit_tables import LINE_END, name_problem, table_lines
from games.formats import RowError
from games.formats.fields import UNSTORABLE, Fields
from games.formats.lines import UTF16_MARKS, Json, Line, lines_of
from games.formats.readers import Placed
from games.formats.references import check_unique

KEY_LENGTH = 200
FIELD_LENGTH = 1_000_000
DEPTH = 50
UTF32_MARK = b"\xff\xfe\x00\x00"
OWN = frozenset({"key", "gold", "training"})
DELIMITERS = {".csv": ",", ".tsv": "\t"}
ADVICE = "save it as UTF-8 (in a spreadsheet: CSV UTF-8)"


@dataclass(frozen=True)
class UnitRow:
    """gold: question -> what is expected, None where no answer is known. training: shown first.

    line: where its file has it.
    """

    key: str
    snapshot: Mapping[str, Json]
    gold: Mapping[str, Json] | None = None
    training: bool = False
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Compared:
    """What an import would do. conflicting: stored under the same key with another snapshot."""

    new: tuple[UnitRow, ...]
    same: tuple[UnitRow, ...]
    conflicting: tuple[UnitRow, ...]


def read_rows(data: bytes, file: str) -> tuple[tuple[UnitRow, ...], tuple[RowError, ...]]:
    """What can be read of each row, for more to be checked, and all that is wrong in the file."""
    noted: list[RowError] = []
    placed = [_unit(line, file, noted) for line in _lines(data, file, noted)]
    check_unique(placed, "key", key_of=_named)
    rows = tuple(each.row for each in placed)
    return rows, tuple(sorted(noted, key=lambda error: error.line))


def compare(rows: Iterable[UnitRow], stored: Mapping[str, Snapshot]) -> Compared:
    """The rows by what is stored under their keys; the order of fields makes no difference."""
    new, same, conflicting = list[UnitRow](), list[UnitRow](), list[UnitRow]()
    for row in rows:
        if row.key not in stored:
            new.append(row)
        else:
            alike = _alike(dict(row.snapshot), dict(stored[row.key]))
            (same if alike else conflicting).append(row)
    return Compared(tuple(new), tuple(same), tuple(conflicting))


def _lines(data: bytes, file: str, noted: list[RowError]) -> Sequence[Line]:
    """The rows of the file as JSON objects, whatever its format."""
    suffix = file[file.rfind(".") :].lower() if "." in file else ""
    if suffix != ".jsonl" and suffix not in DELIMITERS:
        problem = "The name ends in none of .jsonl, .csv, .tsv; save the units as one of these."
        noted.append(RowError(0, "", problem, file))
        return []
    text = _text(data, file, noted)
    if text is None:
        return []
    if "\x00" in text:
        text = _without_nulls(text, file, noted)
    if suffix == ".jsonl":
        return list(lines_of(LINE_END.sub("\n", text).encode(), file, noted))
    return table_lines(text, DELIMITERS[suffix], file=file, noted=noted)


def _text(data: bytes, file: str, noted: list[RowError]) -> str | None:
    # The first is UTF-16 without its mark; the mark of UTF-32 begins as that of UTF-16 does.
    if b"\x00" in data[:2] or data.startswith(UTF32_MARK):
        problem = f"The file is neither UTF-8 nor UTF-16 with a byte order mark; {ADVICE}."
        noted.append(RowError(1, "", problem, file))
        return None
    encoding = "utf-16" if data.startswith(UTF16_MARKS) else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, errors="replace")
        name = "UTF-16" if encoding == "utf-16" else "UTF-8"
        problem = f"Byte {error.start + 1} of the file is no {name}; {ADVICE}."
        noted.append(RowError(len(LINE_END.findall(before)) + 1, "", problem, file))
        return None


def _without_nulls(text: str, file: str, noted: list[RowError]) -> str:
    """The text with U+FFFD for U+0000, so that the rest can be checked; each line is noted."""
    for number, line in enumerate(LINE_END.split(text), start=1):
        if "\x00" in line:
            problem = f"Character {line.index(chr(0)) + 1} is U+0000, which cannot be stored."
            noted.append(RowError(number, "", problem, file))
    return text.replace("\x00", "\ufffd")


def _unit(line: Line, file: str, noted: list[RowError]) -> Placed[UnitRow]:
    fields = Fields(line, file, noted)
    given = line.values
    for name, value in given.items():
        problem = name_problem(name) or ("" if name == "key" else _problem(value))
        if problem:
            fields.fault(name, problem)
    row = UnitRow(
        key=fields.text("key", most=KEY_LENGTH),
        snapshot={name: value for name, value in given.items() if name not in OWN},
        gold=None if given.get("gold") is None else fields.mapping("gold"),
        training=fields.has("training") and fields.flag("training"),
        line=line.number,
    )
    return Placed(row, fields)


def _named(row: UnitRow) -> str:
    """The key; "" where it is none, so that it is not looked for twice."""
    return row.key if row.key.strip() and len(row.key) <= KEY_LENGTH else ""


def _problem(value: Json) -> str:
    """Why the value cannot be kept; "" where it can."""
    waiting = [(value, 1)]
    while waiting:
        each, depth = waiting.pop()
        if depth > DEPTH and isinstance(each, list | dict):
            return f"The JSON is nested more than {DEPTH} deep."
        if isinstance(each, str) and UNSTORABLE.search(each):
            return "The text holds U+0000 or half a surrogate pair, which cannot be stored."
        if isinstance(each, list):
            waiting += [(inner, depth + 1) for inner in each]
        if isinstance(each, dict):
            waiting += [(inner, depth + 1) for pair in each.items() for inner in pair]
    length = len(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
    if length > FIELD_LENGTH:
        return f"The field has {length} characters; {FIELD_LENGTH} at most are allowed."
    return ""


def _alike(one: Json, other: Json) -> bool:
    """Equal as JSON: true is not 1, as Python has it, but 1 is 1.0, as databases have it."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[k], other[k]) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and one == other
