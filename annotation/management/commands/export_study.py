"""Export a study's judgements as one ZIP file."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand

from annotation import judgement_exports
from annotation.judgement_rows import Selection
from annotation.management import known_studies
from games.exporting import package
from games.exporting.file_formats import Format
from games.management.export_files import write_whole


class Command(BaseCommand):
    help = "Export a study as a ZIP file, without raters who are left out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        known_studies.add_arguments(parser)
        parser.add_argument("target", type=Path, help="a file to be written, or a folder for it")
        parser.add_argument("--format", choices=[str(each) for each in Format], default="csv")
        parser.add_argument("--left-out", action="store_true", help="raters left out, as well")
        parser.add_argument("--no-comments", action="store_true", help="no remarks of raters")
        parser.add_argument("--replace", action="store_true", help="overwrite the file")

    def handle(
        self,
        *args: object,
        address: str,
        version: int,
        target: Path,
        format: str,
        left_out: bool,
        no_comments: bool,
        replace: bool,
        **options: object,
    ) -> None:
        study = known_studies.find(address, version)
        selection = Selection(study, left_out=left_out, comments=not no_comments)
        if target.is_dir():
            target = target / judgement_exports.file_name(selection, Format(format))
        pieces = judgement_exports.stream(selection, Format(format))
        length = write_whole(pieces, target, replace=replace)
        self.stdout.write(f"{target}: {length} bytes.")
        with target.open("rb") as file:
            unseen = package.texts_open(file)
        if unseen:
            self.stdout.write(f"Not for release: {unseen} texts may name a person.")
