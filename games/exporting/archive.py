"""One ZIP file as a stream of bytes, written while it is read: equal content, equal bytes.

The list of its entries stands at the end of a ZIP file, and datapackage.json is the last entry, so
that a file that was cut off has neither.
"""

import io
import zipfile
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import IO, cast

from games.exporting import package
from games.exporting.columns import Row, Table
from games.exporting.file_formats import MEDIA_TYPES, Format, writer
from games.exporting.package import CODEBOOK, DATAPACKAGE, Resource

BATCH = 1000
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_TEXTS = {
    "md": "text/markdown",
    "txt": "text/plain",
    "json": "application/json",
    "jsonl": MEDIA_TYPES[Format.JSONL],
    "tex": "application/x-tex",
}


@dataclass(frozen=True)
class Part:
    """A table with its rows, which are read once, a batch at a time."""

    table: Table
    rows: Iterable[Row]


def stream(
    parts: Iterable[Part],
    file_format: Format,
    about: Mapping[str, object],
    *,
    documents: Iterable[tuple[str, str]] = (),
    long_documents: Iterable[tuple[str, Iterable[str]]] = (),
) -> Iterator[bytes]:
    """The ZIP file in pieces; memory holds one batch of rows, however many there are.

    about: what datapackage.json says beside the tables (`package.describe`).
    documents: names and texts of what goes along, asked for once the tables are written.
    long_documents: the same of texts that are too long to be held, in pieces; they come before.
    """
    sink = _Sink()
    with zipfile.ZipFile(cast(IO[bytes], sink), "w", zipfile.ZIP_DEFLATED) as archive:
        resources = []
        for part in parts:
            resources.append((yield from _table(archive, sink, part, file_format)))
        for name, pieces in long_documents:
            resources.append((yield from _long_document(archive, sink, name, pieces)))
        for name, content in documents:
            resources.append(_document(archive, name, content.encode()))
        codebook = package.codebook(about, resources).encode()
        resources.append(_document(archive, CODEBOOK, codebook))
        described = package.describe(about, resources)
        _document(archive, DATAPACKAGE, package.as_json(described).encode())
    yield sink.drain()


class _Sink:
    """Takes what the ZIP writer writes until it is drained; it cannot be sought in."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        pass

    def drain(self) -> bytes:
        drained = b"".join(self._pieces)
        self._pieces.clear()
        return drained


class _Measured(io.RawIOBase):
    """Passes on what is written, and knows its length and hash."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._hash = sha256()
        self._length = 0

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = bytes(cast(bytes, data))
        self._hash.update(piece)
        self._length += len(piece)
        return self._out.write(piece)

    def tell(self) -> int:
        return self._length

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()


def _table(
    archive: zipfile.ZipFile, sink: _Sink, part: Part, file_format: Format
) -> Generator[bytes, None, Resource]:
    path = f"{part.table.name}.{file_format}"
    count = 0
    # How long the table gets is not known yet: an entry without ZIP64 ends at 2 GiB.
    with archive.open(_entry(path), "w", force_zip64=True) as entry:
        out = _Measured(entry)
        table = writer(part.table, file_format, cast(IO[bytes], out))
        rows = iter(part.rows)
        while batch := list(islice(rows, BATCH)):
            table.write(batch)
            count += len(batch)
            yield sink.drain()
        table.close()
    return Resource(
        path=path,
        media_type=MEDIA_TYPES[file_format],
        length=out.tell(),
        sha256=out.sha256,
        table=part.table,
        rows=count,
    )


def _long_document(
    archive: zipfile.ZipFile, sink: _Sink, name: str, pieces: Iterable[str]
) -> Generator[bytes, None, Resource]:
    with archive.open(_entry(name), "w", force_zip64=True) as entry:
        out = _Measured(entry)
        for piece in pieces:
            out.write(piece.encode())
            yield sink.drain()
    return Resource(name, media_type_of(name), out.tell(), out.sha256)


def media_type_of(name: str) -> str:
    """Of a document, by the ending of its name."""
    return _TEXTS[name.rpartition(".")[2]]


def _document(archive: zipfile.ZipFile, name: str, content: bytes) -> Resource:
    archive.writestr(_entry(name), content)
    return Resource(
        path=name,
        media_type=media_type_of(name),
        length=len(content),
        sha256=sha256(content).hexdigest(),
    )


def _entry(name: str) -> zipfile.ZipInfo:
    """Without the time and the machine that it was written on."""
    entry = zipfile.ZipInfo(name, _FIRST_DAY)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 3
    entry.external_attr = 0o644 << 16
    return entry
