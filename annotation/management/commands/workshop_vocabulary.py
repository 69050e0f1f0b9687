"""Make a file the vocabulary of a draft; the same file again changes nothing."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand

from annotation.management import drafts
from annotation.services import drafts as services
from games.management import catalogue_folders


class Command(BaseCommand):
    help = "Replace the draft's vocabulary by a vocabulary.jsonl: all of it, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("draft", help="the draft's version")
        parser.add_argument("vocabulary", type=Path)

    def handle(self, *args: object, draft: str, vocabulary: Path, **options: object) -> None:
        row = drafts.find(draft)
        imported = services.import_vocabulary(row, drafts.bytes_of(vocabulary), vocabulary.name)
        catalogue_folders.refuse(imported.errors, stderr=self.stderr)
        values = "1 value" if imported.values == 1 else f"{imported.values} values"
        unfit = f"; sheets that do not fit it: {imported.unfit}" if imported.unfit else ""
        self.stdout.write(f"{row.slug}: {values}{unfit}.")
