"""Print how far a run is, what its pre-flight found and what it will take."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from evaluation.management import run_reports
from evaluation.models import Run


class Command(BaseCommand):
    help = "Print a run's state, checks and forecast."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="its address, as in /runs/<address>/")

    def handle(self, *args: object, slug: str, **options: object) -> None:
        run = Run.objects.filter(slug=slug).select_related("catalogue", "protocol").first()
        if run is None:
            newest = ", ".join(Run.objects.values_list("slug", flat=True)[:5]) or "none"
            raise CommandError(f"There is no run {slug}; the newest are: {newest}.")
        for line in run_reports.report(run):
            self.stdout.write(line)
