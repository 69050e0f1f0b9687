"""Export a run as one ZIP file, or one of its documents."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from evaluation.management import known_runs
from evaluation.models import Run
from evaluation.question_exports import whole as of_questions
from evaluation.run_exports import whole as of_games
from games.exporting.file_formats import Format
from games.management.export_files import write_whole

DOCUMENTS = tuple(dict.fromkeys((*of_games.DOCUMENTS, *of_questions.DOCUMENTS)))


class Command(BaseCommand):
    help = "Export a run with its transcripts, figures and card as a ZIP file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the run's short name, as in its address")
        parser.add_argument("target", type=Path, help="a file to be written, or a folder for it")
        parser.add_argument(
            "--format", choices=[str(each) for each in Format], default="csv", help="of the tables"
        )
        parser.add_argument("--only", choices=DOCUMENTS, help="this document, without a ZIP")
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
        run = known_runs.find_any(slug)
        whole = of_questions if run.kind == Run.Kind.QUESTIONS else of_games
        if only and only not in whole.DOCUMENTS:
            there = ", ".join(whole.DOCUMENTS)
            raise CommandError(f"An export of a run of {run.kind} has no {only}, but {there}.")
        if target.is_dir():
            name = f"{run.slug}-{only}" if only else whole.file_name(run, Format(format))
            target = target / name
        pieces = whole.document(run, only) if only else whole.stream(run, Format(format))
        length = write_whole(pieces, target, replace=replace)
        self.stdout.write(f"{target}: {length} bytes.")
        if run.status != Run.Status.COMPLETE:
            self.stdout.write(f"Provisional: the run is {run.status}.")
