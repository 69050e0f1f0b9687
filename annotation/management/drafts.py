"""What the workshop's commands share: a draft by its name, a file's bytes."""

from pathlib import Path

from django.core.management.base import CommandError

from annotation.models import Draft


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
