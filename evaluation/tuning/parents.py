"""The folder of a model that others are tuned from."""

from hashlib import file_digest, sha256
from pathlib import Path


def sha256_of(folder: Path) -> str:
    """Of the names and hashes of all files there, which takes as long as reading the weights."""
    told = (
        f"{_hash(path)}  {path.relative_to(folder).as_posix()}\n"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    )
    return sha256("".join(told).encode()).hexdigest()


def _hash(path: Path) -> str:
    with path.open("rb") as opened:
        return file_digest(opened, "sha256").hexdigest()
