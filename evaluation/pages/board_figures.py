"""Charts and their tables of the players that the leaderboard shows under one protocol."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from django.urls import reverse
from django.utils.http import urlencode

from evaluation import board_charts, summaries
from evaluation.board_charts import Player, Selection
from evaluation.entries import Kind
from evaluation.leaderboard import OF_RUN, Group, Row
from evaluation.metrics import difficulty, endings
from evaluation.metrics.plays import EndedPlay
from evaluation.pages import board_choice, board_tables, drawn
from evaluation.pages import leaderboard as boards
from evaluation.pages.board_tables import Ranked
from evaluation.pages.drawn import Part
from evaluation.pages.sections import OBSERVER, Chart
from evaluation.pages.tables import Table
from evaluation.rate_charts import Tone
from evaluation.standings import Standing
from evaluation.summaries import Summarised
from evaluation.turn_charts import MOST_CURVES

_TONES: Mapping[Kind, Tone] = {Kind.HUMANS: "accent", Kind.MODEL: "ink", Kind.BASELINE: "muted"}
PROVISIONAL = "Some provisional"
_TITLES = {
    "success": "Success",
    "gain": "Information gain",
    "expected": "Expected gain",
    "extremes": "Easiest and hardest affordances",
    "affordances": "By affordance",
    "properties": "By number of required properties",
    "profile": "Question profile",
    "turns": "Turns",
}
# In the order of the page: what each chart shows, for who does not see it.
_SEEN = {
    "success": "Success rate of each player with its interval",
    "gain": "Information gain at each turn, a curve for each player",
    "expected": "Expected gain at each turn, a curve for each player",
    "extremes": "The five easiest and hardest affordances",
    "affordances": "Success rate of each affordance",
    "properties": "Success rate by number of required properties",
    "profile": "What is asked at each turn, in four shares",
    "turns": "How many plays spent how many turns, by how they ended",
}


@dataclass(frozen=True)
class BoardFigures:
    """mark: where some players' games are still played, else empty."""

    name: str
    players: int
    mark: str
    parts: Sequence[Part]
    plays: int


def figures_of(said: Mapping[str, str]) -> BoardFigures | None:
    """said: as the address has it; None where no player is asked for."""
    group = _group(said)
    if group is None:
        return None
    shown = _selection(group)
    found = [(row.entry.name, summaries.of_entry(row.entry)) for row in group.rows]
    ranked = Ranked(shown.rankings, "model" if _models(group) else "player")
    query = urlencode({key: value for key, value in said.items() if key != "sort"})
    return BoardFigures(
        name=boards.name_of(group),
        players=len(group.rows),
        mark=_mark(group),
        parts=[_part(chart, tables, query) for chart, tables in _parts(shown, found, ranked)],
        plays=sum(len(each.plays) for _, each in found),
    )


def chart_of(said: Mapping[str, str], key: str, *, size: str, theme: str) -> str | None:
    """SVG text; None where there is no such chart, size, theme or player."""
    draw, group = board_charts.CHARTS.get(key), _group(said)
    canvas = drawn.canvas_of(size, theme, mark=_mark(group) if group else "")
    if draw is None or group is None or canvas is None:
        return None
    chances = [each.chance for each in _found(group) if each.chance is not None]
    chance = fmean(chances) if chances else None
    return draw(_selection(group), replace(canvas, chance=chance))


def _group(said: Mapping[str, str]) -> Group | None:
    """The first list that the address asks for; a whole one names its catalogue and protocol."""
    # Charts show the best first, however the page is sorted.
    unsorted = {key: value for key, value in said.items() if key != "sort"}
    return next(iter(board_choice.groups_of(unsorted)), None)


def _mark(group: Group) -> str:
    return PROVISIONAL if any(row.entry.provisional for row in group.rows) else ""


def _found(group: Group) -> list[Summarised]:
    return [summaries.of_entry(row.entry) for row in group.rows]


def _models(group: Group) -> list[Row]:
    """Those whose games have all ended: a few games of one would hide what others did on all."""
    ended = [row for row in group.rows if row.standing != Standing.PROVISIONAL]
    return [row for row in ended if row.entry.kind == Kind.MODEL]


