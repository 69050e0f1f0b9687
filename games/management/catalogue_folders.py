"""What the catalogue commands share: a folder's files in, row errors out."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from django.core.management.base import CommandError, OutputWrapper

from games.formats import RowError
from games.services import catalogue


def files_in(folder: Path) -> Mapping[str, bytes]:
    """Name -> bytes of the folder's catalogue files."""
    try:
        return catalogue.files_in(folder)
    except OSError as error:
        raise CommandError(f"{folder} cannot be read: {error.strerror}.") from error


def refuse(errors: Iterable[RowError], *, stderr: OutputWrapper) -> None:
    """Write out every error and end the command, if there is any."""
    listed = list(errors)
    for error in listed:
        stderr.write(str(error))
    if listed:
        raise CommandError(f"{len(listed)} errors: the files are refused, nothing was changed.")
