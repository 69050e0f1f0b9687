"""A question set as one Parquet file; what it was made by stands in the file's metadata."""

import io
from collections.abc import Iterable
from dataclasses import dataclass

from evaluation.coat.exports.rows import ANSWER_COLUMNS, QUESTION_COLUMNS, FlatRow
from evaluation.coat.records import VARIABLES

DOCUMENT = b"coat_question_set"
"""Key of the metadata that holds the set's document, with the SHA-256 of its lines."""


@dataclass(frozen=True)
class ParquetSet:
    rows: tuple[FlatRow, ...]
    document: bytes


def parquet_bytes(rows: Iterable[FlatRow], document: bytes) -> bytes:
    """Equal arguments give equal bytes under one release of pyarrow."""
    # pyarrow takes half a second to import, and most processes never export.
    import pyarrow
    import pyarrow.parquet

    texts = pyarrow.list_(pyarrow.string())
    state = pyarrow.struct([(name, pyarrow.string()) for name in VARIABLES])
    types = {
        "number": pyarrow.int64(),
        "letters": texts,
        "options": texts,
        "objects": texts,
        "states": pyarrow.list_(state),
        "answer_index": pyarrow.int64(),
        "roles": texts,
        "categories": texts,
    }
    meanings = {**QUESTION_COLUMNS, **ANSWER_COLUMNS}
    fields = [
        pyarrow.field(
            name,
            types.get(name, pyarrow.string()),
            nullable=name == "states",
            metadata={"description": meaning},
        )
        for name, meaning in meanings.items()
    ]
    schema = pyarrow.schema(fields, metadata={DOCUMENT: document})
    out = io.BytesIO()
    table = pyarrow.Table.from_pylist(list(rows), schema=schema)
    pyarrow.parquet.write_table(table, out, compression="zstd")
    return out.getvalue()


def read_parquet(data: bytes) -> ParquetSet:
    """Of a file of ours."""
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(io.BytesIO(data))
    metadata = table.schema.metadata
    return ParquetSet(tuple(table.to_pylist()), metadata[DOCUMENT])
