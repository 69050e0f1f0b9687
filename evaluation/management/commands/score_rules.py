"""Hold a stored rule set against a catalogue's labels; keep the figures and print them."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from evaluation.models import RuleSet
from evaluation.pages import rule_scores as pages
from evaluation.services import rule_scores, rule_sets
from evaluation.services.rule_sets import NoRules
from games.models import Catalogue


class Command(BaseCommand):
    help = "Precision and coverage of each rule on a catalogue, with Wilson intervals."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("label", help="name/version, such as by_hand/1")
        parser.add_argument("catalogue", help="the version of a stored catalogue")

    def handle(self, *args: object, label: str, catalogue: str, **options: object) -> None:
        asked = rule_scores.ask(_row(label), _catalogue(catalogue), now=timezone.now())
        rule_scores.work_out(asked.pk, now=timezone.now())
        asked.refresh_from_db()
        if asked.failed:
            raise CommandError(asked.failed)
        for line in pages.as_lines(asked):
            self.stdout.write(line)


def _row(label: str) -> RuleSet:
    try:
        return rule_sets.by_label(label)
    except NoRules as error:
        raise CommandError(str(error)) from error


def _catalogue(version: str) -> Catalogue:
    found = Catalogue.objects.filter(version=version).first()
    if found is None:
        raise CommandError(f"No catalogue {version} is stored.")
    return found
