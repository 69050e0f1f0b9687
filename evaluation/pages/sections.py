"""The sections of a campaign's figures: a chart, what it shows, and the tables under it."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation import charts
from evaluation.metrics.intervals import Resampling
from evaluation.metrics.summary import Summary
from evaluation.pages import asking, success
from evaluation.pages.success import Baselines
from evaluation.pages.tables import Table
from games import belief

RESAMPLING = Resampling()


OBSERVER = (
    "How much an answer moved a reference observer, in bits: IG = KL(belief after || belief "
    "before) over the eight candidates, from an even start (3 bits). The observer hears each "
    "answered question and weighs a candidate by the share of yes among the catalogue's objects "
    f"that have that one candidate alone (judge {belief.JUDGE}, Laplace smoothed, kept "
    f"{belief.CLIP:g} away from 0 and 1, the hidden object left out). The definition is this "
    "project's own; the same observer follows people and programs. A repeated question gains 0."
)


@dataclass(frozen=True)
class Chart:
    """key: the chart's name in addresses. text: what is seen, for who does not see it."""

    key: str
    text: str
    caption: str


@dataclass(frozen=True)
class Section:
    title: str
    intro: str
    chart: Chart | None
    tables: Sequence[Table]


def sections(summary: Summary, baselines: Baselines, *, asked: bool) -> list[Section]:
    """asked: whether the condition has questions; else nothing can be said of them."""
    solved = _solved(summary, baselines)
    parts = Section("By affordance, properties, game", "", None, success.breakdown_tables(summary))
    if not asked:
        return [solved, parts]
    return [solved, _gain(summary), _profile(summary), _guesses(summary), parts, _times(summary)]


def _solved(summary: Summary, baselines: Baselines) -> Section:
    players, shown = len(summary.players), min(len(summary.players), charts.MOST_PLAYERS)
    caption = (
        f"Success rate by player, the best first ({shown} of {players} shown), "
        f"n = {summary.pooled.plays} plays. Lines: 95% intervals, Wilson's for a player, from a "
        "bootstrap over players for the average."
    )
    seen = "Success rate of each player and their average; the figures are in the table."
    return Section(
        "Success and turns",
        "The average over players is the headline: every player counts the same.",
        Chart("success", seen, caption),
        [success.success_table(summary, baselines, RESAMPLING)],
    )


def _gain(summary: Summary) -> Section:
    caption = (
        "Mean information gain at each turn over the plays still running, n under the turn, "
        f"{summary.pooled.plays} plays in all. Band: 95% interval from a bootstrap over players. "
        "Dashed: the mean expected gain, without the luck of the answer."
    )
    seen = "Mean gain and expected gain at each turn; the figures are in the table."
    tables = asking.gain_tables(summary, RESAMPLING)
    return Section("Information gain", OBSERVER, Chart("gain", seen, caption), tables)


def _profile(summary: Summary) -> Section:
    caption = (
        "Shares of the four dimensions among the answered questions of each turn whose property "
        "the Checker read, n under the turn."
    )
    seen = "What is asked at each turn, in four shares; the figures are in the table."
    tables = asking.profile_tables(summary, RESAMPLING)
    return Section("Question profile", "", Chart("profile", seen, caption), tables)


def _guesses(summary: Summary) -> Section:
    return Section("Guesses and failures", "", None, asking.guess_tables(summary))


def _times(summary: Summary) -> Section:
    return Section("Times", "", None, asking.times_tables(summary))
