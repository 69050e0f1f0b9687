"""The players that are no models over a catalogue's games, as tables."""

from collections.abc import Sequence

from evaluation.baseline_plays import Playing
from evaluation.metrics import information, success
from evaluation.metrics.intervals import NOTHING_COUNTED, Resampling, Undefined
from evaluation.metrics.plays import EndedPlay
from evaluation.pages.tables import Column, Row, Table, Unit, Value, drawn

_COLUMNS = (
    Column("success_rate", "Success rate", Unit.SHARE),
    Column("turns_solved", "Turns, solved plays", Unit.TURNS),
    Column("turns_all", "Turns, unsolved as 20", Unit.TURNS),
    Column("total_gain", "Bits a play, sum", Unit.BITS),
    Column("net_gain", "Bits a play, net", Unit.BITS),
)


def compared(playings: Sequence[Playing], resampling: Resampling) -> Table:
    games = len(playings[0].plays)
    return Table(
        key="baselines",
        title="Players that are no models",
        caption=(
            f"Each plays {games:,} games once, with perfect answers from the property table. "
            "FIX20Q's list is made on the dev games, which are among them. "
            "Success: Wilson's interval; turns and bits: "
            f"{drawn(resampling)} of plays."
        ),
        label="Player",
        columns=_COLUMNS,
        rows=[_row(playing, resampling) for playing in playings],
    )


def by_turn(playings: Sequence[Playing], resampling: Resampling) -> Table:
    """Bits at each turn, over the plays still running there."""
    gains = {each.player: information.gain_by_turn(_each(each), resampling) for each in playings}
    last = max(len(found) for found in gains.values())
    nothing = Undefined(NOTHING_COUNTED)
    return Table(
        key="gain_by_turn",
        title="Bits at each turn",
        caption="Information gain of the turn, averaged over the plays that came to it.",
        label="Player",
        columns=tuple(Column(f"turn_{at}", f"Turn {at}", Unit.BITS) for at in range(1, last + 1)),
        rows=[
            Row(name, (*(each.gain for each in found), *[nothing] * (last - len(found))))
            for name, found in gains.items()
        ],
        folded=True,
    )


def _each(playing: Playing) -> list[list[EndedPlay]]:
    """Every play by itself, since a program's plays of different games are independent."""
    return [[play] for play in playing.plays]


def _row(playing: Playing, resampling: Resampling) -> Row:
    gain = information.gain_by_play(_each(playing), resampling)
    values: tuple[Value, ...] = (
        success.success_rate(playing.plays),
        success.turns_when_solved(playing.plays, resampling),
        success.turns_of_all(playing.plays, resampling),
        gain.total,
        gain.net,
    )
    return Row(playing.player, values)
