"""Correct the Oracle answers that a study found wrong, and say how many plays they touched."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotation.management import known_studies
from annotation.services import corrections
from annotation.services.corrections import CorrectionRefused


class Command(BaseCommand):
    help = "Correct the answers that a study of the Oracle's answers found wrong; twice is once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        known_studies.add_arguments(parser)

    def handle(self, *args: object, address: str, version: int, **options: object) -> None:
        study = known_studies.find(address, version)
        try:
            corrected = corrections.apply(study, by=None, now=timezone.now())
        except CorrectionRefused as refused:
            raise CommandError(str(refused)) from refused
        touched = corrections.touched(study)
        self.stdout.write(
            f"{corrected} answers corrected. All corrections of this study touched"
            f" {touched.plays} plays in {touched.turns} turns: {touched.won} won,"
            f" {touched.lost} lost."
        )
