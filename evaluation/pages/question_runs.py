"""Runs over question sets as pages show them: the list, and one with its figures as they form."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from evaluation import (
    coat_results,
    fact_changes,
    run_progress,
    run_queue,
    run_records,
    run_specs,
    run_words,
    spread_words,
)
from evaluation.coat.tables.cells import Measure
from evaluation.coat_results import Done, RunFigures
from evaluation.models import Run
from evaluation.pages import question_answers
from evaluation.pages.basis import Fact
from evaluation.pages.question_answers import Answered
from evaluation.pages.run_page import POLL_SECONDS, forecast_facts
from evaluation.services import changed_facts

Status = Run.Status
MOST_LISTED = 100
ROLES = {"answers": "Answers", "objects": "Lists of objects", "preflight": "Trying it out"}
WRONG_OBJECTS: Mapping[str, Measure] = {
    "Object of the utility alone": lambda rates: rates.utility,
    "Other object": lambda rates: rates.random,
}


@dataclass(frozen=True)
class Line:
    """A row of the list. done: such as "40 of 60"."""

    title: str
    address: str
    state: str
    player: str
    set_slug: str
    done: str
    accuracy: str
    chance: str


@dataclass(frozen=True)
class Progress:
    """stamp: changes whenever anything shown does. polls: seconds, 0 for one that has ended."""

    run: Run
    sentence: str
    advice: str
    polls: int
    count: Done
    facts: Sequence[Fact]
    figures: Sequence[Fact]
    letters: Sequence[tuple[str, int, int]]
    like_chance: bool
    checks: Sequence[Mapping[str, str]]
    forecast: Sequence[Fact]
    newest: Sequence[Answered]

    @property
    def stamp(self) -> str:
        run = self.run
        shown = {**vars(self), "run": (run.status, run.reason, run.concurrency, run.sha256)}
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:12]

    @property
    def resume(self) -> str:
        """The words of the button; "" where it may not be."""
        if self.run.status not in (Status.PAUSED, Status.FAILED):
            return ""
        words = {"hold": "Let it go on", "preflight": "Try it out again"}
        return words.get(self.run.reason, "Resume")

    @property
    def going_on(self) -> bool:
        return self.run.status in Run.GOING_ON

    @property
    def may_end(self) -> bool:
        return self.run.status in Run.UNFINISHED

    @property
    def retry(self) -> int:
        """How many broken-off questions may be asked again."""
        return 0 if self.run.status == Status.CANCELLED else self.count.aborted


def rows() -> "list[Run]":
    """The newest runs over question sets, with what their lines show."""
    found = Run.objects.filter(kind=Run.Kind.QUESTIONS).select_related("question_set__catalogue")
    return list(found.order_by("-pk")[:MOST_LISTED])


def listed() -> list[Line]:
    return [_line(each) for each in coat_results.of_runs(rows())]


def progress_of(run: Run, now: datetime) -> Progress:
    found = coat_results.of_run(run)
    return Progress(
        run=run,
        sentence=_sentence(run, found.count, now),
        advice=_advice(run, now),
        polls=POLL_SECONDS.get(run.status, 0),
        count=found.count,
        facts=list(_facts(run, found, now)),
        figures=list(_figures(found)),
        letters=_letters(found),
        like_chance=found.like_chance,
        checks=(run.checked or {}).get("results", []),
        forecast=[
            Fact(fact.name, run_words.of_questions(fact.value))
            for fact in forecast_facts(run.forecast)
        ],
        newest=question_answers.newest(run),
    )


def about(run: Run) -> list[Fact]:
    """What it is, which no poll changes."""
    spec = run_specs.of_json(run.spec)
    made_by = f" by {run.made_by.username}" if run.made_by else ""
    made = date_format(timezone.localtime(run.created_at), "j M Y, H:i T")
    return [
        Fact("Player", run.player),
        Fact("Question set", run.question_set.slug, run.question_set.sha256),
        *(Fact("Deviates", line) for line in run_specs.deviations(spec)),
        *(Fact("Changed meanwhile", line) for line in changed_facts.told(run)),
        Fact("Made", f"{made}{made_by}"),
    ]


def card(run: Run) -> str:
    """The run card as JSON text: what was asked for, what it depends on, what came of it."""
    found = coat_results.of_run(run)
    spec = run_specs.of_json(run.spec)
    document = {
        "run": run.slug,
        "status": run.status,
        "sha256": run.sha256,
        "spec": run.spec,
        "facts": run.facts,
        "deviations": run_specs.deviations(spec),
        "changes": changed_facts.told(run),
        "checked": run.checked,
        "questions": asdict(found.count),
        "provisional": found.provisional,
        "chance": found.variation.chance,
        "like_chance": found.like_chance,
        "figures": {fact.name: fact.value for fact in _figures(found)},
        "usage": asdict(run_records.usage_of(run)),
    }
    return json.dumps(document, indent=2, ensure_ascii=False, default=str)


def _line(found: RunFigures) -> Line:
    run = found.run
    return Line(
        title=run.title,
        address=reverse("coat:run", args=[run.slug]),
        state=run.status,
        player=run.player,
        set_slug=run.question_set.slug,
        done=f"{found.count.done:,} of {found.count.planned:,}",
        accuracy=spread_words.figure(found.accuracy) if found.repeats else "–",
        chance=f"{found.variation.chance:.1%}",
    )


def _sentence(run: Run, count: Done, now: datetime) -> str:
    done = f"{count.done:,} of {count.planned:,} questions done"
    if run.status == Status.QUEUED:
        return f"Queued, {done}. It waits for a worker."
    if run.status == Status.RUNNING:
        if not run.sha256:
            return "Trying the model out before its first question."
        return f"Running, {done}{_left(run, count, now)}."
    if run.status == Status.COMPLETE:
        return f"Complete: all {count.planned:,} questions."
    if run.status == Status.CANCELLED:
        return f"Cancelled, {done}. What was answered is kept."
    changes = fact_changes.sentence(changed_facts.waiting_of(run))
    why = run_words.of_questions(f"{run_words.stopped(run.reason)} {changes}".strip())
    return f"{run.status.capitalize()}, {done}. {why}"


def _left(run: Run, count: Done, now: datetime) -> str:
    speed = run_progress.speed_of(run, now)
    if not speed.games:
        return ""
    left = run_words.roughly(60 * (count.planned - count.done) / speed.games)
    return f", {left} left at {speed.games:,.0f} a minute"


def _advice(run: Run, now: datetime) -> str:
    """What to do about its state; empty where there is nothing to be done."""
    if run.status == Status.QUEUED:
        queue = run_queue.queue_of(run, list(run.workers.all()), now)
        if queue and queue.no_worker:
            return (
                "No worker has taken a run for a while. Start one with celery -A config worker "
                "--queues models --pool threads --concurrency 2, for a model in the worker's own "
                "process with --pool solo."
            )
    return run_words.of_questions(run_words.TO_DO.get(run.reason, ""))


def _facts(run: Run, found: RunFigures, now: datetime) -> Iterator[Fact]:
    usage = run_records.usage_of(run)
    yield Fact("Questions", f"{found.count.done:,} of {found.count.planned:,} in all repeats")
    for role, spent in usage.roles.items():
        if spent.calls:
            tokens = f"{spent.prompt_tokens:,} tokens in, {spent.completion_tokens:,} out"
            calls = run_words.counted(spent.calls, "call", "calls")
            yield Fact(ROLES[role], f"{calls}, {tokens}")
    if run.started_at and run.ended_at:
        yield Fact("Time", run_words.duration((run.ended_at - run.started_at).total_seconds()))


def _figures(found: RunFigures) -> Iterator[Fact]:
    """Of the questions that are done; none before the first."""
    if not found.repeats:
        return
    yield Fact("Accuracy", spread_words.figure(found.accuracy))
    yield Fact("By chance", f"{found.variation.chance:.1%}")
    yield Fact("Bad rate", spread_words.figure(found.bad))
    yield Fact("No answer", spread_words.figure(found.invalid))
    if found.variation.kind.startswith("full"):
        for name, measure in WRONG_OBJECTS.items():
            yield Fact(name, spread_words.figure(found.over_repeats(measure)))
    if found.modular:
        yield from _stages(found)


def _stages(found: RunFigures) -> Iterator[Fact]:
    """Of the first stage, in each repeat."""
    for repeat, rates in found.repeats.items():
        if rates.stages is None:
            continue
        at = f" in repeat {repeat}" if len(found.repeats) > 1 else ""
        stages = rates.stages
        for name, figure in (
            ("Right object listed", stages.recall),
            ("Listed objects that fit", stages.precision),
            ("Accuracy of what is left", stages.given_survival),
        ):
            value = getattr(figure, "value", None)
            yield Fact(f"{name}{at}", "nothing to count" if value is None else f"{value:.1%}")
        yield Fact(f"Questions lost{at}", f"{stages.lost:,}, without a list {stages.no_list:,}")


def _letters(found: RunFigures) -> list[tuple[str, int, int]]:
    """Letter, how often it was chosen, how often it was right; over all repeats."""
    chosen, right = Counter[str](), Counter[str]()
    for rates in found.repeats.values():
        chosen.update(rates.chosen)
        right.update(rates.right)
    return [(letter, chosen[letter], right[letter]) for letter in sorted(right)]
