"""Have the players that are no models play every game of the newest catalogue."""

from django.core.management.base import BaseCommand

from games import selectors
from games.services import baselines


class Command(BaseCommand):
    help = "Play every game with the baselines and keep what they did."

    def handle(self, *args: object, **options: object) -> None:
        catalogue = selectors.newest_catalogue()
        if catalogue is None:
            self.stdout.write("No games are loaded.")
            return
        for summary in baselines.score(catalogue.pk):
            self.stdout.write(
                f"{summary.player}: {summary.won} of {summary.games} games, "
                f"{summary.questions:.1f} questions on average"
            )
