"""Store a COAT catalogue from a folder: all of it, or nothing."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.text import slugify

from evaluation import coat_folders, coat_stored
from evaluation.services import coat_catalogues
from evaluation.services.coat_catalogues import OWN, Stored, VersionTaken, Wish
from games.management import catalogue_folders


class Command(BaseCommand):
    help = "Store a COAT catalogue under a version; the same again changes nothing."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Django's own --version makes room for the catalogue's."""
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", help=f"with the eleven files, or '{OWN}' for our own")
        parser.add_argument("--version", help="the folder's name without it")
        parser.add_argument("--title", help="the version without it")
        parser.add_argument("--licence", default="unknown", help="such as cc-by-4.0")

    def handle(
        self, *args: object, folder: str, title: str | None, licence: str, **options: object
    ) -> None:
        version = str(options["version"] or slugify(Path(folder).resolve().name))
        if folder == OWN and version == OWN:
            stored = coat_catalogues.load_own()
        else:
            stored = _imported(folder, Wish(version, title or version, licence))
        catalogue_folders.refuse(stored.errors, stderr=self.stderr)
        self.stdout.write(_told(stored))


def _imported(folder: str, wish: Wish) -> Stored:
    if slugify(wish.version) != wish.version or len(wish.version) > 60:
        raise CommandError(f"{wish.version!r}: a version has letters, digits, hyphens, 60 at most.")
    path = coat_folders.OWN if folder == OWN else Path(folder)
    try:
        return coat_catalogues.import_files(coat_folders.files_in(path), wish)
    except VersionTaken as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def _told(stored: Stored) -> str:
    assert stored.catalogue is not None  # a refused one has ended the command
    judged = coat_stored.catalogue_of(stored.catalogue.pk).judged
    counts = (
        f"{len(judged.utilities)} utilities, {len(judged.pairs)} pairs,"
        f" {len(judged.objects)} objects, {stored.catalogue.notice_count} notices"
    )
    said = "" if stored.new else " It was stored before; nothing was changed."
    return f"{stored.catalogue.version}: {counts}.{said}"
