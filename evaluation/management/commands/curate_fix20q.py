"""Make a list for FIX20Q of what runs asked most."""

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_slug

from evaluation.management import known_runs
from evaluation.services import fixed_lists
from games.labels import Split


class Command(BaseCommand):
    help = "Store the 20 most asked valid questions of runs, of all four dimensions, as a list."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="of the list: letters, digits, - and _, at most 100")
        parser.add_argument("--runs", nargs="+", required=True, help="addresses of runs")
        parser.add_argument("--split", choices=list(Split), required=True, help="of the games")

    def handle(
        self, *args: object, name: str, runs: list[str], split: str, **options: object
    ) -> None:
        try:
            validate_slug(name)
            made = fixed_lists.curate(name, known_runs.find_all(runs), Split(split))
        except ValidationError as error:
            raise CommandError(f"{name!r}: {error.messages[0]}") from error
        except fixed_lists.NoList as error:
            raise CommandError(str(error)) from error
        for number, question in enumerate(fixed_lists.listed(made.row).questions, start=1):
            self.stdout.write(f"{number:2} {question.count:6,}  {question.text}")
        self.stdout.write(
            f"The list {name} is stored, of {made.asked:,} valid questions; "
            f"{made.outside:,} of them are none of the pool."
        )
