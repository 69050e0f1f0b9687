"""Print the agreement on a study: the tables of its page, as text or JSON."""

from django.core.management.base import BaseCommand, CommandParser

from annotation.management import known_studies
from annotation.pages import agreement, agreement_files


class Command(BaseCommand):
    help = "Print the agreement on every question of a study."

    def add_arguments(self, parser: CommandParser) -> None:
        known_studies.add_arguments(parser)
        parser.add_argument("--extra", action="store_true", help="count extra judgements, too")
        parser.add_argument("--json", action="store_true", help="the whole, for a program")

    def handle(self, *args: object, address: str, version: int, **options: object) -> None:
        study = known_studies.find(address, version)
        extra = bool(options["extra"])
        first = agreement.agreement_of(study, extra=extra)
        others = [agreement.agreement_of(study, name, extra=extra) for name in first.menu[1:]]
        write = agreement_files.figures if options["json"] else agreement_files.text
        self.stdout.write(write(study, [first, *others]), ending="")
