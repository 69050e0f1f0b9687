"""How far a study is, version by version."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotation.models import Study
from annotation.pages import studies as pages


class Command(BaseCommand):
    help = "Say of each version of a study how far it is and what to do next."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the last part of the study's link")

    def handle(self, *args: object, address: str, **options: object) -> None:
        versions = list(Study.objects.filter(slug=address).order_by("version"))
        if not versions:
            raise CommandError(f"There is no study {address}.")
        for study in versions:
            page = pages.overview(study, now=timezone.now())
            self.stdout.write(f"{study} ({page.kind}, {study.status}): {page.sentence}")
            self.stdout.write(f"  Units: {_units(page)}.")
            self.stdout.write(f"  {page.step.words}")


def _units(page: pages.Overview) -> str:
    states = page.states
    told = [
        f"{states.finished} finished",
        f"{states.open} open",
        f"{states.skipped} skipped by two raters or more",
    ]
    if page.people:
        told.append(f"{states.stranded} that nobody is left for")
    return f"{', '.join(told)}; {page.progress.for_all} training or hidden gold"
