"""The tables of a comparison."""

from evaluation.metrics.comparison import Comparison, McNemar
from evaluation.metrics.intervals import Resampling
from evaluation.pages.tables import Column, Kind, Row, Table, Unit, drawn


def tables(compared: Comparison, resampling: Resampling) -> list[Table]:
    found = [_success(compared, resampling), _measures(compared, resampling)]
    if isinstance(compared.mcnemar, McNemar):
        found.append(_mcnemar(compared, compared.mcnemar))
    return found


def _success(compared: Comparison, resampling: Resampling) -> Table:
    games, success = len(compared.games.both), compared.success
    return Table(
        key="success",
        title="Success on the same games",
        caption=(
            f"On the {games:,} games that both played, of {compared.objects:,} hidden objects; "
            "differences in percentage points. "
            "Where a game was played more than once, its plays are averaged first. Paired: games "
            "are the cases, taken as independent, Newcombe's interval, or Student's t where a "
            f"game has several plays. Over objects: {drawn(resampling)} of hidden objects with all "
            "their games. Over players: where one side is a group, the mean over its players of "
            "the difference on the games that each shares with the other side."
        ),
        label="Figure",
        columns=(Column("value", "Value", Unit.SHARE),),
        rows=[
            Row(compared.first, (compared.first_rate,), "success, objects resampled"),
            Row(compared.second, (compared.second_rate,), "success, objects resampled"),
            Row("Difference, paired", (success.paired,), _first_less(compared), Kind.HEADLINE),
            Row("Difference, over objects", (success.over_objects,), _first_less(compared)),
            Row("Difference, over players", (success.over_players,), _first_less(compared)),
        ],
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
            f"p = {_p(found.p_value)}."
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


def _p(value: float) -> str:
    return "below 0.0001" if value < 0.0001 else f"{value:.4f}"
