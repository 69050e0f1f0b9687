"""What the scoring commands share: gold rows in, row errors out."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import CommandError, OutputWrapper

from games import lexicon
from games.formats import AskedGold, BlindGold, OracleGold, Reading
from games.llm.chat import ModelRefused, ModelUnavailable
from games.llm.loop import wait_for
from games.management.catalogue_folders import refuse
from games.roles import Oracle, UnusableReply, Verdict
from games.rules import Answer
from games.sheets import ObjectSheet
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

    async def answer(row: OracleGold) -> Verdict:
        return await _told(oracle, sheet_from_text(words, row), row)

    return answer


def asking_about(
    oracle: Oracle, sheets: Mapping[str, ObjectSheet]
) -> Callable[[BlindGold], Awaitable[Verdict]]:
    """How a gold row is asked: about the catalogue's object that it names, as in a play."""

    async def answer(row: BlindGold) -> Verdict:
        return await _told(oracle, sheets[row.object_key], row)

    return answer


def result_of(scoring: Coroutine[Any, Any, T]) -> T:
    """Wait for the figures; a model server that fails ends the command with its reason."""
    try:
        return wait_for(scoring)
    except (ModelUnavailable, ModelRefused) as error:
        raise CommandError(f"The model gave no reply, nothing is scored: {error}") from error


async def _told(oracle: Oracle, sheet: ObjectSheet, row: AskedGold) -> Verdict:
    """The verdict; a reply that cannot be used is no answer, and wrong where one is forced."""
    try:
        return await oracle.answer(sheet, row.question)
    except UnusableReply as unusable:
        wrong = Answer.NO if row.gold == Answer.YES else Answer.YES
        return Verdict(Answer.CANNOT_TELL, wrong, "unusable", replies=unusable.replies)
