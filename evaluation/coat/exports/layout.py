"""Which files a set has in each format, and which files stand beside all sets."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from evaluation.coat import published, set_files
from evaluation.coat.exports import harness, hugging_face
from evaluation.coat.exports.parquet import parquet_bytes
from evaluation.coat.exports.parts import Origin, Part
from evaluation.coat.exports.rows import flat_rows
from evaluation.coat.generate import QuestionSet
from evaluation.coat.labels import Labels

Files = dict[str, bytes]
"""Path within the folder of a format -> bytes."""


class Format(StrEnum):
    """lines: JSON Lines of ours. published: as the original program writes its questions."""

    LINES = "lines"
    PUBLISHED = "published"
    PARQUET = "parquet"
    HUGGING_FACE = "hugging-face"
    HARNESS = "lm-evaluation-harness"


def set_in(file_format: Format, found: QuestionSet, labels: Labels, document: str) -> Files:
    """The files of one set. document: what the set was made by, `set_files.set_document`."""
    return _SETS[file_format](found, labels, document.encode())


def beside_all(file_format: Format, parts: Sequence[Part], origin: Origin) -> Files:
    """The files that tell of all sets; the parts' files are those of this format."""
    if file_format == Format.HUGGING_FACE:
        return {"README.md": hugging_face.card(parts, origin).encode()}
    if file_format == Format.HARNESS:
        texts = harness.folder_files(parts, origin)
        return {path: text.encode() for path, text in texts.items()}
    return {}


def sha256_of(found: QuestionSet, labels: Labels) -> str:
    """Of the set's lines: the same in every format."""
    return set_files.lines_sha256(set_files.set_lines(found, labels))


def _lines(found: QuestionSet, labels: Labels, document: bytes) -> Files:
    stem = f"{found.spec.kind}/{found.spec.variation}"
    return {
        f"{stem}.jsonl": "".join(set_files.set_lines(found, labels)).encode(),
        f"{stem}.json": document,
    }


def _published(found: QuestionSet, labels: Labels, document: bytes) -> Files:
    kind = found.spec.kind
    folder = f"{kind}/{found.spec.variation}"
    entries = list(published.entries_of(found, labels))
    told = {
        answers: published.entries_document(entries, kind, answers=answers).encode()
        for answers in (True, False)
    }
    return {
        f"{folder}/{published.FOLDERS[kind]}/questions.json": told[True],
        f"{folder}/questions_without_answers.json": told[False],
        f"{folder}/set.json": document,
    }


def _parquet(found: QuestionSet, labels: Labels, document: bytes) -> Files:
    data = parquet_bytes(flat_rows(found, labels), document)
    return {f"{found.spec.kind}/{found.spec.variation}.parquet": data}


def _hugging_face(found: QuestionSet, labels: Labels, document: bytes) -> Files:
    return {f"data/{path}": data for path, data in _parquet(found, labels, document).items()}


def _harness(found: QuestionSet, labels: Labels, document: bytes) -> Files:
    path = harness.data_path(found.spec.kind, found.spec.variation)
    return {path: "".join(harness.lines(found, labels)).encode()}


_SETS: Mapping[Format, Callable[[QuestionSet, Labels, bytes], Files]] = {
    Format.LINES: _lines,
    Format.PUBLISHED: _published,
    Format.PARQUET: _parquet,
    Format.HUGGING_FACE: _hugging_face,
    Format.HARNESS: _harness,
}
