"""CSV, JSON Lines and Parquet, each written a batch of rows at a time."""

import csv
import io
from collections.abc import Sequence
from enum import StrEnum
from json.encoder import encode_basestring
from math import isfinite
from operator import add
from typing import IO, Any, Protocol

from games.exporting.columns import Column, Kind, Row, Table, Value

# What a spreadsheet may take for the start of a formula, full-width forms too. An apostrophe is
# doubled, so that taking one away gives back every text.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'")
CSV_RULE = (
    "A text that a spreadsheet might take for a formula, or that begins with an apostrophe, has an "
    "apostrophe before it: take one leading apostrophe from string columns to get what was typed."
)

_STARTS = frozenset(FORMULA_STARTS)


class Format(StrEnum):
    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


MEDIA_TYPES = {
    Format.CSV: "text/csv",
    Format.JSONL: "application/jsonl",
    Format.PARQUET: "application/vnd.apache.parquet",
}


class Writer(Protocol):
    """Writes rows of one table to an open file; `close` ends the table, not the file."""

    def write(self, rows: Sequence[Row]) -> None: ...

    def close(self) -> None: ...


def writer(table: Table, file_format: Format, out: IO[bytes]) -> Writer:
    return _WRITERS[file_format](table, out)


def neutralised(text: str) -> str:
    """The text with an apostrophe before it where a spreadsheet might run it."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def as_typed(cell: str) -> str:
    """What `neutralised` was given."""
    return cell.removeprefix("'")


class CsvWriter:
    """RFC 4180 in UTF-8; text columns are neutralised, empty cells are undefined values."""

    def __init__(self, table: Table, out: IO[bytes]) -> None:
        self._table = table
        self._out = out
        self._texts = _places(table, Kind.STRING)
        self._truths = _places(table, Kind.BOOLEAN)
        self._send([table.names])

    def write(self, rows: Sequence[Row]) -> None:
        self._send([self._cells(row) for row in rows])

    def close(self) -> None:
        pass

    def _cells(self, row: Row) -> list[Value]:
        cells: list[Any] = self._table.values_of(row)
        for at in self._texts:
            text = cells[at]
            # Almost no text does, and a call for each is what a large export would spend most on.
            if text and text[0] in _STARTS:
                cells[at] = neutralised(text)
        for at in self._truths:
            if cells[at] is not None:
                cells[at] = "true" if cells[at] else "false"
        return cells

    def _send(self, lines: Sequence[Sequence[Value]]) -> None:
        text = io.StringIO(newline="")
        csv.writer(text, lineterminator="\r\n").writerows(lines)
        self._out.write(text.getvalue().encode())


def _places(table: Table, kind: Kind) -> list[int]:
    return [at for at, column in enumerate(table.columns) if column.kind == kind]


class JsonLinesWriter:
    """One object a line in UTF-8, keys in the order of the columns, null where undefined."""

    def __init__(self, table: Table, out: IO[bytes]) -> None:
        self._table = table
        self._out = out
        self._names = [f"{encode_basestring(name)}: " for name in table.names]

    def write(self, rows: Sequence[Row]) -> None:
        self._out.write("".join(map(self._line, rows)).encode())

    def close(self) -> None:
        pass

    def _line(self, row: Row) -> str:
        values = map(_as_json, self._table.values_of(row))
        return f"{{{', '.join(map(add, self._names, values))}}}\n"


def _as_json(value: Value) -> str:
    """As a JSONEncoder writes it, which takes twice as long: it is made anew for each row.

    Raises ValueError for a number that JSON has not.
    """
    if value is None:
        return "null"
    if isinstance(value, str):
        return encode_basestring(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isfinite(value):
        raise ValueError(f"{value} is no number of JSON.")
    return repr(value)


class ParquetWriter:
    """A row group a batch; what a column means stands in its field's metadata."""

    def __init__(self, table: Table, out: IO[bytes]) -> None:
        # pyarrow takes half a second to import, and most processes never export.
        import pyarrow
        import pyarrow.parquet

        self._arrow = pyarrow
        self._table = table
        self._schema = pyarrow.schema([self._field(column) for column in table.columns])
        self._parquet = pyarrow.parquet.ParquetWriter(out, self._schema, compression="zstd")

    def write(self, rows: Sequence[Row]) -> None:
        columns = [self._array(column, rows) for column in self._table.columns]
        self._parquet.write_batch(self._arrow.record_batch(columns, schema=self._schema))

    def close(self) -> None:
        self._parquet.close()

    def _field(self, column: Column) -> object:
        about = {"description": column.meaning, "unit": column.unit, "undefined": column.undefined}
        return self._arrow.field(
            column.name,
            self._type(column.kind),
            nullable=bool(column.undefined),
            metadata={key: value for key, value in about.items() if value},
        )

    def _array(self, column: Column, rows: Sequence[Row]) -> object:
        values = [row[column.name] for row in rows]
        if column.kind == Kind.DATETIME:
            return self._arrow.array(values, self._arrow.string()).cast(self._type(column.kind))
        return self._arrow.array(values, self._type(column.kind))

    def _type(self, kind: Kind) -> object:
        return {
            Kind.STRING: self._arrow.string(),
            Kind.INTEGER: self._arrow.int64(),
            Kind.NUMBER: self._arrow.float64(),
            Kind.BOOLEAN: self._arrow.bool_(),
            Kind.DATETIME: self._arrow.timestamp("us", tz="UTC"),
        }[kind]


_WRITERS: dict[Format, type[CsvWriter] | type[JsonLinesWriter] | type[ParquetWriter]] = {
    Format.CSV: CsvWriter,
    Format.JSONL: JsonLinesWriter,
    Format.PARQUET: ParquetWriter,
}
