"""What an import of units did, for the command line."""

from django.core.management.base import CommandError, OutputWrapper

from annotation.models import Study
from annotation.pages import units as pages
from annotation.services.units import Imported


def report(study: Study, imported: Imported, *, dry_run: bool, stdout: OutputWrapper) -> None:
    """Say what an import did, or would do. Raises CommandError with its faults, a line each."""
    if imported.errors:
        raise CommandError("\n".join(["Nothing was stored:", *map(str, imported.errors)]))
    if not dry_run:
        stdout.write(pages.done(imported))
    else:
        _tell_counts(imported, stdout)
    if strange := pages.strange_in(study, imported):
        stdout.write(strange)


def _tell_counts(imported: Imported, stdout: OutputWrapper) -> None:
    for count in pages.counts(imported):
        examples = f" ({', '.join(count.examples)})" if count.examples else ""
        stdout.write(f"{count.number:,} {count.name}{examples}")
    stdout.write("Nothing is stored yet.")
