"""Folders with the eleven files of a COAT catalogue, and the one that ships with the project."""

from pathlib import Path

from evaluation.coat.json_files import FILES
from evaluation.coat.labels import FILE as LABELS

OWN = Path(__file__).resolve().parent / "coat" / "own"
"""A small catalogue in words of our own."""


def files_in(folder: Path) -> dict[str, bytes]:
    """Name -> bytes of those files that are there; of labels too, where the folder has some."""
    names = (name for name in (*FILES, LABELS) if (folder / name).is_file())
    return {name: (folder / name).read_bytes() for name in names}
