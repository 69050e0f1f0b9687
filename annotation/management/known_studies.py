"""Studies that commands are told of by address and version."""

from argparse import ArgumentParser

from django.core.management.base import CommandError

from annotation.models import Study


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("address", help="the study's short name, as in its address")
    parser.add_argument("version", type=int)


def find(address: str, version: int) -> Study:
    """Raises CommandError where there is none."""
    found = Study.objects.filter(slug=address, version=version).first()
    if found is None:
        raise CommandError(f"There is no version {version} of a study {address!r}.")
    return found
