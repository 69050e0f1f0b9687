"""COAT catalogues for tests: our own one, the published one where it is, and edited copies."""

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from evaluation import coat_folders
from evaluation.coat import json_files, reading
from evaluation.coat.records import Catalogue

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = Path(os.environ.get("COAT_DIR", ROOT.parent / "shared" / "data" / "coat"))
needs_published = pytest.mark.skipif(
    not (PUBLISHED / json_files.UTILITIES).is_file(), reason=f"{PUBLISHED} has no COAT files"
)


@cache
def own_files() -> Mapping[str, bytes]:
    return coat_folders.files_in(coat_folders.OWN)


@cache
def own() -> Catalogue:
    return _catalogue(own_files())


@cache
def published_files() -> Mapping[str, bytes]:
    return coat_folders.files_in(PUBLISHED)


@cache
def published() -> Catalogue:
    return _catalogue(published_files())


def edited(name, edit):
    """Our own files, one of them after edit(its JSON) has changed it in place."""
    value = json.loads(own_files()[name])
    edit(value)
    return {**own_files(), name: json_files.document(value).encode()}


def faults(files):
    """What is wrong with the files, a line each."""
    found = reading.read(files)
    assert (found.content is None) == bool(found.errors)
    return [str(error) for error in found.errors]


def _catalogue(files):
    found = reading.read(files)
    assert found.errors == ()
    return found.content
