"""What a model in this process is called: the same name never stands for other weights."""

import hashlib
from functools import cache
from pathlib import Path


@cache
def name_of(model: str, revision: str = "") -> str:
    """A hub's `owner/name`, with its revision where one is set; of a folder its last part and a
    hash of what lies in it.

    The hash covers the configuration and the names and sizes of the other files: reading the
    weights themselves would take as long as loading them.
    """
    folder = Path(model)
    if not folder.is_dir():
        return f"{model}@{revision}" if revision else model
    files = sorted(path for path in folder.iterdir() if path.is_file())
    listed = "\n".join(f"{path.name} {path.stat().st_size}" for path in files).encode()
    config = folder / "config.json"
    content = config.read_bytes() if config.is_file() else b""
    return f"{folder.name}@{hashlib.sha256(listed + content).hexdigest()[:8]}"
