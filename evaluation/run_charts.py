"""The charts of one run's figures, each from its summary to SVG text."""

from collections.abc import Callable, Mapping

from evaluation import charts, rate_charts, turn_charts
from evaluation.metrics.summary import Summary
from evaluation.rate_charts import Rated
from games.drawing import Canvas


def turns(summary: Summary, canvas: Canvas) -> str:
    return turn_charts.histogram(summary.turns, canvas, title="Turns that plays spent")


def affordances(summary: Summary, canvas: Canvas) -> str:
    """Each target's success rate with its interval, the easiest first."""
    best = sorted(summary.by_target.items(), key=lambda each: -each[1].solved / each[1].plays)
    lines = [Rated(key.replace("_", " "), score.rate) for key, score in best]
    return rate_charts.rates(lines, canvas, title="Success by affordance")


def properties(summary: Summary, canvas: Canvas) -> str:
    lines = [Rated(f"{count} required", score.rate) for count, score in summary.by_requires.items()]
    return rate_charts.rates(lines, canvas, title="Success by number of required properties")


CHARTS: Mapping[str, Callable[[Summary, Canvas], str]] = {
    "turns": turns,
    "gain": charts.gain,
    "profile": charts.profile,
    "affordances": affordances,
    "properties": properties,
}
