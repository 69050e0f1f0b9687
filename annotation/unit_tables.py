"""Tables of units, CSV or TSV: text to JSON objects, a cell stays the text that it is.

The first row names the columns; the cells of a column `name:json` hold JSON, as do those of
`gold`. Python's own csv stops at the first fault and takes its limit for the whole process.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.formats import RowError
from games.formats.fields import NAME_LENGTH, shown
from games.formats.lines import Json, Line, json_of

LINE_END = re.compile(r"\r\n|\r|\n")
JSON_MARK = ":json"
FLAGS = {"true": True, "false": False}
WRITTEN = 'It is written like {"label": "yes"} or ["a", "b"], all texts in straight double quotes.'


@dataclass(frozen=True)
class Column:
    name: str
    is_json: bool


@dataclass(frozen=True)
class Record:
    """The cells of a row, whose first stands on this line."""

    line: int
    cells: Sequence[str]


def table_lines(text: str, delimiter: str, *, file: str, noted: list[RowError]) -> list[Line]:
    """The rows under the header. Where the header is at fault, only the rows' lengths are told.

    Of a row that is too short, the cells that are there.
    """
    records = list(_records(text, delimiter, file=file, noted=noted))
    if not records:
        if not noted:
            noted.append(RowError(0, "", "The file is empty.", file))
        return []
    header, *rows = records
    if not rows and not noted:
        noted.append(RowError(0, "", "The file has a header and no row under it.", file))
    columns = [_column(cell) for cell in header.cells]
    faults = list(_header_faults(header, columns, file))
    noted += faults
    fit = [row for row in rows if _fits(row, columns, file=file, noted=noted)]
    return [] if faults else [_line(row, columns, file=file, noted=noted) for row in fit]


def name_problem(name: str) -> str:
    """Why a field cannot be called so; "" where it can."""
    if not name.strip():
        return "The field has no name."
    if name != name.strip():
        return "The name begins or ends with a space."
    if not name.isprintable():
        return "The name holds a character that cannot be seen."
    if len(name) > NAME_LENGTH:
        return f"The name has {len(name)} characters; {NAME_LENGTH} at most are allowed."
    return ""


def _records(text: str, delimiter: str, *, file: str, noted: list[RowError]) -> Iterator[Record]:
    """Split as RFC 4180 has it; a quote inside a cell that does not begin with one is itself."""
    plain = rf"[^{re.escape(delimiter)}\r\n]*"
    quoted = r'"(?P<quoted>[^"]*(?:""[^"]*)*)"(?!")'
    ends = rf"{re.escape(delimiter)}|{LINE_END.pattern}|\Z"
    pattern = re.compile(rf'(?:{quoted}(?P<behind>{plain})|(?P<plain>(?!"){plain}))(?P<end>{ends})')
    at, line, first = 0, 1, 1
    cells: list[str] = []
    while at < len(text) or cells:
        found = pattern.match(text, at)
        if found is None:
            place = f"column {len(cells) + 1}"
            problem = "The quote that begins this cell is never closed."
            noted.append(RowError(line, place, problem, file))
            return
        if found["behind"]:
            problem = f"{shown(found['behind'])} stands behind the quote that ends the cell."
            noted.append(RowError(line, f"column {len(cells) + 1}", problem, file))
        cells.append(found["plain"] or (found["quoted"] or "").replace('""', '"'))
        line += len(LINE_END.findall(found[0]))
        at = found.end()
        if found["end"] != delimiter:
            yield Record(first, cells)
            cells, first = [], line


def _column(header: str) -> Column:
    name = header.removesuffix(JSON_MARK)
    return Column(name, is_json=name != header or name == "gold")


def _header_faults(header: Record, columns: Sequence[Column], file: str) -> Iterator[RowError]:
    first: dict[str, int] = {}
    for number, column in enumerate(columns, start=1):
        place = f"column {number}"
        earlier = first.setdefault(column.name, number)
        if problem := name_problem(column.name):
            yield RowError(header.line, place, problem, file)
        elif earlier != number:
            problem = f"{column.name} is the name of column {earlier} already."
            yield RowError(header.line, place, problem, file)
    if "key" not in first:
        yield RowError(header.line, "key", _without_key(header), file)


def _without_key(header: Record) -> str:
    problem = "The header has no column key."
    if len(header.cells) == 1 and ";" in header.cells[0]:
        return f"{problem} Its columns are parted by semicolons; save the file with commas."
    return problem


def _fits(row: Record, columns: Sequence[Column], *, file: str, noted: list[RowError]) -> bool:
    """Whether each cell has its column; a row of another length than the header's is noted."""
    has, wanted = len(row.cells), len(columns)
    problem = f"The row has {_cells(has)}; the header has {wanted}."
    if blank := not any(row.cells) and has == 1:
        problem = "The line is blank."
    elif has < wanted:
        named = [column.name for column in columns[has:] if not name_problem(column.name)]
        lacking = ", ".join(dict.fromkeys(named))
        problem = f"{problem} Nothing is left for {lacking}."
    if blank or has != wanted:
        noted.append(RowError(row.line, "", problem, file))
    return has <= wanted and not blank


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _line(row: Record, columns: Sequence[Column], *, file: str, noted: list[RowError]) -> Line:
    """The row as an object; a cell that cannot be read is noted and left out.

    An empty cell is no JSON: the unit has no such field.
    """
    values: dict[str, Json] = {}
    for column, cell in zip(columns, row.cells, strict=False):
        if not cell and (column.is_json or column.name == "training"):
            continue
        try:
            values[column.name] = _value(column, cell)
        except ValueError as error:
            noted.append(RowError(row.line, column.name, str(error), file))
    return Line(row.line, values)


def _value(column: Column, cell: str) -> Json:
    if column.is_json:
        return _json(cell)
    if column.name == "training":
        # Spreadsheets write their truth values in capitals.
        if cell.lower() not in FLAGS:
            raise ValueError(f"{shown(cell)} is not true or false.")
        return FLAGS[cell.lower()]
    return cell


def _json(cell: str) -> Json:
    try:
        return json_of(cell)
    except json.JSONDecodeError as error:
        raise ValueError(f"From character {error.pos + 1} on this is no JSON. {WRITTEN}") from None
    except RecursionError:
        raise ValueError("The JSON is nested too deeply.") from None
