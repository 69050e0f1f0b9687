"""Count what stands for each question of a study's units."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand
from django.utils import timezone

from annotation.counted import EVERYBODY, PEOPLE
from annotation.management import known_studies
from annotation.services import consensus


class Command(BaseCommand):
    help = (
        "Count the consensus of a study's raters, question by question. What an adjudicator "
        "decided stays; the same count twice changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        known_studies.add_arguments(parser)
        parser.add_argument(
            "--again", action="store_true", help="count what was adjudicated anew, too"
        )
        parser.add_argument("--models", action="store_true", help="count model raters, too")

    def handle(
        self, *, address: str, version: int, again: bool, models: bool, **options: object
    ) -> None:
        study = known_studies.find(address, version)
        kinds = EVERYBODY if models else PEOPLE
        counted = consensus.count(study, now=timezone.now(), again=again, kinds=kinds)
        self.stdout.write(
            f"{counted.new} new, {counted.changed} changed, "
            f"{counted.kept_adjudicated} adjudicated and kept, {counted.open} open."
        )
