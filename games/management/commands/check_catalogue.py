"""Read a catalogue folder, say what is in it and what is weak in it; store nothing."""

from argparse import ArgumentParser
from collections import Counter
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games import catalogue_checks, formats
from games.formats import CatalogueContent
from games.management import catalogue_folders


class Command(BaseCommand):
    help = "Check the catalogue in a folder; exit status 1 where it has errors."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--strict", action="store_true", help="weaknesses are errors, too")

    def handle(self, *args: object, folder: Path, strict: bool, **options: object) -> None:
        reading = formats.read_catalogue(catalogue_folders.files_in(folder))
        catalogue_folders.refuse(reading.errors, stderr=self.stderr)
        assert reading.content is not None  # a reading without errors has one
        self._report(reading.content)
        findings = catalogue_checks.findings(reading.content)
        for finding in findings:
            self.stdout.write(f"warning: {finding}")
        kinds = Counter(finding.kind for finding in findings)
        told = ", ".join(f"{kind} {count}" for kind, count in kinds.items()) or "none"
        self.stdout.write(f"Warnings: {told}")
        if strict and findings:
            raise CommandError(f"{len(findings)} warnings, and --strict allows none.")

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
