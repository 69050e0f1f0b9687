"""Export a campaign's participants, plays and turns as one ZIP file."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games import exports
from games.export_rows import Include, Selection
from games.exporting import package
from games.exporting.file_formats import Format
from games.exports import OnlySimulated
from games.management import known_campaigns
from games.management.export_files import write_whole


class Command(BaseCommand):
    help = "Export a campaign as a ZIP file, without practice, excluded and simulated plays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the campaign's short name, as in its address")
        parser.add_argument("target", type=Path, help="a file to be written, or a folder for it")
        parser.add_argument("--format", choices=[str(each) for each in Format], default="csv")
        parser.add_argument(
            "--include",
            choices=[str(each) for each in Include],
            action="append",
            default=[],
            help="what is left out otherwise; can be given several times",
        )
        parser.add_argument("--replace", action="store_true", help="overwrite the file")

    def handle(
        self,
        *args: object,
        slug: str,
        target: Path,
        format: str,
        include: list[str],
        replace: bool,
        **options: object,
    ) -> None:
        campaign = known_campaigns.find(slug)
        selection = Selection(campaign, frozenset(map(Include, include)))
        if target.is_dir():
            target = target / exports.file_name(campaign, Format(format))
        try:
            pieces = exports.stream(selection, Format(format))
        except OnlySimulated as simulated:
            raise CommandError(f"{simulated} --include simulated exports it.") from simulated
        length = write_whole(pieces, target, replace=replace)
        self.stdout.write(f"{target}: {length} bytes.")
        self._say_release(target)

    def _say_release(self, target: Path) -> None:
        with target.open("rb") as file:
            unseen = package.texts_open(file)
        if unseen:
            self.stdout.write(
                f"Not for release: {unseen} texts may name a person and were not looked at."
            )
