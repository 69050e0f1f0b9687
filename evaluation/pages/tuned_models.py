"""Tuned models: all of them, and one with its course and its figures beside its parent's."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.urls import reverse

from evaluation import loss_charts, spread_words, tuning_results
from evaluation.coat.spreads import Spread
from evaluation.metrics.intervals import Interval, Undefined
from evaluation.models import TunedModel
from evaluation.pages import drawn
from evaluation.pages.drawn import Picture
from evaluation.pages.sections import Chart
from evaluation.tuning_results import Compared

WORDS = {
    "queued": "Waits for a worker",
    "running": "Is being tuned",
    "ready": "Ready",
    "failed": "Failed",
}


@dataclass(frozen=True)
class Line:
    """A row of the list."""

    name: str
    address: str
    state: str
    parent: str
    chats: int
    done: int
    steps: int
    loss: float | None


@dataclass(frozen=True)
class Beside:
    """A set with both models' figures as they are read."""

    name: str
    address: str
    options: int
    chance: str
    accuracy: tuple[str, str]
    difference: str
    bad: tuple[str, str]
    invalid: tuple[str, str]
    note: str


@dataclass(frozen=True)
class Page:
    row: TunedModel
    state: str
    facts: Sequence[tuple[str, str]]
    picture: Picture
    beside: Sequence[Beside]


def lines() -> list[Line]:
    """The newest first; one query, which leaves the chats where they are."""
    return [_line(row) for row in TunedModel.objects.defer("slice_text")]


def page_of(row: TunedModel) -> Page:
    ready = row.status == TunedModel.Status.READY
    found = tuning_results.before_and_after(row) if ready else []
    return Page(row, _state(row), list(_facts(row)), _picture(row), list(map(_beside, found)))


def chart_of(row: TunedModel, *, size: str, theme: str) -> str | None:
    """SVG text; None where there is no such size or theme."""
    canvas = drawn.canvas_of(size, theme)
    return loss_charts.loss(row.losses, canvas) if canvas else None


def _line(row: TunedModel) -> Line:
    return Line(
        name=row.slug,
        address=reverse("coat:tuned_model", args=[row.slug]),
        state=WORDS[row.status],
        parent=Path(row.parent).name,
        chats=row.chat_count,
        done=len(row.losses),
        steps=row.plan["steps"],
        loss=row.losses[-1] if row.losses else None,
    )


def _state(row: TunedModel) -> str:
    done = f"{len(row.losses):,} of {row.plan['steps']:,} steps"
    if row.status == TunedModel.Status.FAILED:
        return f"Failed after {done}. {row.reason}"
    if row.status == TunedModel.Status.READY:
        return f"Ready: {done} in {row.seconds / 60:,.1f} minutes."
    return f"{WORDS[row.status]}: {done}."


def _facts(row: TunedModel) -> Iterator[tuple[str, str]]:
    yield "Tuned from", row.parent
    yield "SHA-256 of its files", row.parent_sha256
    yield "Chats", f"{row.chat_count:,} of {row.slice_name}"
    yield "SHA-256 of the chats", row.slice_sha256
    yield "Plan", ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in row.plan.items())
    if row.versions:
        yield "Learnt by", ", ".join(f"{name} {each}" for name, each in row.versions.items())
    if row.folder:
        yield "Folder of the model", str(Path(row.folder) / row.slug)
        yield "Folder of its changes alone", str(Path(row.folder) / "adapter")


def _picture(row: TunedModel) -> Picture:
    told = f"from {row.losses[0]:.2f} to {row.losses[-1]:.2f}" if row.losses else "none yet"
    chart = Chart(
        key="loss",
        text=f"Loss by step, {told}.",
        caption="Mean loss over what the assistant says in the chats of each step.",
    )
    return drawn.picture(chart, partial(_address, row.slug))


def _address(slug: str, size: str, theme: str) -> str:
    return reverse("coat:tuned_chart", args=[slug, size, theme])


def _beside(each: Compared) -> Beside:
    before, after = each.before, each.after
    notes = []
    if before.like_chance or after.like_chance:
        both = before.like_chance and after.like_chance
        which = "both" if both else ("before" if before.like_chance else "after")
        notes.append(f"Not told from chance: {which}.")
    if each.learnt:
        notes.append(f"{each.learnt} of its questions stand in the slice.")
    return Beside(
        name=each.question_set.slug,
        address=reverse("coat:set", args=[each.question_set.slug]),
        options=before.variation.options,
        chance=f"{before.variation.chance:.0%}",
        accuracy=(_told(before.accuracy), _told(after.accuracy)),
        difference=spread_words.difference(each.difference),
        bad=(_told(before.bad), _told(after.bad)),
        invalid=(_told(before.invalid), _told(after.invalid)),
        note=" ".join(notes),
    )


def _told(found: Spread | Undefined) -> str:
    if isinstance(found, Undefined):
        return spread_words.why(found.reason)
    if isinstance(found.interval, Interval):
        return f"{found.mean:.1%} ({found.interval.low:.1%} to {found.interval.high:.1%})"
    return f"{found.mean:.1%}"
