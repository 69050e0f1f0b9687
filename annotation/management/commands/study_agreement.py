"""Print the agreement on a study: the tables of its page, as text or JSON."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.models import Study
from annotation.pages import agreement, agreement_files


class Command(BaseCommand):
    help = "Print the agreement on every question of a study."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", help="as in /annotations/<address>/<version>/")
        parser.add_argument("version", type=int)
        parser.add_argument("--extra", action="store_true", help="count extra judgements, too")
        parser.add_argument("--json", action="store_true", help="the whole, for a program")

    def handle(self, *args: object, address: str, version: int, **options: object) -> None:
        try:
            study = Study.objects.get(slug=address, version=version)
        except Study.DoesNotExist as error:
            raise CommandError(f"There is no study {address} of version {version}.") from error
        extra = bool(options["extra"])
        first = agreement.agreement_of(study, extra=extra)
        others = [agreement.agreement_of(study, name, extra=extra) for name in first.menu[1:]]
        write = agreement_files.figures if options["json"] else agreement_files.text
        self.stdout.write(write(study, [first, *others]), ending="")
