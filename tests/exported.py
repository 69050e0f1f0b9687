"""Reading an export back, in tests."""

import csv
import io
import json
import zipfile
from collections.abc import Iterable

import pyarrow.parquet

from games import exports
from games.export_rows import Include, Selection
from games.exporting.file_formats import Format
from games.models import Campaign

EVERYTHING = (Include.PRACTICE, Include.EXCLUDED, Include.SIMULATED)


def export(
    campaign: Campaign, file_format: str = "jsonl", include: Iterable[Include] = ()
) -> bytes:
    selection = Selection(campaign, frozenset(include))
    return b"".join(exports.stream(selection, Format(file_format)))


def table(exported: bytes, name: str) -> list[dict]:
    """The rows of a table, from whichever format it is in; CSV cells as they stand."""
    archive = zipfile.ZipFile(io.BytesIO(exported))
    path = next(each for each in archive.namelist() if each.rpartition(".")[0] == name)
    content = archive.read(path)
    if path.endswith(".csv"):
        return list(csv.DictReader(io.StringIO(content.decode(), newline="")))
    if path.endswith(".jsonl"):
        return [json.loads(line) for line in content.splitlines()]
    return pyarrow.parquet.read_table(io.BytesIO(content)).to_pylist()


def described(exported: bytes) -> dict:
    return json.loads(zipfile.ZipFile(io.BytesIO(exported)).read("datapackage.json"))
