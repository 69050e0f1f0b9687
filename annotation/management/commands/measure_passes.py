"""How far the passes over a catalogue's pairs agree, for the terminal."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from annotation import pass_agreement
from annotation.agreement.bootstrap import Resampling
from annotation.management import pass_folders
from annotation.pass_agreement import Confusion
from annotation.release import counts


class Command(BaseCommand):
    help = "Percent agreement, Fleiss's kappa, alpha and AC1 of the passes, by affordance."

    def add_arguments(self, parser: ArgumentParser) -> None:
        pass_folders.add_arguments(parser)
        parser.add_argument("--resamples", type=int, default=1_000)
        parser.add_argument("--seed", type=int, default=1)

    def handle(
        self,
        *args: object,
        folder: Path,
        passes: Path,
        adjudicated: Path,
        resamples: int,
        seed: int,
        **options: object,
    ) -> None:
        if resamples < 1 or seed < 0:
            raise CommandError("--resamples takes 1 or more, --seed 0 or more.")
        judged = pass_folders.judged(folder, passes, adjudicated, stderr=self.stderr)
        measured = pass_agreement.measure_passes(judged.answers, Resampling(resamples, seed))
        for line in _columns([counts.AGREEMENT_HEADS, *counts.agreement_rows(measured)]):
            self.stdout.write(line)
        self.stdout.write("")
        for confusion in pass_agreement.confusions(judged.answers):
            self.stdout.write(_said(confusion))


def _columns(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _said(confusion: Confusion) -> str:
    told = ", ".join(
        f"{one}/{other} {count}" for (one, other), count in sorted(confusion.pairs.items())
    )
    return f"{confusion.first} and {confusion.second}: {told}"
