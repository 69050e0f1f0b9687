"""What the scoring commands share: gold rows in, row errors out."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from django.core.management.base import CommandError, OutputWrapper

from games import lexicon
from games.formats import OracleGold, Reading
from games.management.catalogue_folders import refuse
from games.roles import Oracle, Verdict
from games.table.sheet_text import sheet_from_text

T = TypeVar("T")


def rows_in(
    file: Path, read: Callable[[bytes, str], Reading[tuple[T, ...]]], *, stderr: OutputWrapper
) -> tuple[T, ...]:
    """The file's gold rows; the command ends with every row error where it has any."""
    try:
        reading = read(file.read_bytes(), file.name)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
    refuse(reading.errors, stderr=stderr)
    if not reading.content:
        raise CommandError(f"{file} holds no question.")
    return reading.content


def asking(oracle: Oracle) -> Callable[[OracleGold], Awaitable[Verdict]]:
    """How a gold row is asked: about the object that its own texts describe."""
    words = lexicon.load()
    return lambda row: oracle.answer(sheet_from_text(words, row), row.question)
