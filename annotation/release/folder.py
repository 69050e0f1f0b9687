"""The files of a release, as bytes: equal content gives equal bytes."""

import io
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from annotation.release import card, croissant
from annotation.release.croissant import Stored
from annotation.release.tables import Part
from games import formats
from games.exporting.file_formats import Format, writer
from games.formats import CatalogueContent

SUMS = "SHA256SUMS"
BATCH = 20_000


def release_files(
    content: CatalogueContent,
    parts: Sequence[Part],
    *,
    description: str,
    published: str,
    beside: Mapping[str, bytes],
) -> dict[str, bytes]:
    """Path -> bytes of the whole release.

    description: the catalogue's card, Markdown. published: a date, ISO 8601.
    beside: path -> bytes of what is released as it stands, such as the raters' own files.
    """
    files: dict[str, bytes] = {}
    stored: list[Stored] = []
    for part in parts:
        for file_format in (Format.PARQUET, Format.JSONL):
            files[f"data/{part.stem}.{file_format}"] = written(part, file_format)
        data = files[path := f"data/{part.stem}.{Format.PARQUET}"]
        stored.append(Stored(part, path, len(data), sha256(data).hexdigest()))
    files |= {f"catalogue/{name}": data for name, data in formats.catalogue_files(content).items()}
    files |= beside
    files["croissant.json"] = croissant.metadata(content.manifest, stored, published=published)
    files["README.md"] = card.front_page(content.manifest, parts, description).encode()
    files[SUMS] = "".join(sums(files)).encode()
    return files


def written(part: Part, file_format: Format) -> bytes:
    out = io.BytesIO()
    table = writer(part.table, file_format, out)
    for start in range(0, len(part.rows), BATCH):
        table.write(part.rows[start : start + BATCH])
    table.close()
    return out.getvalue()


def sums(files: Mapping[str, bytes]) -> Iterator[str]:
    """A line a file as `sha256sum` prints it, by path; check with `sha256sum -c SHA256SUMS`."""
    for path in sorted(files):
        yield f"{sha256(files[path]).hexdigest()}  {path}\n"
