"""Print a campaign's figures: the tables of its page, as text or JSON."""

from django.core.management.base import BaseCommand, CommandParser

from evaluation.pages import figures, files
from games.management import known_campaigns


class Command(BaseCommand):
    help = "Print the figures of a campaign."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="its address, as in /campaigns/<address>/")
        parser.add_argument("--json", action="store_true", help="the whole, for a program")

    def handle(self, *args: object, **options: object) -> None:
        campaign = known_campaigns.find(str(options["campaign"]))
        write = files.as_json if options["json"] else files.as_text
        self.stdout.write(write(figures.figures_of(campaign)), ending="")
