"""What describes an export: datapackage.json (Frictionless Data Package) and codebook.md."""

import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from games.exporting.columns import Column, Kind, Table
from games.exporting.file_formats import CSV_RULE, MEDIA_TYPES, Format
from games.exporting.tables import SCHEMA_VERSION

CODEBOOK = "codebook.md"
DATAPACKAGE = "datapackage.json"
ORDER = (
    "Rows come by participant, in the order of joining; then practice, then the games as they "
    "were assigned; then by turn and attempt."
)
# As Python's strptime reads it.
TIME_FORMAT = "%Y-%m-%dT%H:%M:%S.%f%z"


@dataclass(frozen=True)
class Resource:
    """A file of the export; table and rows are empty for a text."""

    path: str
    media_type: str
    length: int
    sha256: str
    table: Table | None = None
    rows: int | None = None

    @property
    def is_csv(self) -> bool:
        return self.media_type == MEDIA_TYPES[Format.CSV]


def describe(about: Mapping[str, object], resources: Sequence[Resource]) -> dict[str, object]:
    """The content of datapackage.json.

    about: name, title and all that is no file; schema_version and row_order where they are
    not those of a campaign.
    """
    return {
        "profile": "data-package",
        "schema_version": SCHEMA_VERSION,
        **about,
        "resources": [_resource(each) for each in resources],
    }


def as_json(described: Mapping[str, object]) -> str:
    """Raises ValueError for a number that JSON has not."""
    return json.dumps(described, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def texts_open(file: IO[bytes]) -> int:
    """How many texts of a whole export may name a person and were not looked at."""
    with zipfile.ZipFile(file) as whole:
        return int(json.loads(whole.read(DATAPACKAGE))["texts"]["open"])


def codebook(about: Mapping[str, object], resources: Sequence[Resource]) -> str:
    """The same for people, as Markdown."""
    lines = [f"# {about['title']}", "", *_warnings(about)]
    if about.get("canary"):
        lines += [f"Canary, to be kept with every copy: `{about['canary']}`", ""]
    version = about.get("schema_version", SCHEMA_VERSION)
    lines += [f"Schema version {version}. What was taken and left out: {DATAPACKAGE}.", ""]
    lines += [f"{about.get('row_order', ORDER)} Times are UTC with their offset.", ""]
    if any(each.is_csv for each in resources):
        lines += [CSV_RULE, ""]
    for each in resources:
        if each.table:
            lines += _chapter(each, each.table)
    return "\n".join(lines) + "\n"


def _warnings(about: Mapping[str, object]) -> Iterator[str]:
    if about.get("simulated"):
        yield "**Simulated**: a program played, nobody else. Never to be counted as people."
        yield ""
    if not about.get("release"):
        yield "**Not for release**: some texts may name a person, and nobody looked at them."
        yield ""


def _chapter(resource: Resource, table: Table) -> list[str]:
    return [
        f"## {resource.path}",
        "",
        f"{table.meaning} {resource.rows} rows, each named by {', '.join(table.key)}.",
        "",
        "| column | type | meaning | empty where |",
        "| --- | --- | --- | --- |",
        *map(_line, table.columns),
        "",
    ]


def _line(column: Column) -> str:
    kind = f"{column.kind} ({column.unit})" if column.unit else str(column.kind)
    listed = f" One of: {', '.join(column.values)}." if column.values else ""
    return f"| {column.name} | {kind} | {column.meaning}{listed} | {column.undefined or '-'} |"


def _resource(resource: Resource) -> dict[str, object]:
    name, _, ending = resource.path.rpartition(".")
    described: dict[str, object] = {
        "name": name,
        "path": resource.path,
        "format": ending,
        "mediatype": resource.media_type,
        "bytes": resource.length,
        "hash": f"sha256:{resource.sha256}",
    }
    if resource.media_type != MEDIA_TYPES[Format.PARQUET]:
        described["encoding"] = "utf-8"
    if resource.is_csv:
        described["comment"] = CSV_RULE
    if resource.table:
        described["description"] = resource.table.meaning
        described["rows"] = resource.rows
        described["schema"] = _schema(resource.table)
    return described


def _schema(table: Table) -> dict[str, object]:
    return {
        "fields": [_field(column) for column in table.columns],
        "missingValues": [""],
        "primaryKey": list(table.key),
    }


def _field(column: Column) -> dict[str, object]:
    field: dict[str, object] = {
        "name": column.name,
        "type": str(column.kind),
        "description": column.meaning,
    }
    if column.kind == Kind.DATETIME:
        field["format"] = TIME_FORMAT
    if column.unit:
        field["unit"] = column.unit
    if column.undefined:
        field["undefined"] = column.undefined
    constraints: dict[str, object] = {} if column.undefined else {"required": True}
    if column.values:
        constraints["enum"] = list(column.values)
    return field | ({"constraints": constraints} if constraints else {})
