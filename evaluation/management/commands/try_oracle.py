"""Try candidate Oracles on the questions that people judge."""

from collections.abc import Sequence
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from annotation.management import known_studies
from evaluation import oracle_specs, tasks
from evaluation.models import OracleTrial
from evaluation.oracle_specs import OracleSpec
from evaluation.pages.oracle_trials import REASONS
from evaluation.services import oracle_trials
from evaluation.services.oracle_trials import TrialRefused
from evaluation.specs import SpecError


class Command(BaseCommand):
    help = "Have candidate Oracles answer a study's questions; workers of the queue `models` ask."

    def add_arguments(self, parser: CommandParser) -> None:
        known_studies.add_arguments(parser)
        parser.add_argument(
            "specs", nargs="+", help="TOML files (docs/oracle.md), or the word table"
        )
        parser.add_argument("--here", action="store_true", help="ask in this process until done")

    def handle(
        self,
        *args: object,
        address: str,
        version: int,
        specs: Sequence[str],
        here: bool,
        **options: object,
    ) -> None:
        study = known_studies.find(address, version)
        wanted = [_read(spec) for spec in specs]
        try:
            trials = [oracle_trials.create(study, each, now=timezone.now()) for each in wanted]
        except TrialRefused as refused:
            raise CommandError(str(refused)) from refused
        for trial in trials:
            oracle_trials.resume(trial.pk)
            if here:
                self._ask(trial)
            else:
                tasks.enqueue_trial(trial.pk)
            self.stdout.write(f"{trial.title}: {trial.status}, {trial.answers.count():,} answers")

    def _ask(self, trial: OracleTrial) -> None:
        while tasks.try_here(trial.pk):
            self.stdout.write(f"{trial.title}: {trial.answers.count():,} answers so far")
        trial.refresh_from_db()
        if trial.status == OracleTrial.Status.PAUSED:
            raise CommandError(f"{trial.title} is paused. {REASONS.get(trial.reason, '')}")
        if trial.status != OracleTrial.Status.COMPLETE:
            raise CommandError(f"{trial.title} got no reply; run this again, and it goes on.")


def _read(spec: str) -> OracleSpec:
    if spec == "table":
        return oracle_specs.of_json({"oracle": {"kind": "table"}})
    try:
        return oracle_specs.read_toml(Path(spec).read_bytes())
    except OSError as error:
        raise CommandError(f"{spec} cannot be read: {error.strerror}.") from error
    except SpecError as error:
        raise CommandError(f"{spec}: {error}") from error
