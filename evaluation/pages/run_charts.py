"""A run's figures: every table and chart of them, while it goes on and afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.urls import reverse

from evaluation import entries, run_charts, summaries
from evaluation.entries import Entry
from evaluation.metrics.intervals import Estimate, Resampling
from evaluation.metrics.summary import Summary
from evaluation.models import Run
from evaluation.pages import drawn, oracle, run_tables, sections
from evaluation.pages.drawn import Part
from evaluation.pages.headline import interval_in_words
from evaluation.pages.sections import Chart, Section
from evaluation.pages.success import Design
from evaluation.pages.tables import Table, Unit, number
from games.presets import Condition

PROVISIONAL = "Provisional"
_RATES = "Lines: Wilson's 95% score intervals; dashed: guessing without a question."


@dataclass(frozen=True)
class RunFigures:
    """mark: "Provisional" while games are still played, or where it was stopped; else empty."""

    run: Run
    mark: str
    headline: str
    parts: Sequence[Part]
    plays: int

    @property
    def tables(self) -> list[Table]:
        return [table for part in self.parts for table in part.tables]

    @property
    def marks(self) -> dict[str, object]:
        """What every line of a file of them says."""
        return {"run": self.run.slug, "player": self.run.player, "provisional": self.mark.lower()}


def figures_of(run: Run) -> RunFigures:
    entry = _entry(run)
    found = summaries.of_entry(entry)
    design = Design(asked=entry.protocol.condition == Condition.QUESTIONS, crossed=True)
    shown = _sections(found.summary, found.resampling, design)
    return RunFigures(
        run=run,
        mark=_mark(entry),
        headline=_headline(found.summary, entry),
        parts=[_part(run, each) for each in shown],
        plays=found.summary.pooled.plays,
    )


def chart_of(run: Run, key: str, *, size: str, theme: str) -> str | None:
    """SVG text; None where there is no such chart, size or theme."""
    draw, entry = run_charts.CHARTS.get(key), _entry(run)
    canvas = drawn.canvas_of(size, theme, mark=_mark(entry))
    if draw is None or canvas is None:
        return None
    found = summaries.of_entry(entry)
    return draw(found.summary, replace(canvas, chance=found.chance))


def _entry(run: Run) -> Entry:
    entry = entries.entry_of(f"run/{run.slug}")
    if entry is None:
        raise LookupError(f"There is no run {run.slug}.")
    return entry


def _mark(entry: Entry) -> str:
    return PROVISIONAL if entry.provisional else ""


def _headline(summary: Summary, entry: Entry) -> str:
    pooled = summary.pooled
    if not isinstance(pooled.rate, Estimate):
        return "No game has ended yet. The figures of every ended game will stand here."
    left = f", {entry.planned:,} planned" if entry.planned not in (None, pooled.plays) else ""
    return (
        f"{entry.name} solved {pooled.solved:,} of {pooled.plays:,} games that have ended{left}: "
        f"{number(pooled.rate.value, Unit.SHARE)} ({interval_in_words(pooled.rate, Unit.SHARE)})."
    )


def _part(run: Run, section: Section) -> Part:
    def address(key: str, size: str, theme: str) -> str:
        return reverse("runs:chart", args=[run.slug, key, size, theme])

    return drawn.part(section, address)


def _sections(summary: Summary, resampling: Resampling, design: Design) -> list[Section]:
    """Without questions in the condition nothing is said of them."""
    asked = [
        sections.gain_section(summary, resampling),
        sections.profile_section(summary, resampling),
        Section("The Oracle's answers", "", None, oracle.tables(None, summary.telling, resampling)),
        sections.guesses_section(summary),
    ]
    affordances, properties, games = run_tables.parts(summary, resampling, design)
    return [
        _solved(summary, resampling, design),
        *(asked if design.asked else []),
        Section("By affordance", "", _affordances(summary), [affordances]),
        Section("By number of required properties", "", _properties(summary), [properties]),
        Section("Guesses by candidate", "", None, [run_tables.candidates(summary.confusion)]),
        Section("By game", "", None, [games]),
    ]


def _solved(summary: Summary, resampling: Resampling, design: Design) -> Section:
    chart = Chart(
        "turns",
        "How many plays spent how many turns, by how they ended; the figures are in the table.",
        f"Plays by the turns that they spent, n = {summary.pooled.plays:,}, n of each bar under "
        "it. From below: solved, wrong guess, out of turns, aborted. Counts, so no interval.",
    )
    tables = [
        run_tables.scores(summary, resampling, design),
        run_tables.endings(summary.endings),
        run_tables.turns(summary.turns),
    ]
    return Section("Success and turns", "", chart if design.asked else None, tables)


def _affordances(summary: Summary) -> Chart:
    return Chart(
        "affordances",
        "Success rate of each target affordance; the figures are in the table.",
        f"Success by target, the easiest first, n = {summary.pooled.plays:,} plays in all. "
        + _RATES,
    )


def _properties(summary: Summary) -> Chart:
    return Chart(
        "properties",
        "Success rate by how many properties the target takes; the figures are in the table.",
        "Success by the number of physical properties that the target takes, "
        f"n = {summary.pooled.plays:,} plays in all. {_RATES}",
    )
