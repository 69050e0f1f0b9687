"""Bring the counted part of a catalogue's data card up to its files."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from annotation.management import cards, pass_folders
from games import formats
from games.management import catalogue_folders
from games.services import catalogue


class Command(BaseCommand):
    help = "Write counts, balance and agreement into card.md, between its two marks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        pass_folders.add_arguments(parser)
        parser.add_argument(
            "--check", action="store_true", help="write nothing; exit status 1 where it is behind"
        )

    def handle(
        self,
        *args: object,
        folder: Path,
        passes: Path,
        adjudicated: Path,
        check: bool,
        **options: object,
    ) -> None:
        judged = pass_folders.judged(folder, passes, adjudicated, stderr=self.stderr)
        reading = formats.read_catalogue(catalogue_folders.files_in(folder))
        catalogue_folders.refuse(reading.errors, stderr=self.stderr)
        assert reading.content is not None  # a reading without errors has one
        found = cards.settled(reading.content, judged)
        path, card = folder / pass_folders.CARD, cards.read(folder)
        written = cards.brought_up(card, reading.content, judged, found)
        if check and written != card:
            raise CommandError(f"{path} is behind its files; write_card brings it up to them.")
        if not check:
            catalogue.write_whole(path, written.encode())
        self.stdout.write(f"{path} says what its files hold.")
