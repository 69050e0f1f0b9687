"""Runs over question sets as pages show them: the list, and one with its figures as they form."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from evaluation import (
    coat_results,
    fact_changes,
    run_progress,
    run_queue,
    run_specs,
    run_words,
    spread_words,
)
from evaluation.coat_results import Done, RunFigures
from evaluation.models import Run
from evaluation.pages import drawn, question_answers, question_figures
from evaluation.pages.basis import Fact
from evaluation.pages.drawn import Picture
from evaluation.pages.question_answers import Answered
from evaluation.pages.question_figures import LetterLine
from evaluation.pages.run_page import POLL_SECONDS, forecast_facts
from evaluation.services import changed_facts

Status = Run.Status
MOST_LISTED = 100
# Of a run with so many questions done a poll comes a second later.
QUESTIONS_A_SECOND = 2_000


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
    letters: Sequence[LetterLine]
    picture: Picture | None
    like_chance: bool
    checks: Sequence[Mapping[str, str]]
    forecast: Sequence[Fact]
    forecast_rests: str
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
        polls=_polls(run, found.count),
        count=found.count,
        facts=list(_facts(run, found)),
        figures=list(question_figures.facts_of(found)),
        letters=question_figures.letters_of(found),
        picture=_picture(found),
        like_chance=found.like_chance,
        checks=(run.checked or {}).get("results", []),
        forecast=[
            Fact(fact.name, run_words.of_questions(fact.value))
            for fact in forecast_facts(run.forecast)
        ],
        forecast_rests=_rests_on(run.forecast),
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


def _polls(run: Run, count: Done) -> int:
    """More seldom where more has to be counted."""
    seconds = POLL_SECONDS.get(run.status, 0)
    return seconds + count.done // QUESTIONS_A_SECOND if seconds else 0


def _picture(found: RunFigures) -> Picture | None:
    """None before the first question is done. Its addresses change with what it shows."""
    if not found.repeats:
        return None
    slug, done = found.run.slug, found.count.done

    def address(size: str, theme: str) -> str:
        return f"{reverse('coat:run_letters', args=[slug, size, theme])}?of={done}"

    return drawn.picture(question_figures.chart_of(found), address)


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


def _rests_on(found: Mapping[str, Any] | None) -> str:
    """What its forecast was measured on, and what the range says; "" where there is none."""
    if not found:
        return ""
    trials = run_words.counted(found["trials"], "question", "questions")
    together, at_once = found.get("together", 0), found.get("at_once", 0)
    ends = "In brackets as if every question were like the cheapest or the dearest of them"
    waits = "The time in which it waits for its turn comes on top."
    if not together:
        return f"Measured on its first {trials}, asked before all others. {ends}. {waits}"
    said = f"Measured on its first {trials}, asked {together:,} at once."
    if together < at_once:
        said += (
            f" The run asks {at_once:,} at once, which may be faster: the lower time is of that."
        )
    return f"{said} {ends}. {waits}"


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


def _facts(run: Run, found: RunFigures) -> Iterator[Fact]:
    yield Fact("Questions", f"{found.count.done:,} of {found.count.planned:,} in all repeats")
    if found.count.aborted:
        yield Fact("Broken off", f"{found.count.aborted:,}, each without an answer")
    if run.started_at and not run.ended_at:
        began = date_format(timezone.localtime(run.started_at), "j M Y, H:i T")
        yield Fact("Began", began)
    if run.started_at and run.ended_at:
        yield Fact(
            "Time, waiting included",
            run_words.duration((run.ended_at - run.started_at).total_seconds()),
        )
