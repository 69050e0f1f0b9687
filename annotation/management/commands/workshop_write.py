"""Write a draft as a catalogue folder; labels and games are made on it afterwards."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from annotation.management import drafts
from annotation.services import folder as folders
from annotation.services.folder import FolderTaken, Unfinished


class Command(BaseCommand):
    help = "Write manifest, vocabulary, objects, affordances; refuses while any is unfinished."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("draft", help="the draft's version")
        parser.add_argument("folder", type=Path)

    def handle(self, *args: object, draft: str, folder: Path, **options: object) -> None:
        row = drafts.find(draft)
        try:
            names = folders.write(row, folder)
        except Unfinished as unfinished:
            for gap in unfinished.missing:
                self.stderr.write(str(gap))
            raise CommandError(f"{unfinished} Nothing was written.") from unfinished
        except FolderTaken as taken:
            raise CommandError(str(taken)) from taken
        except OSError as error:
            raise CommandError(f"{folder} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{row.slug}: wrote {', '.join(names)} to {folder}.")
