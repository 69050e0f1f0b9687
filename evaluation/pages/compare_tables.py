"""The tables of a comparison."""

from dataclasses import replace

from evaluation.metrics import ranks
from evaluation.metrics.comparison import Comparison, McNemar
from evaluation.metrics.intervals import ONE_PLAYER, Estimate, Resampling, Undefined
from evaluation.pages.tables import Column, Kind, Row, Table, Unit, drawn, number, show

LEVEL = 0.05
"""Of tests and, as what they leave out, of intervals."""


def tables(compared: Comparison, resampling: Resampling) -> list[Table]:
    found = [
        _success(compared, resampling),
        _apart(compared, resampling),
        _measures(compared, resampling),
    ]
    if isinstance(compared.mcnemar, McNemar):
        found.append(_mcnemar(compared, compared.mcnemar))
    return found


def verdict(compared: Comparison) -> str:
    """Who is better by how much, and how surely; empty where no game is shared."""
    apart = ranks.believed(compared.success)
    if not isinstance(apart, Estimate):
        return ""
    shown = show(apart, Unit.POINTS)
    found = [f"{_first_less(compared)}: {shown.main} {shown.aside}"]
    if isinstance(compared.mcnemar, McNemar):
        found.append(f"McNemar's exact test {p_in_words(compared.mcnemar.p_value)}")
    return f"{_lead(compared, apart.value)} {_how_surely(compared, apart)} ({'; '.join(found)})."


def _how_surely(compared: Comparison, apart: Estimate) -> str:
    """Significant only where interval and test, as far as there is one, say so both."""
    by_interval = ranks.sign_of(apart) != 0
    mcnemar = compared.mcnemar
    by_test = mcnemar.p_value < LEVEL if isinstance(mcnemar, McNemar) else by_interval
    if by_interval == by_test:
        surely = "significant" if by_interval else "not significant"
        return f"The difference is {surely} at the {LEVEL:.0%} level"
    holds = (
        "leaves out 0, but the test finds none"
        if by_interval
        else "holds 0, but the test finds one"
    )
    return (
        f"Whether there is a difference is undecided at the {LEVEL:.0%} level: its interval {holds}"
    )


def _lead(compared: Comparison, apart: float) -> str:
    first, second = compared.first, compared.second
    if not apart:
        return f"{first} and {second} solve equally many of these games."
    better, worse = (first, second) if apart > 0 else (second, first)
    points = number(abs(apart), Unit.POINTS).removeprefix("+")
    return f"{better} solves {points} percentage points more of these games than {worse}."


def _success(compared: Comparison, resampling: Resampling) -> Table:
    games = len(compared.games.both)
    return Table(
        key="success",
        title="Success on the same games",
        caption=(
            f"On the {games:,} games that both played, of {compared.objects:,} hidden objects; "
            "where a game was played more than once, its plays are averaged first. Intervals "
            f"from {drawn(resampling)} of hidden objects with all their games."
        ),
        label="Player",
        columns=(Column("success", "Success", Unit.SHARE),),
        rows=[
            Row(compared.first, (compared.first_rate,)),
            Row(compared.second, (compared.second_rate,)),
        ],
    )


def _apart(compared: Comparison, resampling: Resampling) -> Table:
    success = compared.success
    rows = [
        Row("Paired", (success.paired,)),
        Row("Over objects", (success.over_objects,)),
    ]
    alone = isinstance(success.over_players, Undefined) and (
        success.over_players.reason == ONE_PLAYER
    )
    if not alone:
        rows.append(Row("Over players", (success.over_players,)))
    decides = ranks.believed(success)
    rows = [
        replace(row, kind=Kind.HEADLINE, note="decides") if row.values[0] is decides else row
        for row in rows
    ]
    return Table(
        key="differences",
        title="Difference in success",
        caption=(
            f"In percentage points, {_first_less(compared)}. Paired: games are the cases, taken "
            "as independent, Newcombe's interval, or Student's t where a game has several plays. "
            f"Over objects: {drawn(resampling)} of hidden objects with all their games."
            + (
                ""
                if alone
                else " Over players: the mean over the players of the group of the difference on "
                "the games that each shares with the other side."
            )
        ),
        label="Interval",
        columns=(Column("points", "Points", Unit.POINTS),),
        rows=rows,
    )


def _measures(compared: Comparison, resampling: Resampling) -> Table:
    return Table(
        key="measures",
        title="Turns and bits on the same games",
        caption=(
            "Mean difference over the games that both played; unsolved plays count with the whole "
            f"budget of turns. Intervals from {drawn(resampling)} of hidden objects with all "
            "their games."
        ),
        label="Difference",
        columns=(
            Column("turns", "Turns, unsolved as the budget", Unit.TURNS),
            Column("net_gain", "Net gain, bits", Unit.BITS),
        ),
        rows=[Row(_first_less(compared), (compared.turns_of_all, compared.net_gain))],
    )


def _mcnemar(compared: Comparison, found: McNemar) -> Table:
    return Table(
        key="mcnemar",
        title="Who solved which games",
        caption=(
            "McNemar's exact conditional test of the games that one alone solved, two-sided: "
            f"{p_in_words(found.p_value)}."
        ),
        label="Solved by",
        columns=(Column("games", "Games", Unit.COUNT),),
        rows=[
            Row("Both", (found.both,)),
            Row(f"{compared.first} alone", (found.only_first,)),
            Row(f"{compared.second} alone", (found.only_second,)),
            Row("Neither", (found.neither,)),
        ],
    )


def _first_less(compared: Comparison) -> str:
    return f"{compared.first} less {compared.second}"


def p_in_words(value: float) -> str:
    return "p < 0.0001" if value < 0.0001 else f"p = {value:.4f}"
