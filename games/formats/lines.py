"""Bytes to JSON objects with their line numbers; every fault of the bytes is noted, none hidden."""

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from games.formats.rows import RowError

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"
Pairs: TypeAlias = "Callable[[list[tuple[str, Json]]], object]"

UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class Line:
    number: int
    values: dict[str, Json]


def lines_of(data: bytes, file: str, noted: list[RowError]) -> Iterator[Line]:
    """Yield each line that holds a JSON object; note what is wrong with the others.

    A byte order mark and CRLF line ends are errors, but what stands behind them is read.
    """
    if data.startswith(UTF16_MARKS):
        noted.append(RowError(1, "", "The file is UTF-16; save it as UTF-8.", file))
        return
    lines = _without_mark(data, file, noted).split(b"\n")
    _note_line_ends(lines, file, noted)
    if lines[-1] == b"":
        lines.pop()
    if not lines:
        noted.append(RowError(0, "", "The file is empty.", file))
    for number, line in enumerate(lines, start=1):
        values = _parse(line, number, file, noted)
        if values is not None:
            yield Line(number, values)


def document_of(data: bytes, file: str, noted: list[RowError]) -> Line | None:
    """The one JSON object that the whole file is."""
    if data.startswith(UTF16_MARKS):
        noted.append(RowError(1, "", "The file is UTF-16; save it as UTF-8.", file))
        return None
    data = _without_mark(data, file, noted)
    _note_line_ends(data.split(b"\n"), file, noted)
    values = _parse(data, 1, file, noted)
    return None if values is None else Line(1, values)


def _without_mark(data: bytes, file: str, noted: list[RowError]) -> bytes:
    if not data.startswith(UTF8_MARK):
        return data
    problem = "The file begins with a byte order mark; save it as plain UTF-8."
    noted.append(RowError(1, "", problem, file))
    return data.removeprefix(UTF8_MARK)


def _note_line_ends(lines: list[bytes], file: str, noted: list[RowError]) -> None:
    """One error for the whole file: such files have CRLF on every line."""
    faulty = [number for number, line in enumerate(lines, start=1) if line.endswith(b"\r")]
    if faulty:
        problem = f"{len(faulty)} lines end in CRLF, this is the first; lines end in LF alone."
        noted.append(RowError(faulty[0], "", problem, file))


def _parse(
    text: bytes, line_number: int, file: str, noted: list[RowError]
) -> dict[str, Json] | None:
    line = line_number
    try:
        if not text.strip():
            raise ValueError("The line is blank.")
        value = json_of(text.decode("utf-8"))
        if not isinstance(value, dict):
            raise ValueError("The line holds no JSON object.")
        return value
    except UnicodeDecodeError as error:
        line += text.count(b"\n", 0, error.start)
        problem = f"Byte {error.start + 1} is no UTF-8."
    except json.JSONDecodeError as error:
        line += error.lineno - 1
        problem = f"No JSON at character {error.colno}: {error.msg}."
    except RecursionError:
        problem = "The JSON is nested too deeply."
    except ValueError as error:
        problem = str(error)
    noted.append(RowError(line, "", problem, file))
    return None


def json_of(text: str, pairs: "Pairs | None" = None) -> Json:
    """The value of a JSON text.

    pairs: what makes a value of an object's entries, where not a dictionary is wanted.
    Raises ValueError for what is no JSON (JSONDecodeError), for an object that has a name twice
    and for numbers that have no value; RecursionError for what is nested too deeply.
    """
    value: Json = json.loads(
        text,
        object_pairs_hook=pairs or _object,
        parse_constant=_refuse_constant,
        parse_float=_finite,
    )
    return value


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        twice = sorted({name for name in names if names.count(name) > 1})
        raise ValueError(f"The object names {', '.join(map(repr, twice))} more than once.")
    return values


def _refuse_constant(name: str) -> Json:
    raise ValueError(f"{name} is no JSON number.")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is too large for a number.")
    return number
