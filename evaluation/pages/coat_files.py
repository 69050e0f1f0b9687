"""A question set as files: its lines as they are stored, all else made of them."""

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from evaluation import coat_stored
from evaluation.coat import published
from evaluation.coat.exports import layout
from evaluation.coat.exports.layout import Format
from evaluation.coat.exports.parts import Part
from evaluation.models import QuestionSet

# The time that a ZIP gives every file, so that the same set is the same bytes.
NO_TIME = (1980, 1, 1, 0, 0, 0)
JSON = "application/json"
ZIP = "application/zip"


@dataclass(frozen=True)
class SetFile:
    """name: the end of its address and of its name. what: in words."""

    name: str
    kind: str
    what: str
    pieces: Callable[[QuestionSet], Iterator[bytes]]


def _lines(row: QuestionSet) -> Iterator[bytes]:
    return (line.encode() for line in coat_stored.lines_of(row))


def _document(row: QuestionSet) -> Iterator[bytes]:
    yield coat_stored.document_of(row).encode()


def _published(row: QuestionSet, *, answers: bool) -> Iterator[bytes]:
    found = coat_stored.set_of(row)
    entries = list(published.entries_of(found, coat_stored.labels_of(row.catalogue_id)))
    yield published.entries_document(entries, found.spec.kind, answers=answers).encode()


def _with_answers(row: QuestionSet) -> Iterator[bytes]:
    return _published(row, answers=True)


def _without_answers(row: QuestionSet) -> Iterator[bytes]:
    return _published(row, answers=False)


def _parquet(row: QuestionSet) -> Iterator[bytes]:
    yield from _in_format(row, Format.PARQUET).values()


def _hugging_face(row: QuestionSet) -> Iterator[bytes]:
    yield _packed(row, Format.HUGGING_FACE)


def _harness(row: QuestionSet) -> Iterator[bytes]:
    yield _packed(row, Format.HARNESS)


FILES: Mapping[str, SetFile] = {
    each.name: each
    for each in (
        SetFile("questions.jsonl", "application/jsonl", "JSON Lines, a question a line", _lines),
        SetFile("set.json", JSON, "What the set was made by, with its hash", _document),
        SetFile("published.json", JSON, "As COAT's own program writes it", _with_answers),
        SetFile(
            "published-without-answers.json",
            JSON,
            "The same, with {} in place of the answers",
            _without_answers,
        ),
        SetFile(
            "questions.parquet", "application/vnd.apache.parquet", "Parquet, one row a question",
            _parquet,
        ),
        SetFile("hugging-face.zip", ZIP, "A folder that datasets and the Hub load", _hugging_face),
        SetFile("harness.zip", ZIP, "Tasks of lm-evaluation-harness", _harness),
    )
}  # fmt: skip


def file_name(row: QuestionSet, name: str) -> str:
    return f"{row.slug}-{name}"


def _in_format(row: QuestionSet, file_format: Format) -> dict[str, bytes]:
    found = coat_stored.set_of(row)
    labels = coat_stored.labels_of(row.catalogue_id)
    return layout.set_in(file_format, found, labels, coat_stored.document_of(row))


def _packed(row: QuestionSet, file_format: Format) -> bytes:
    files = _in_format(row, file_format)
    hashes = {path: sha256(data).hexdigest() for path, data in files.items()}
    spec = coat_stored.spec_of(row)
    part = Part(spec.kind, spec.variation, row.count, spec.seed, row.sha256, hashes)
    files |= layout.beside_all(file_format, [part], coat_stored.origin_of(row.catalogue))
    return zip_of(files)


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """Equal files, equal bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, NO_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return packed.getvalue()
