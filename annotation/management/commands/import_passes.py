"""Import models' answers into a study, where the models count as raters."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotation.management import known_studies
from annotation.pages import model_raters as pages
from annotation.services import model_raters


class Command(BaseCommand):
    help = "Import label passes, or files of answers, of models; a file is taken whole or not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        known_studies.add_arguments(parser)
        parser.add_argument("files", type=Path, nargs="+")

    def handle(
        self, *args: object, address: str, version: int, files: list[Path], **options: object
    ) -> None:
        study = known_studies.find(address, version)
        for file in files:
            try:
                data = file.read_bytes()
            except OSError as error:
                raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
            imported = model_raters.import_answers(study, data, file.name, now=timezone.now())
            for problem in imported.errors[:20]:
                self.stderr.write(str(problem))
            if imported.errors:
                raise CommandError(f"{file}: {len(imported.errors)} errors; nothing was stored.")
            self.stdout.write(f"{file}: {pages.taken(imported)}")
