"""Whether an export file is whole: its end is there, every file has its hash and its rows."""

import csv
import io
import json
import lzma
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import IO

from games.exporting.file_formats import Format
from games.exporting.package import DATAPACKAGE

_PIECE = 1 << 20
# What reading an entry can raise that is damaged, encrypted or of a method that is not known.
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    csv.Error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)


@dataclass(frozen=True)
class Findings:
    """files: how many were found to be as described. problems: sentences, none for a whole file.

    complete: whether the file has its end; one that was cut off has not.
    """

    complete: bool
    problems: tuple[str, ...]
    files: int = 0
    release: bool = False
    simulated: bool = False

    @property
    def whole(self) -> bool:
        return self.complete and not self.problems


def check(file: IO[bytes]) -> Findings:
    """file: open for reading, and to be sought in. Nothing in it is trusted."""
    try:
        archive = zipfile.ZipFile(file)
        described = json.loads(archive.read(DATAPACKAGE))
    except zipfile.BadZipFile:
        return Findings(False, ("the file has no end: it was cut off, or is no ZIP file",))
    except KeyError:
        return Findings(False, (f"{DATAPACKAGE} is missing, which is written last",))
    except UNREADABLE:
        return Findings(False, (f"{DATAPACKAGE} cannot be read",))
    listed = described.get("resources") if isinstance(described, dict) else None
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        return Findings(False, (f"{DATAPACKAGE} lists no files",))
    with archive:
        return _checked(archive, described, listed)


def _checked(
    archive: zipfile.ZipFile,
    described: Mapping[str, object],
    listed: Sequence[Mapping[str, object]],
) -> Findings:
    found = [list(_problems(archive, each)) for each in listed]
    paths, names = [_path(each) for each in listed], archive.namelist()
    problems = [problem for of_file in found for problem in of_file]
    problems += [f"{path} is described twice" for path in _twice(paths)]
    problems += [f"{name} is there twice" for name in _twice(names)]
    known = {*paths, DATAPACKAGE}
    problems += [f"{name} is not described" for name in names if name not in known]
    return Findings(
        complete=True,
        problems=tuple(problems),
        files=sum(not of_file for of_file in found),
        release=described.get("release") is True,
        simulated=described.get("simulated") is True,
    )


def _path(described: Mapping[str, object]) -> str:
    return str(described.get("path"))


def _twice(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _problems(archive: zipfile.ZipFile, described: Mapping[str, object]) -> Iterator[str]:
    path = _path(described)
    try:
        length, digest = _measure(archive, path)
        if length != described.get("bytes"):
            yield f"{path} has {length} bytes, {described.get('bytes')} are described"
        elif f"sha256:{digest}" != described.get("hash"):
            yield f"{path} was changed: its SHA-256 is another"
        elif "rows" in described and (rows := _rows(archive, path)) != described["rows"]:
            yield f"{path} has {rows} rows, {described['rows']} are described"
    except KeyError:
        yield f"{path} is missing"
    except UNREADABLE:
        yield f"{path} is damaged or cannot be unpacked"


def _measure(archive: zipfile.ZipFile, path: str) -> tuple[int, str]:
    digest, length = sha256(), 0
    with archive.open(path) as entry:
        while piece := entry.read(_PIECE):
            digest.update(piece)
            length += len(piece)
    return length, digest.hexdigest()


def _rows(archive: zipfile.ZipFile, path: str) -> int:
    """Raises ValueError for a file of no format that is known."""
    file_format = Format(path.rpartition(".")[2])
    with archive.open(path) as entry:
        if file_format == Format.CSV:
            lines = csv.reader(io.TextIOWrapper(entry, "utf-8", newline=""))
            return sum(1 for _ in lines) - 1
        if file_format == Format.JSONL:
            return sum(1 for _ in entry)
        # pyarrow takes half a second to import.
        import pyarrow.parquet

        return int(pyarrow.parquet.ParquetFile(entry).metadata.num_rows)
