"""How right the Oracle is on a file of gold questions; the first line is the headline."""

from argparse import ArgumentParser
from functools import partial
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, OutputWrapper

from games import backends, oracle_gate, oracle_scores, selectors
from games.formats import read_blind_gold, read_oracle_gold
from games.management.gold_files import asking, asking_about, result_of, rows_in
from games.models import Catalogue
from games.oracle_scores import Scored
from games.roles import Oracle
from games.services.scores import keep_oracle_score


class Command(BaseCommand):
    help = "Score the Oracle that ORACLE names on a gold file (JSON Lines)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--catalogue",
            metavar="VERSION",
            help="the rows name objects of this stored catalogue; its own Oracle is asked",
        )
        parser.add_argument("--store", action="store_true", help="keep the figure for the pages")
        parser.add_argument(
            "--headline", action="store_true", help="name the set, and print the first line only"
        )

    def handle(
        self,
        *args: object,
        file: Path,
        catalogue: str | None,
        store: bool,
        headline: bool,
        **options: object,
    ) -> None:
        if catalogue is None:
            oracle, question_set = backends.oracle(None), file.stem
            rows = rows_in(file, read_oracle_gold, stderr=self.stderr)
            scored = result_of(oracle_scores.score(asking(oracle), rows))
        else:
            about = _stored(catalogue)
            oracle, question_set = backends.oracle(about.pk), oracle_gate.question_set(catalogue)
            scored = _about_objects(oracle, about, file, stderr=self.stderr)
        report = oracle_scores.report(scored)
        first, _, _ = report.partition("\n")
        self.stdout.write(f"{question_set}, {first}" if headline else report)
        if store:
            keep_oracle_score(oracle.version, question_set, oracle_scores.headline(scored))


def _stored(version: str) -> Catalogue:
    try:
        return Catalogue.objects.get(version=version)
    except Catalogue.DoesNotExist as missing:
        raise CommandError(f"No catalogue {version} is stored; import it first.") from missing


def _about_objects(
    oracle: Oracle, catalogue: Catalogue, file: Path, *, stderr: OutputWrapper
) -> tuple[Scored, ...]:
    """The file's questions put to the Oracle that plays of this catalogue have."""
    sheets = {sheet.key: sheet for sheet in selectors.sheets_of(catalogue.pk).values()}
    rows = rows_in(file, partial(read_blind_gold, objects=sheets), stderr=stderr)
    return result_of(oracle_scores.score(asking_about(oracle, sheets), rows))
