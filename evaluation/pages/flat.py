"""Tables of figures as one CSV: one line a cell, with the marks of the whole on every line."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from evaluation.pages.tables import Table, lines_of
from games.exporting.file_formats import neutralised

Row = Mapping[str, object]


def rows(tables: Iterable[Table], marks: Row) -> list[Row]:
    """marks: what every line says of the whole, since lines get copied."""
    return [
        {**marks, **asdict(line), "caption": table.caption}
        for table in tables
        for line in lines_of(table)
    ]


def as_csv(found: Sequence[Row]) -> str:
    """All rows have the keys of the first; empty text without rows."""
    written = io.StringIO()
    if found:
        writer = csv.DictWriter(written, fieldnames=list(found[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: _cell(value) for key, value in row.items()} for row in found)
    return written.getvalue()


def _cell(value: object) -> object:
    return neutralised(value) if isinstance(value, str) else value