def _averaged(group: Group) -> Sequence[Row]:
    """Over whom affordances are averaged: models, else who has a rank, else everybody."""
    return _models(group) or [row for row in group.rows if row.rank] or group.rows


def _selection(group: Group) -> Selection:
    found = _found(group)
    ranked = _averaged(group)
    plays: list[EndedPlay] = [play for each in found for play in each.plays]
    return Selection(
        players=[_player(row, each) for row, each in zip(group.rows, found, strict=True)],
        rankings=difficulty.rankings(
            {row.entry.reference: summaries.of_entry(row.entry).plays for row in ranked},
            {row.entry.reference: row.entry.openness for row in ranked},
            OF_RUN,
        ),
        turns=endings.turns_histogram(plays),
        profile=board_charts.pooled([each.summary.profile for each in found]),
    )


def _player(row: Row, found: Summarised) -> Player:
    tone = _TONES[row.entry.kind]
    return Player(row.entry.name, tone, row.rate, found.summary.gain_by_turn)


def _part(chart: Chart, tables: Sequence[Table], query: str) -> Part:
    def address(size: str, theme: str) -> str:
        return f"{reverse('leaderboard:chart', args=[chart.key, size, theme])}?{query}"

    intro = OBSERVER if chart.key == "gain" else ""
    return Part(_TITLES[chart.key], intro, drawn.picture(chart, address), tables)


def _parts(
    shown: Selection, found: Sequence[tuple[str, Summarised]], ranked: Ranked
) -> list[tuple[Chart, Sequence[Table]]]:
    captions, tables = _captions(found, ranked), _tables(shown, found, ranked)
    return [
        (Chart(key, f"{seen}; the figures are in the table.", captions[key]), tables[key])
        for key, seen in _SEEN.items()
    ]


def _captions(found: Sequence[tuple[str, Summarised]], ranked: Ranked) -> Mapping[str, str]:
    """What each chart shows, its n, and what its lines or bands are."""
    plays = sum(len(each.plays) for _, each in found)
    curves = (
        f"One curve a player, the first {min(MOST_CURVES, len(found))} of {len(found)} in the "
        "leaderboard's order, "
        "over the plays still running whose question the observer can read; n of each turn is in "
        "the table. Bands: 95% bootstrap intervals, people resampled, of a run its hidden "
        "objects; none where there is no interval."
    )
    means = (
        f"Unweighted mean over {ranked.words}. Lines: 95% intervals over them, "
        "Student's t below ten; no line where there is one alone. Dashed: guessing without a "
        "question."
    )
    return {
        "success": "Success by player, in the leaderboard's order, "
        f"n = {plays:,} plays in all. Lines: 95% intervals, Wilson's for a run, of people over "
        "players. Dashed: guessing without a question.",
        "gain": curves,
        "expected": f"What questions promised before their answers. {curves}",
        "extremes": means,
        "affordances": means,
        "properties": means,
        "profile": "Shares of the four dimensions among the answered questions of each turn of "
        "which the Checker read exactly one property, all players' questions together; n under "
        "the turn. Counts, so no interval.",
        "turns": f"Plays of all players by the turns that they spent, n = {plays:,}, n of each "
        "bar under it. From below: solved, wrong guess, out of turns, aborted. Counts, so no "
        "interval.",
    }


def _tables(
    shown: Selection, found: Sequence[tuple[str, Summarised]], ranked: Ranked
) -> Mapping[str, Sequence[Table]]:
    gains = [(name, each.summary.gain_by_turn) for name, each in found]
    return {
        "success": [board_tables.success(shown.players)],
        "gain": [board_tables.gains(gains, "gain")],
        "expected": [board_tables.gains(gains, "expected")],
        "extremes": board_tables.extremes(ranked),
        "affordances": [board_tables.affordances(ranked)],
        "properties": [board_tables.properties(ranked)],
        "profile": [board_tables.profile(shown.profile)],
        "turns": [board_tables.turns(shown.turns)],
    }
