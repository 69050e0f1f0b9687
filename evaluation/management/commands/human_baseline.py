"""Print a campaign's figures: the tables of its page, as text or JSON."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from evaluation.pages import figures, files
from games.models import Campaign


class Command(BaseCommand):
    help = "Print the figures of a campaign."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="its address, as in /campaigns/<address>/")
        parser.add_argument("--json", action="store_true", help="the whole, for a program")

    def handle(self, *args: object, **options: object) -> None:
        slug = str(options["campaign"])
        known = Campaign.objects.select_related("catalogue", "protocol")
        campaign = known.filter(slug=slug).first()
        if campaign is None:
            there = ", ".join(known.order_by("slug").values_list("slug", flat=True)) or "none"
            raise CommandError(f"There is no campaign {slug!r}. There are: {there}.")
        write = files.as_json if options["json"] else files.as_text
        self.stdout.write(write(figures.figures_of(campaign)), ending="")
