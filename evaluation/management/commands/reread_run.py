"""Read a run's stored replies again by the rules of now; print what would be read otherwise."""

from django.core.management.base import BaseCommand, CommandParser

from evaluation.management import known_runs
from evaluation.rereading import Reading
from evaluation.services import rereading


class Command(BaseCommand):
    help = "Which replies of a run would be read otherwise today; no model is asked."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the run's address, as in /runs/<address>/")

    def handle(self, *args: object, slug: str, **options: object) -> None:
        found = rereading.reread(known_runs.find(slug))
        for each in found.flipped:
            place = f"{each.game}, repeat {each.repeat}, reply {each.sequence}"
            self.stdout.write(f"{place}: {_words(each.flip.then)} -> {_words(each.flip.now)}")
        self.stdout.write(
            f"{len(found.flipped):,} of {found.replies:,} replies are read otherwise by "
            f"{found.reader}, in {len(found.games):,} games. Nothing was changed."
        )


def _words(reading: Reading) -> str:
    return f"{reading.kind} {(reading.said or reading.why)!r}"
