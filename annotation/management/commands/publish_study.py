"""Publish what a study has come to: a new catalogue version, or documents."""

import json
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotation.management import known_studies
from annotation.models import Publication
from annotation.publishing.outcome import ABOUT
from annotation.services import publish
from annotation.services.publish import PublishRefused


class Command(BaseCommand):
    help = "Publish a study. A second call without anything new is refused."

    def add_arguments(self, parser: ArgumentParser) -> None:
        known_studies.add_arguments(parser)
        parser.add_argument("--catalogue-version", default="", help="of the new catalogue")
        parser.add_argument("--seed", type=int, help="of new games; the study's by default")
        parser.add_argument(
            "--leave-open", action="store_true", help="publish without the open units"
        )
        parser.add_argument(
            "--leave-misfits", action="store_true", help="publish without units that do not fit"
        )
        parser.add_argument("--folder", type=Path, help="write the files here, too")

    def handle(
        self,
        *args: object,
        address: str,
        version: int,
        catalogue_version: str,
        seed: int | None,
        leave_open: bool,
        leave_misfits: bool,
        folder: Path | None,
        **options: object,
    ) -> None:
        study = known_studies.find(address, version)
        try:
            made = publish.publish(
                study,
                by=None,
                now=timezone.now(),
                version=catalogue_version,
                seed=seed,
                leave_open=leave_open,
                leave_misfits=leave_misfits,
            )
        except PublishRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{study}, publication {made.number}, SHA-256 {made.sha256}")
        for about, told in (("left open", "left_open"), ("left out", "left_out")):
            if units := json.loads(made.files[ABOUT])[told]:
                self.stdout.write(f"{len(units)} units {about}: {', '.join(units)}")
        if made.catalogue is not None:
            self.stdout.write(f"Catalogue {made.catalogue.version}")
        if folder is not None:
            self._write(made, folder)

    def _write(self, made: Publication, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, text in made.files.items():
                (folder / name).write_bytes(text.encode())
        except OSError as error:
            raise CommandError(f"{folder} cannot be written: {error.strerror}.") from error
