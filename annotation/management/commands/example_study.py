"""The small open study of the demo, so that annotators can try the whole way at once."""

from argparse import ArgumentParser
from dataclasses import replace
from datetime import datetime

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from annotation import consent
from annotation.catalogue_units import BadWish, Wish, rows
from annotation.kinds.registry import KINDS
from annotation.models import Study
from annotation.services import enrolment, studies, units
from annotation.services.studies import Settings
from annotation.unit_files import UnitRow
from games.contents import content_of
from games.formats import CatalogueContent
from games.labels import Decided, Label
from games.models import Catalogue

SLUG, KIND = "try-out-labels", "object_affordance"
PAIRS, TRAINING, GOLD, SEED = 30, 4, 3, 1
RESERVE = 100
"""Of so many other pairs those with a known answer are taken."""


class Command(BaseCommand):
    help = (
        f"Make and open the study {SLUG}: {PAIRS} pairs of a catalogue, {TRAINING} to learn on and"
        f" {GOLD} with a known answer. It stays as it is where it is there."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("catalogue", help="the version of a stored catalogue")
        parser.add_argument("accounts", nargs="*", help="who takes part")

    def handle(self, *args: object, catalogue: str, accounts: list[str], **options: object) -> None:
        found = Catalogue.objects.filter(version=catalogue).first()
        if found is None:
            raise CommandError(f"No catalogue {catalogue} is stored.")
        study = Study.objects.filter(slug=SLUG).order_by("version").last()
        if study is None:
            try:
                study = _made(found, now=timezone.now())
            except BadWish as bad:
                raise CommandError(f"{catalogue} is too small for the example: {bad}") from bad
            for user in User.objects.filter(username__in=accounts):
                enrolment.add(study, user)
        self.stdout.write(f"/annotate/{study.slug}/{study.version}/")


def _made(catalogue: Catalogue, *, now: datetime) -> Study:
    settings = Settings(
        title="A small try-out of labels",
        about="About thirty small judgements of what can be done with things of the household.",
        guidelines=KINDS[KIND].guidelines,
        contact="Write to the person who gave you your account here.",
        consent=consent.DEFAULT,
        catalogue=catalogue,
        seed=SEED,
        gold_every=8,
    )
    with transaction.atomic():
        study = studies.create(settings, kind=KIND, slug=SLUG)
        taken = units.add_rows(study, _rows(content_of(catalogue)), source=catalogue.version)
        if taken.errors:
            raise CommandError(str(taken.errors[0]))
        studies.open_study(study, now=now)
    return study


def _rows(content: CatalogueContent) -> list[UnitRow]:
    """Pairs drawn by the seed; those with a known answer are others, whose raters agreed."""
    drawn = rows(KIND, content, Wish(count=PAIRS + RESERVE, seed=SEED))
    judged, others = drawn[:PAIRS], drawn[PAIRS:]
    clear = _clear(content)
    known = [replace(row, gold={"label": clear[row.key]}) for row in others if row.key in clear]
    noes = [row for row in known if row.gold == {"label": "no"}]
    yeses = [row for row in known if row.gold == {"label": "yes"}]
    told = [row for pair in zip(yeses, noes, strict=False) for row in pair][: TRAINING + GOLD]
    if len(told) < TRAINING + GOLD:
        raise CommandError("The catalogue has too few labels on which raters agreed.")
    return [*(replace(row, training=True) for row in told[:TRAINING]), *told[TRAINING:], *judged]


def _clear(content: CatalogueContent) -> dict[str, str]:
    """Unit key -> yes or no, where nothing had to be decided after the raters."""
    return {
        f"{row.object_key} {key}": str(label)
        for row in content.labels
        if row.decided == Decided.CONSENSUS
        for key, label in row.answers().items()
        if label != Label.NOT_DEDUCIBLE
    }
