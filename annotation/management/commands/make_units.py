"""Units of a study from its catalogue, or from what the Oracle answered to players."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation.catalogue_units import BadWish, Pairing, Wish
from annotation.management import known_studies, unit_imports
from annotation.models import Study
from annotation.services import unit_sources
from annotation.services.unit_sources import AnswerWish, Taken


class Command(BaseCommand):
    help = (
        "Make units of the study's catalogue (objects, affordances or pairs, by the study's kind),"
        " or of the answer store. The same settings, the same units; twice is once."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        known_studies.add_arguments(parser)
        parser.add_argument("--count", type=int, help="a random sample of so many")
        parser.add_argument("--seed", type=int, default=1, help="draws the sample; 1 if not given")
        parser.add_argument("--pairs", choices=list(Pairing), default=Pairing.ALL)
        parser.add_argument("--sample", type=Path, help="key of a numbered sample of pairs")
        parser.add_argument("--objects", nargs="+", default=[], metavar="KEY")
        parser.add_argument("--affordances", nargs="+", default=[], metavar="KEY")
        parser.add_argument("--doubted", action="store_true", help="answers that players doubted")
        parser.add_argument("--dry-run", action="store_true", help="only say what is new")

    def handle(
        self, *args: object, address: str, version: int, dry_run: bool, **options: Any
    ) -> None:
        study = known_studies.find(address, version)
        try:
            taken = _take(study, options, dry_run=dry_run)
        except BadWish as bad:
            raise CommandError(str(bad)) from bad
        unit_imports.report(study, taken.imported, dry_run=dry_run, stdout=self.stdout)
        if taken.withheld:
            self.stdout.write(f"{taken.withheld} left out: their question may name a person.")
        if taken.too_long:
            self.stdout.write(f"{taken.too_long} left out: their question is too long.")


def _take(study: Study, options: dict[str, Any], *, dry_run: bool) -> Taken:
    sampled = {"count": options["count"], "seed": options["seed"]}
    if unit_sources.takes_answers(study):
        answers = AnswerWish(doubted=options["doubted"], **sampled)
        return unit_sources.from_answers(study, answers, dry_run=dry_run)
    wish = Wish(
        objects=frozenset(options["objects"]),
        affordances=frozenset(options["affordances"]),
        pairing=Pairing(options["pairs"]),
        listed=_listed(options["sample"]),
        **sampled,
    )
    return Taken(unit_sources.from_catalogue(study, wish, dry_run=dry_run))


def _listed(path: Path | None) -> tuple[Any, ...]:
    if path is None:
        return ()
    try:
        return unit_sources.pairs_in(path.read_bytes(), path.name)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
