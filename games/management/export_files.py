"""Writing a file so that its name never stands for half of it."""

import os
from collections.abc import Iterable
from pathlib import Path

from django.core.management.base import CommandError


def write_whole(pieces: Iterable[bytes], target: Path, *, replace: bool) -> int:
    """Write under a temporary name beside the target, rename at the end; return the bytes written.

    Raises CommandError for a file that is there already, unless it may be replaced, and for one
    that cannot be written; nothing is left behind then.
    """
    _require_free(target, replace)
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        with partial.open("xb") as file:
            length = sum(file.write(piece) for piece in pieces)
            file.flush()
            os.fsync(file.fileno())
        _require_free(target, replace)
        partial.replace(target)
    except OSError as error:
        raise CommandError(f"{target} cannot be written: {error.strerror}.") from error
    finally:
        partial.unlink(missing_ok=True)
    return length


def _require_free(target: Path, replace: bool) -> None:
    if target.exists() and not replace:
        raise CommandError(
            f"{target} is there already; nothing was written. --replace replaces it."
        )
