"""Keep and drop candidates of a draft as a file of decisions says; twice is once."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand

from annotation.management import drafts
from annotation.services import decide
from games.management import catalogue_folders


class Command(BaseCommand):
    help = 'Lines are {"kind": "object", "key": ..., "keep": false, "reason": ..., "note": ...}.'

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("draft", help="the draft's version")
        parser.add_argument("decisions", type=Path)

    def handle(self, *args: object, draft: str, decisions: Path, **options: object) -> None:
        row = drafts.find(draft)
        applied = decide.decide_by_file(row, drafts.bytes_of(decisions), decisions.name)
        catalogue_folders.refuse(applied.errors, stderr=self.stderr)
        self.stdout.write(
            f"{row.slug}: {applied.kept} kept, {applied.dropped} dropped;"
            f" {applied.changed} of them changed."
        )
