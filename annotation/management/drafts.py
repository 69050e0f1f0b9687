"""What the workshop's commands share: a draft by its name, a file's bytes, a count."""

from argparse import ArgumentTypeError
from pathlib import Path

from django.core.management.base import CommandError

from annotation.models import Draft

COUNT_MOST = 1_000_000_000


def find(slug: str) -> Draft:
    draft = Draft.objects.filter(slug=slug).first()
    if draft is None:
        raise CommandError(f"There is no draft {slug}.")
    return draft


def bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def count(text: str) -> int:
    """A whole number from 1 on, as an argument's type."""
    number = int(text)
    if not 1 <= number <= COUNT_MOST:
        raise ArgumentTypeError(f"{number} was asked for; it lies from 1 to {COUNT_MOST:,}.")
    return number
