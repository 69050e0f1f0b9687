"""Export a run as one ZIP file, or one of its documents."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand

from evaluation.management import known_runs
from evaluation.models import Run
from evaluation.run_exports import whole
from games.exporting.file_formats import Format
from games.management.export_files import write_whole


class Command(BaseCommand):
    help = "Export a run with its transcripts, figures and card as a ZIP file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the run's short name, as in its address")
        parser.add_argument("target", type=Path, help="a file to be written, or a folder for it")
        parser.add_argument(
            "--format", choices=[str(each) for each in Format], default="csv", help="of the tables"
        )
        parser.add_argument("--only", choices=whole.DOCUMENTS, help="this document, without a ZIP")
        parser.add_argument("--replace", action="store_true", help="overwrite the file")

    def handle(
        self,
        *args: object,
        slug: str,
        target: Path,
        format: str,
        only: str | None,
        replace: bool,
        **options: object,
    ) -> None:
        run = known_runs.find(slug)
        if target.is_dir():
            name = f"{run.slug}-{only}" if only else whole.file_name(run, Format(format))
            target = target / name
        pieces = whole.document(run, only) if only else whole.stream(run, Format(format))
        length = write_whole(pieces, target, replace=replace)
        self.stdout.write(f"{target}: {length} bytes.")
        if run.status != Run.Status.COMPLETE:
            self.stdout.write(f"Provisional: the run is {run.status}.")
