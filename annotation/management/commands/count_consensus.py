"""Count what stands for each question of a study's units."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotation.judged import EVERYBODY
from annotation.models import Study
from annotation.services import consensus
from annotation.services.consensus import PEOPLE


class Command(BaseCommand):
    help = (
        "Count the consensus of a study's raters, question by question. What an adjudicator "
        "decided stays; the same count twice changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the study's address")
        parser.add_argument("version", type=int)
        parser.add_argument(
            "--again", action="store_true", help="count what was adjudicated anew, too"
        )
        parser.add_argument("--models", action="store_true", help="count model raters, too")

    def handle(
        self, *, address: str, version: int, again: bool, models: bool, **options: object
    ) -> None:
        study = Study.objects.filter(slug=address, version=version).first()
        if study is None:
            raise CommandError(f"There is no study {address} {version}.")
        kinds = EVERYBODY if models else PEOPLE
        counted = consensus.count(study, now=timezone.now(), again=again, kinds=kinds)
        self.stdout.write(
            f"{counted.new} new, {counted.changed} changed, "
            f"{counted.kept_adjudicated} adjudicated and kept, {counted.open} open."
        )
