"""How far the passes agree, for the terminal or as a table of the data card."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand

from annotation import pass_agreement
from annotation.agreement.bootstrap import Resampling
from annotation.agreement.tables import Coefficient
from annotation.management import pass_folders
from annotation.pass_agreement import Confusion, PassAgreement
from games.estimates import Undefined

HEADS = ("affordance", "pairs", "yes", "unsure", "split", "percent", "kappa", "alpha", "AC1")


class Command(BaseCommand):
    help = "Percent agreement, Fleiss's kappa, alpha and AC1 of the passes, by affordance."

    def add_arguments(self, parser: ArgumentParser) -> None:
        pass_folders.add_arguments(parser)
        parser.add_argument("--markdown", action="store_true", help="as a Markdown table")
        parser.add_argument("--resamples", type=int, default=1_000)
        parser.add_argument("--seed", type=int, default=1)

    def handle(
        self,
        *args: object,
        folder: Path,
        passes: Path,
        adjudicated: Path,
        markdown: bool,
        resamples: int,
        seed: int,
        **options: object,
    ) -> None:
        judged = pass_folders.judged(folder, passes, adjudicated, stderr=self.stderr)
        measured = pass_agreement.measure_passes(judged.answers, Resampling(resamples, seed))
        rows = [_cells(each) for each in measured]
        for line in _markdown(rows) if markdown else _columns(rows):
            self.stdout.write(line)
        self.stdout.write("")
        for confusion in pass_agreement.confusions(judged.answers):
            self.stdout.write(_said(confusion))


def _cells(measured: PassAgreement) -> tuple[str, ...]:
    found = measured.agreement
    return (
        measured.of,
        str(found.units),
        f"{found.shares['yes']:.1%}",
        str(measured.unsure),
        str(measured.split),
        *(_figure(each) for each in (found.percent, found.kappa, found.alpha, found.ac1)),
    )


def _figure(coefficient: Coefficient) -> str:
    if isinstance(coefficient.value, Undefined):
        return coefficient.value.reason
    if isinstance(coefficient.interval, Undefined):
        return f"{coefficient.value:.3f}"
    return (
        f"{coefficient.value:.3f} [{coefficient.interval.low:.3f}, {coefficient.interval.high:.3f}]"
    )


def _columns(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[at]) for row in [HEADS, *rows]) for at in range(len(HEADS))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in [HEADS, *rows]
    ]


def _markdown(rows: list[tuple[str, ...]]) -> list[str]:
    rule = ("---",) * len(HEADS)
    return [f"| {' | '.join(row)} |" for row in [HEADS, rule, *rows]]


def _said(confusion: Confusion) -> str:
    told = ", ".join(
        f"{one}/{other} {count}" for (one, other), count in sorted(confusion.pairs.items())
    )
    return f"{confusion.first} and {confusion.second}: {told}"
