"""Have rules of affordances induced from a TOML spec."""

import uuid
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from evaluation import tasks
from evaluation.induction import asking, documents, specs
from evaluation.induction.results import most_calls
from evaluation.induction.specs import InductionSpec
from evaluation.induction_sources import Reading, SourceMissing, gather
from evaluation.kari import evidence
from evaluation.models import Induction
from evaluation.pages import inductions as pages
from evaluation.services import inductions
from evaluation.services.inductions import InductionRefused
from evaluation.spec_tables import SpecError
from games.knowledge import BrokenLine


class Command(BaseCommand):
    help = "Induce rules of affordances; workers of the queue `models` do it (docs/rules.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("spec", type=Path, help="a TOML file")
        parser.add_argument("--key", type=uuid.UUID, help="the same key never makes a second one")
        parser.add_argument("--here", action="store_true", help="in this process, until it stops")
        parser.add_argument(
            "--dry-run", action="store_true", help="print the first prompts and how many calls"
        )

    def handle(self, *args: object, **options: Any) -> None:
        spec = _read(options["spec"])
        try:
            if options["dry_run"]:
                self._dry_run(spec)
                return
            key = options["key"] or uuid.uuid4()
            made = inductions.create(spec, key=key, now=timezone.now())
        except (InductionRefused, SourceMissing, BrokenLine) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{made.slug}: {made.affordances.count():,} affordances.")
        if options["here"]:
            self._go_on(made)
        else:
            tasks.enqueue_induction(made.pk)

    def _go_on(self, row: Induction) -> None:
        while tasks.induce_here(row.pk):
            row.refresh_from_db()
            self.stdout.write(pages.page_of(row, None).sentence)
        row.refresh_from_db()
        page = pages.page_of(row, None)
        self.stdout.write(page.sentence)
        self.stdout.write(f"{page.calls:,} calls, {page.unused}; {page.tokens:,} tokens.")
        if row.status != Induction.Status.COMPLETE:
            raise CommandError(page.why or f"{row.slug} is {row.status}.")
        if row.rule_set:
            self.stdout.write(f"Stored the rules {row.rule_set.label}.")

    def _dry_run(self, spec: InductionSpec) -> None:
        """Reads the sources here; nothing is stored. Catalogues are no source of a dry run."""
        affordances = inductions.affordances_of(spec)
        gathered = gather(spec, affordances, Reading(spec.sources, lambda lines: None))
        calls = 0
        for topic in gathered.topics:
            calls += most_calls(len(topic.things), spec.caps)
            self.stdout.write(f"== {topic.key}: {len(topic.things)} things")
            first = evidence.split(topic.things, spec.caps.rounds)[0][: spec.caps.shown]
            for message in asking.drafting(topic, first, documents.EMPTY) if first else ():
                self.stdout.write(f"-- {message.role}\n{message.text}")
        self.stdout.write(f"{calls:,} calls at most, if each reply can be used.")


def _read(file: Path) -> InductionSpec:
    try:
        return specs.read_toml(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
    except SpecError as error:
        raise CommandError(f"{file}: {error}") from error
