"""The sections of a campaign's figures: a chart, what it shows, and the tables under it."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation import charts
from evaluation.metrics.intervals import Resampling
from evaluation.metrics.summary import Summary
from evaluation.pages import asking, success
from evaluation.pages.success import Baselines, Design
from evaluation.pages.tables import Table, of_average, over_players
from games import belief

RESAMPLING = Resampling()
OBSERVER = (
    "How much an answer moved a reference observer, in bits: IG = KL(belief after || belief "
    "before) over the candidates, from an even start (3 bits for eight). The observer hears each "
    "answered question and weighs a candidate by the share of yes among the catalogue's objects "
    f"that have that one candidate alone (judge {belief.JUDGE}, Laplace smoothed, kept "
    f"{belief.CLIP:g} away from 0 and 1, the hidden object left out). The definition is this "
    "project's own; the same observer follows people and programs. A repeated question gains 0. "
    "The catalogue's answers are those of its property table, whoever answered the play: a "
    "question that the table answers for no other object is not read, moves nothing and is in no "
    "mean; under Questions that could tell nothing stands how many they are."
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


def sections(
    summary: Summary,
    baselines: Baselines,
    design: Design,
    *,
    participants: Sequence[Table],
    oracle: Sequence[Table],
) -> list[Section]:
    """Without questions in the condition nothing is said of them.

    participants, oracle: the tables of these sections.
    """
    took_part = Section("Participants", "", None, participants)
    parts = success.breakdown_tables(summary, RESAMPLING, design=design)
    solved = _solved(summary, baselines, design)
    apart = Section("By position, affordance, properties, game", "", None, parts)
    if not design.asked:
        return [solved, took_part, apart]
    return [
        solved,
        took_part,
        gain_section(summary, RESAMPLING),
        profile_section(summary, RESAMPLING),
        Section("The Oracle's answers", "", None, oracle),
        guesses_section(summary),
        apart,
        _times(summary),
    ]


def _solved(summary: Summary, baselines: Baselines, design: Design) -> Section:
    players, shown = len(summary.players), min(len(summary.players), charts.MOST_PLAYERS)
    caption = (
        f"Success rate by player, the best first ({shown} of {players} shown), "
        f"n = {summary.pooled.plays:,} plays. Lines: 95% intervals, Wilson's for a player, for "
        f"the average {of_average(RESAMPLING, players)}; no line where there is no interval."
    )
    seen = "Success rate of each player and their average; the figures are in the table."
    return Section(
        "Success and turns",
        "The average over players is the headline: every player counts the same.",
        Chart("success", seen, caption),
        [success.success_table(summary, baselines, RESAMPLING, design=design)],
    )


def gain_section(summary: Summary, resampling: Resampling) -> Section:
    caption = (
        "Mean information gain at each turn over the plays still running whose question the "
        f"observer can read, n under the turn, of {summary.pooled.plays:,} plays in all. Band: "
        f"95% interval {over_players(resampling)}; no band where there is no interval. Dashed: "
        "the mean expected gain, without the luck of the answer."
    )
    seen = "Mean gain and expected gain at each turn; the figures are in the table."
    tables = asking.gain_tables(summary, resampling)
    return Section("Information gain", OBSERVER, Chart("gain", seen, caption), tables)


def profile_section(summary: Summary, resampling: Resampling) -> Section:
    caption = (
        "Shares of the four dimensions among the answered questions of each turn of which the "
        "Checker read exactly one property, n under the turn."
    )
    seen = "What is asked at each turn, in four shares; the figures are in the table."
    tables = asking.profile_tables(summary, resampling)
    return Section("Question profile", "", Chart("profile", seen, caption), tables)


def guesses_section(summary: Summary) -> Section:
    return Section("Guesses and failures", "", None, asking.guess_tables(summary))


def _times(summary: Summary) -> Section:
    return Section("Times", "", None, asking.times_tables(summary))
