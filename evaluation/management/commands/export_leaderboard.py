"""Write rows of the leaderboard as a LaTeX table."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from evaluation.run_exports import selections
from evaluation.run_exports.selections import NotOnTheLeaderboard
from games.management.export_files import write_whole


class Command(BaseCommand):
    help = "Write the leaderboard, or some of its rows, as a LaTeX table with n and intervals."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("target", type=Path, help="a file to be written")
        parser.add_argument(
            "references",
            nargs="*",
            help="rows as run/ADDRESS or campaign/ADDRESS; without any, all of them",
        )
        parser.add_argument("--replace", action="store_true", help="overwrite the file")

    def handle(
        self,
        *args: object,
        target: Path,
        references: list[str],
        replace: bool,
        **options: object,
    ) -> None:
        try:
            content = selections.as_latex(references)
        except NotOnTheLeaderboard as error:
            raise CommandError(str(error)) from error
        length = write_whole([content.encode()], target, replace=replace)
        self.stdout.write(f"{target}: {length} bytes.")
