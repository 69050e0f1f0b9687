"""Read a catalogue folder, say what is in it and what is weak in it; store nothing."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games import catalogue_checks, catalogue_games, catalogue_rules, catalogue_trees, formats
from games.catalogue_checks import Finding
from games.catalogue_rules import BadChecks, Checks
from games.catalogue_trees import TreeScore
from games.formats import CatalogueContent
from games.management import catalogue_folders

CHECKS = "checks.toml"


class Command(BaseCommand):
    help = "Check the catalogue in a folder; exit status 1 where it has errors."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--strict", action="store_true", help="weaknesses are errors, too")
        parser.add_argument(
            "--trees", action="store_true", help="also tell labels from properties by trees"
        )

    def handle(
        self, *args: object, folder: Path, strict: bool, trees: bool, **options: object
    ) -> None:
        reading = formats.read_catalogue(catalogue_folders.files_in(folder))
        catalogue_folders.refuse(reading.errors, stderr=self.stderr)
        assert reading.content is not None  # a reading without errors has one
        content = reading.content
        self._report(content)
        scores = catalogue_trees.score_trees(content) if trees else ()
        self._report_trees(scores)
        checks = _checks_in(folder)
        try:
            found = chain(
                catalogue_checks.findings(content),
                catalogue_games.unsettled(content),
                catalogue_trees.alarms(scores),
                catalogue_rules.broken_rules(content, checks.rules),
            )
            left = self._report_findings(found, checks)
        except BadChecks as error:
            raise CommandError(str(error)) from error
        if strict and left:
            raise CommandError(f"{left} warnings, and --strict allows none.")

    def _report(self, content: CatalogueContent) -> None:
        objects, affordances = len(content.objects), len(content.affordances)
        splits = Counter(game.split.value for game in content.games)
        self.stdout.write(f"Catalogue {content.manifest.version}")
        self.stdout.write(f"SHA-256 {formats.catalogue_sha256(content)}")
        self.stdout.write(
            f"{objects} objects x {affordances} affordances = {objects * affordances} pairs;"
            f" {len(content.vocabulary)} values; {len(content.games)} games"
            f" ({splits['dev']} dev, {splits['test']} test)"
        )
        for count in catalogue_checks.affordance_counts(content):
            self.stdout.write(
                f"{count.key:32} yes {count.share:6.1%} ({count.yes}), no {count.no},"
                f" not deducible {count.not_deducible}, games {count.games}"
            )

    def _report_trees(self, scores: Iterable[TreeScore]) -> None:
        for score in scores:
            told = "too few of one label"
            if score.accuracy is not None and score.balanced is not None:
                told = f"right {score.accuracy:.1%}, balanced {score.balanced:.1%}"
            self.stdout.write(
                f"tree: {score.key:32} {told}, commonest label {score.commonest:.1%},"
                f" {len(score.wrong)} objects otherwise"
            )

    def _report_findings(self, found: Iterable[Finding], checks: Checks) -> int:
        weighed = catalogue_rules.weigh(found, checks.reasons)
        for finding, reason in weighed.explained:
            self.stdout.write(f"explained: {finding} {reason.text}")
        for finding in weighed.open:
            self.stdout.write(f"warning: {finding}")
        explained = Counter(finding.kind for finding, _ in weighed.explained)
        self.stdout.write(f"Explained: {_counted(explained)}")
        self.stdout.write(f"Warnings: {_counted(Counter(f.kind for f in weighed.open))}")
        return len(weighed.open)


def _checks_in(folder: Path) -> Checks:
    path = folder / CHECKS
    try:
        return catalogue_rules.read_checks(path.read_bytes()) if path.exists() else Checks()
    except (OSError, BadChecks) as error:
        raise CommandError(str(error)) from error


def _counted(kinds: Counter[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in kinds.items()) or "none"
