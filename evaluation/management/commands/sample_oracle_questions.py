"""Draw the questions that people judge, of those that players and runs asked."""

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from annotation.management import known_studies
from evaluation.services import oracle_samples
from evaluation.services.oracle_samples import SampleRefused


class Command(BaseCommand):
    help = (
        "Make the units of a study of the Oracle's answers: equally many of each dimension and "
        "of people, models and programs, as far as there are. The same seed, the same questions."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        known_studies.add_arguments(parser)
        parser.add_argument("--count", type=int, default=300, help="300 if not given")
        parser.add_argument("--seed", type=int, default=1, help="1 if not given")

    def handle(
        self,
        *args: object,
        address: str,
        version: int,
        count: int,
        seed: int,
        **options: object,
    ) -> None:
        if seed < 0:
            raise CommandError(f"--seed: {seed} is below 0.")
        study = known_studies.find(address, version)
        try:
            drawn = oracle_samples.sample(study, count=count, seed=seed, now=timezone.now())
        except SampleRefused as refused:
            raise CommandError(str(refused)) from refused
        for line in oracle_samples.counts_of(drawn):
            self.stdout.write(line)
        self.stdout.write(f"{drawn.count:,} questions are in the study {study}.")
