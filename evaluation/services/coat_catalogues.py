"""COAT catalogues into the database: all files or none, each version once and for good."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from evaluation import coat_folders, coat_sets, coat_stored
from evaluation.coat import notices, reading, writing
from evaluation.coat.completing import completed
from evaluation.coat.json_files import FILES
from evaluation.coat.labels import FILE as LABELS_FILE
from evaluation.coat.labels import Labels, labels_document, read_labels
from evaluation.coat.records import Catalogue, Judged
from evaluation.models import CoatCatalogue, CoatFile
from games.formats.rows import RowError

OWN = "own"
OWN_TITLE = "A small COAT catalogue of our own"
OWN_LICENCE = "mit"


class VersionTaken(ValueError):
    """A version of this name is stored already, with other files."""


@dataclass(frozen=True)
class Wish:
    """How a catalogue is to be stored. key: of the form or command that asks for it."""

    version: str
    title: str
    licence: str = "unknown"
    key: uuid.UUID = field(default_factory=uuid.uuid4)
    made_by: User | None = None
    parent: CoatCatalogue | None = None


@dataclass(frozen=True)
class Stored:
    """catalogue: None where there is any error. new: whether it was not stored before."""

    catalogue: CoatCatalogue | None
    errors: tuple[RowError, ...] = ()
    new: bool = False


def import_files(files: Mapping[str, bytes], wish: Wish) -> Stored:
    """Store a catalogue, or find the same one under its version. Raises VersionTaken.

    files: name -> bytes, the eleven and perhaps labels; others are left out.
    """
    known = {name: files[name] for name in (*FILES, LABELS_FILE) if name in files}
    found = reading.read(known)
    if found.content is None:
        return Stored(None, found.errors)
    if LABELS_FILE in known:
        labels = read_labels(known[LABELS_FILE], found.content.judged)
        if labels.errors:
            return Stored(None, labels.errors)
    return _store(known, found.content, wish)


def load_own() -> Stored:
    """The catalogue that ships with the project."""
    files = coat_folders.files_in(coat_folders.OWN)
    return import_files(files, Wish(OWN, OWN_TITLE, OWN_LICENCE))


def new_version(parent: CoatCatalogue, judged: Judged, wish: Wish) -> Stored:
    """What people say, changed; all that follows from it is made anew. Raises VersionTaken."""
    texts = writing.write(completed(judged))
    files = {name: text.encode() for name, text in texts.items()}
    if parent.labels:
        files[LABELS_FILE] = parent.labels.encode()
    return import_files(files, replace(wish, parent=parent))


def relabelled(parent: CoatCatalogue, labels: Labels, wish: Wish) -> Stored:
    """The same files with other labels. Raises VersionTaken."""
    files = coat_stored.files_of(parent)
    files[LABELS_FILE] = labels_document(labels).encode()
    return import_files(files, replace(wish, parent=parent))


def _store(files: Mapping[str, bytes], catalogue: Catalogue, wish: Wish) -> Stored:
    sha256 = coat_sets.catalogue_sha256(files)
    before = _before(wish, sha256)
    if before is not None:
        return Stored(before)
    row = CoatCatalogue(
        version=wish.version,
        key=wish.key,
        title=wish.title,
        licence=wish.licence,
        sha256=sha256,
        labels=files[LABELS_FILE].decode() if LABELS_FILE in files else "",
        notice_count=len(notices.notices(catalogue)),
        parent=wish.parent,
        made_by=wish.made_by,
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            CoatFile.objects.bulk_create(
                CoatFile(catalogue=row, name=name, text=files[name].decode()) for name in FILES
            )
    except IntegrityError:
        before = _before(wish, sha256)
        if before is None:
            raise
        return Stored(before)
    coat_stored.forget()
    return Stored(row, new=True)


def _before(wish: Wish, sha256: str) -> CoatCatalogue | None:
    """What the same form or command stored before, or the same files under this version."""
    same = CoatCatalogue.objects.filter(key=wish.key).first()
    row = same or CoatCatalogue.objects.filter(version=wish.version).first()
    if row is not None and (row.version, row.sha256) != (wish.version, sha256):
        raise VersionTaken(
            f"{row.version} is stored already with other files; a change is another version."
        )
    return row
