"""What a file of units for a kind holds: its fields as a table, and a file to begin with."""

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass

from annotation.kinds import snapshots
from annotation.kinds.base import Field, Kind
from annotation.unit_tables import JSON_MARK
from games.formats.lines import Json

FORMATS = ("csv", "jsonl")


@dataclass(frozen=True)
class Told:
    """A field in words. column: of a table. needed: yes, no, or of which units."""

    column: str
    means: str
    needed: str
    example: str
    is_json: bool = False


def fields(kind: Kind) -> list[Told]:
    return [_told(each) for each in kind.fields]


def file_of(kind: Kind, file_format: str) -> str:
    """Of each form that a unit can have two rows: to be judged, and to learn on."""
    rows = [row for form in snapshots.forms(kind.fields) for row in _rows(kind, form)]
    return _table(kind, rows) if file_format == "csv" else _lines(rows)


def _told(field: Field) -> Told:
    example = _shown(_example(field, field.form))
    return Told(_column(field), field.means, _needed(field), example, field.is_json)


def _rows(kind: Kind, form: str) -> list[dict[str, Json]]:
    snapshot = {each.name: _example(each, form) for each in kind.fields if each.form in ("", form)}
    gold = dict(kind.expected[form])
    key = f"unit-{form}" if form else "unit"
    return [
        {"key": f"{key}-1", **snapshot},
        {"key": f"{key}-2", **snapshot, "gold": gold, "training": True},
    ]


def _example(field: Field, form: str) -> Json:
    """The example of the field `form` is the form that the others are of."""
    return form if field.name == snapshots.FORM and form else field.example


def _column(field: Field) -> str:
    return f"{field.name}{JSON_MARK}" if field.is_json else field.name


def _needed(field: Field) -> str:
    of = f", form {field.form}" if field.form else ""
    return f"{'yes' if field.needed else 'no'}{of}"


def _shown(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _lines(rows: list[dict[str, Json]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _table(kind: Kind, rows: list[dict[str, Json]]) -> str:
    columns = dict.fromkeys(_column(each) for each in kind.fields)
    names = ["key", *columns, "gold", "training"]
    written = io.StringIO(newline="")
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow(_cell(row, name.removesuffix(JSON_MARK)) for name in names)
    return written.getvalue()


def _cell(row: Mapping[str, Json], name: str) -> str:
    return _shown(row[name]) if name in row else ""
