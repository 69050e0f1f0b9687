"""Bring the counted part of a catalogue's data card up to its files."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from annotation import consensus, pass_agreement
from annotation.agreement.bootstrap import Resampling
from annotation.management import pass_folders
from annotation.release import counts
from annotation.release.counts import NoPlace
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
        counted = counts.counts_of(
            reading.content,
            consensus.settle(judged.pairs, judged.answers, judged.adjudicated),
            pass_agreement.measure_passes(judged.answers, Resampling()),
            pass_agreement.confusions(judged.answers),
        )
        path = folder / pass_folders.CARD
        try:
            card = path.read_text(encoding="utf-8")
            written = counts.with_counts(card, counted)
        except (OSError, NoPlace) as error:
            raise CommandError(f"{path}: {error}") from error
        if check and written != card:
            raise CommandError(f"{path} is behind its files; write_card brings it up to them.")
        if not check:
            catalogue.write_whole(path, written.encode())
        self.stdout.write(f"{path} says what its files hold.")
