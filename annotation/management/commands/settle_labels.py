"""From the passes and adjudications to labels.jsonl of a catalogue folder."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from annotation import pass_labels
from annotation.label_passes import Pair
from annotation.management import pass_folders
from annotation.pass_labels import RATERS_WANTED, Consensus
from games import formats
from games.formats import CatalogueContent
from games.services import catalogue

LISTED = 20


class Command(BaseCommand):
    help = "Write labels.jsonl: majorities of the passes, and what was adjudicated."

    def add_arguments(self, parser: ArgumentParser) -> None:
        pass_folders.add_arguments(parser)
        parser.add_argument("--raters", type=int, default=RATERS_WANTED, help="answers a pair")
        parser.add_argument(
            "--list-open", action="store_true", help="list every pair without a majority"
        )

    def handle(
        self,
        *args: object,
        folder: Path,
        passes: Path,
        adjudicated: Path,
        raters: int,
        list_open: bool,
        **options: object,
    ) -> None:
        if raters < 1:
            raise CommandError(f"--raters {raters}: a label takes one answer at least.")
        judged = pass_folders.judged(folder, passes, adjudicated, stderr=self.stderr)
        found = pass_labels.settle(
            judged.pairs, judged.answers, judged.adjudicated, raters_wanted=raters
        )
        self._refuse(found.thin, f"have fewer than {raters} answers", limit=LISTED)
        limit = len(found.open) if list_open else LISTED
        self._refuse(found.open, "have no majority and no adjudication", limit=limit)
        rows = pass_labels.label_rows(found.settled)
        data = formats.labels_file(rows)
        try:
            catalogue.write_whole(folder / formats.LABELS, data)
        except OSError as error:
            raise CommandError(f"{folder} cannot be written: {error.strerror}.") from error
        self._report(judged.content, found)

    def _refuse(self, pairs: Sequence[Pair], what: str, *, limit: int) -> None:
        for pair in pairs[:limit]:
            self.stderr.write(f"{pair.object_key} {pair.affordance}")
        if pairs:
            raise CommandError(f"{len(pairs)} pairs {what}; nothing was written.")

    def _report(self, content: CatalogueContent, found: Consensus) -> None:
        by = Counter(each.by.value for each in found.settled.values())
        labels = Counter(each.label.value for each in found.settled.values())
        overruled = sum(each.overruled is not None for each in found.settled.values())
        self.stdout.write(
            f"{content.manifest.version}: {len(found.settled)} labels;"
            f" {', '.join(f'{key} {labels[key]}' for key in sorted(labels))};"
            f" {', '.join(f'by {key} {by[key]}' for key in sorted(by))}"
            f" ({overruled} against a majority)"
        )
