"""Have rules of affordances induced from a TOML spec."""

import uuid
from argparse import ArgumentTypeError
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
from evaluation.pages.inductions import InductionPage
from evaluation.services import inductions
from evaluation.services.inductions import InductionRefused, LimitRefused
from evaluation.spec_tables import SpecError
from games.knowledge import BrokenLine


class Command(BaseCommand):
    help = "Induce rules of affordances; workers of the queue `models` do it (docs/rules.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("spec", type=Path, nargs="?", help="a TOML file")
        parser.add_argument("--resume", metavar="SLUG", help="let a paused induction go on")
        parser.add_argument(
            "--tokens", type=_limit, help="with --resume: its limit from now on, or none"
        )
        parser.add_argument("--key", type=uuid.UUID, help="the same key never makes a second one")
        parser.add_argument("--here", action="store_true", help="in this process, until it stops")
        parser.add_argument(
            "--dry-run", action="store_true", help="print the first prompts and how many calls"
        )

    def handle(self, *args: object, **options: Any) -> None:
        if bool(options["spec"]) == bool(options["resume"]):
            raise CommandError("Name a TOML file, or an induction with --resume.")
        if options["resume"]:
            self._queue(_resumed(options["resume"], options["tokens"]), here=options["here"])
            return
        if options["tokens"]:
            raise CommandError("--tokens goes with --resume; a new one has it in its spec.")
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
        self._queue(made, here=options["here"])

    def _queue(self, row: Induction, *, here: bool) -> None:
        if here:
            self._go_on(row)
        else:
            tasks.enqueue_induction(row.pk)

    def _go_on(self, row: Induction) -> None:
        while tasks.induce_here(row.pk):
            row.refresh_from_db()
            self.stdout.write(_page(row).sentence)
        row.refresh_from_db()
        page = _page(row)
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


def _page(row: Induction) -> InductionPage:
    return pages.page_of(row, None, now=timezone.now())


def _limit(text: str) -> str:
    """A whole number of tokens, or none; the service says in which range."""
    if text != "none" and not (text.isascii() and text.isdigit() and len(text) <= 20):
        raise ArgumentTypeError("write a whole number of tokens, or none")
    return text


def _resumed(slug: str, tokens: str | None) -> Induction:
    """tokens: a limit or none; None leaves the limit as it is."""
    row = Induction.objects.filter(slug=slug).first()
    if row is None:
        raise CommandError(f"There is no induction {slug}.")
    limit = row.token_limit
    if tokens:
        limit = None if tokens == "none" else int(tokens)
    try:
        if not inductions.resume_within(row.pk, limit):
            raise CommandError(f"{slug} is {row.status}; only a paused one can be resumed.")
    except LimitRefused as refused:
        raise CommandError(str(refused)) from refused
    row.refresh_from_db()
    return row


def _read(file: Path) -> InductionSpec:
    try:
        return specs.read_toml(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
    except SpecError as error:
        raise CommandError(f"{file}: {error}") from error
