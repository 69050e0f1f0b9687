"""Launch a run from a TOML spec or from a suite of models."""

import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from evaluation import run_specs, run_words, specs, suites, tasks
from evaluation.management import run_reports
from evaluation.models import Run
from evaluation.services import runs
from evaluation.services.runs import RunRefused
from evaluation.specs import SpecError
from evaluation.suites import Suite, SuiteModel, UnknownModel

LOOK_SECONDS = 2.0


class Command(BaseCommand):
    help = "Launch a run; workers of the queue `models` play it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("spec", nargs="?", type=Path, help="a TOML file (docs/runs.md)")
        parser.add_argument("--key", type=uuid.UUID, help="the same key never makes a second run")
        parser.add_argument("--wait", action="store_true", help="print progress until it stops")
        parser.add_argument(
            "--workers-inline", action="store_true", help="play it in this process, then stop"
        )
        parser.add_argument("--suite", help=f"a list of models: {', '.join(suites.names())}")
        parser.add_argument("--list", action="store_true", help="print the suite's models")
        parser.add_argument("--model", help="one of the suite's models, by its key")
        parser.add_argument("--address", help="of that model's server, as http://host:8000/v1")
        parser.add_argument("--name", help="of that model at its server, where it is another")
        parser.add_argument("--catalogue", help="where no spec names one")

    def handle(self, *args: object, **options: Any) -> None:
        if options["list"]:
            self._list(_suite(options["suite"] or "affordance20q-2026"))
            return
        run = _create(_tables(options), options["key"])
        piece = run_words.PIECES[run.kind]
        self.stdout.write(f"{run.slug}: {run.episodes.count():,} {piece}s.")
        for line in run_specs.deviations(run_specs.of_json(run.spec)):
            self.stdout.write(f"deviates: {line}")
        if options["workers_inline"]:
            self._play_here(run)
            return
        tasks.enqueue(run.pk)
        if options["wait"]:
            self._wait(run)

    def _list(self, suite: Suite) -> None:
        self.stdout.write(f"{suite.name}: {suite.title} ({suite.source})")
        for model in suite.models:
            kind = " ".join(filter(None, (model.group, model.architecture, model.size)))
            self.stdout.write(f"  {model.key:18} {kind:20} {model.profile:17} {model.name}")

    def _play_here(self, run: Run) -> None:
        """Play slice after slice; each ends by itself before a worker's time is up."""
        while run.status in Run.GOING_ON:
            tasks.play_here(run.pk)
            run.refresh_from_db()
            self.stdout.write(run_reports.progress(run))
        self._end(run)

    def _wait(self, run: Run) -> None:
        said = ""
        while run.status in Run.GOING_ON:
            time.sleep(LOOK_SECONDS)
            run.refresh_from_db()
            line = run_reports.progress(run)
            if line != said:
                self.stdout.write(said := line)
        self._end(run)

    def _end(self, run: Run) -> None:
        """Say what was found; a run that stopped before its end is an error."""
        for line in (*run_reports.checks(run), *run_reports.forecast(run.forecast)):
            self.stdout.write(line)
        if run.kind == Run.Kind.QUESTIONS:
            for line in run_reports.figures(run):
                self.stdout.write(line)
        if run.status != Run.Status.COMPLETE:
            raise CommandError(f"{run.slug} is {run.status}. {run_words.stopped(run.reason)}")


def _tables(options: Mapping[str, Any]) -> dict[str, object]:
    """The spec's tables: of the file, with what the suite and the options say on top."""
    if not options["spec"] and not options["suite"]:
        raise CommandError("Name a TOML file, or a suite and one of its models.")
    tables = _read(options["spec"]) if options["spec"] else {}
    if options["suite"]:
        tables = suites.filled(tables, _suite_tables(options, tables))
    given = {key: options[key] for key in ("address", "name") if options[key]}
    catalogue = {"catalogue": options["catalogue"]} if options["catalogue"] else {}
    further = {name: table for name, table in (("model", given), ("games", catalogue)) if table}
    return suites.filled(tables, further)


def _suite_tables(
    options: Mapping[str, Any], tables: Mapping[str, object]
) -> dict[str, dict[str, object]]:
    """Of the suite's model; a run over a question set has no Questioner."""
    found = _model(options).tables()
    return {name: table for name, table in found.items() if not _misplaced(name, tables)}


def _misplaced(name: str, tables: Mapping[str, object]) -> bool:
    return name == "questioner" and "questions" in tables


def _read(file: Path) -> dict[str, object]:
    try:
        return specs.tables_of(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
    except SpecError as error:
        raise CommandError(f"{file}: {error}") from error


def _suite(name: str) -> Suite:
    try:
        return suites.load(name)
    except UnknownModel as error:
        raise CommandError(str(error)) from error


def _model(options: Mapping[str, Any]) -> SuiteModel:
    suite = _suite(options["suite"])
    try:
        return suite.model(options["model"] or "")
    except UnknownModel as error:
        raise CommandError(f"--model: {error}") from error


def _create(tables: Mapping[str, object], key: uuid.UUID | None) -> Run:
    try:
        spec = run_specs.of_json(tables)
        return runs.create_run(spec, key=key or uuid.uuid4(), now=timezone.now())
    except (SpecError, RunRefused) as error:
        raise CommandError(f"No run was made.\n{error}") from error
