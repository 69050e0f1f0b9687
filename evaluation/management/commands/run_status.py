"""Print how far a run is, what its pre-flight found and what it will take."""

from django.core.management.base import BaseCommand, CommandParser

from evaluation.management import known_runs, run_reports


class Command(BaseCommand):
    help = "Print a run's state, checks and forecast."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="its address, as in /runs/<address>/")

    def handle(self, *args: object, slug: str, **options: object) -> None:
        for line in run_reports.report(known_runs.find_any(slug)):
            self.stdout.write(line)
