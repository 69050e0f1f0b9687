"""The tables under the leaderboard's charts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaluation.board_charts import Player
from evaluation.metrics.difficulty import Difficulty, Ranking
from evaluation.metrics.endings import TurnsBin
from evaluation.metrics.information import TurnGain
from evaluation.metrics.intervals import NOTHING_COUNTED, Undefined
from evaluation.metrics.profile import TurnProfile
from evaluation.pages import asking, run_tables
from evaluation.pages.tables import Column, Row, Table, Unit

_RATE = (Column("success_rate", "Success rate", Unit.SHARE), Column("plays", "Plays", Unit.COUNT))


@dataclass(frozen=True)
class Ranked:
    """who: "model", or "player" where no model is among them."""

    rankings: Sequence[Ranking]
    who: str

    @property
    def count(self) -> int:
        return len(self.rankings[0].models) if self.rankings else 0

    @property
    def words(self) -> str:
        return f"{self.count} {self.who}{'' if self.count == 1 else 's'}"

    @property
    def all(self) -> Sequence[Difficulty]:
        return self.rankings[0].every if self.rankings else ()


def success(players: Sequence[Player]) -> Table:
    return Table(
        key="success",
        title="Success by player",
        caption="Of people the average over players, of a run all its plays.",
        label="Player",
        columns=_RATE[:1],
        rows=[Row(each.name, (each.rate,)) for each in players],
    )


def gains(found: Sequence[tuple[str, Sequence[TurnGain]]], figure: str) -> Table:
    """figure: "gain" or "expected". One line a turn, one column a player."""
    last = max((len(turns) for _, turns in found), default=0)
    nothing = Undefined(NOTHING_COUNTED)
    columns = [[getattr(turn, figure) for turn in turns] for _, turns in found]
    title = "Information gain by turn" if figure == "gain" else "Expected gain by turn"
    return Table(
        key=figure,
        title=title,
        caption="Bits, the mean over the plays still running at the turn.",
        label="Turn",
        columns=tuple(
            Column(f"player_{at}", name, Unit.BITS) for at, (name, _) in enumerate(found, start=1)
        ),
        rows=[
            Row(str(at + 1), tuple(own[at] if at < len(own) else nothing for own in columns))
            for at in range(last)
        ],
        folded=True,
    )


def extremes(ranked: Ranked) -> list[Table]:
    """For each ranking the five easiest and hardest."""
    return [
        Table(
            key=f"extremes_{ranking.group}",
            title=f"Easiest and hardest affordances, {ranking.group}",
            caption=(f"Mean over {replace(ranked, rankings=[ranking]).words}, the extreme first."),
            label="Affordance",
            columns=_RATE,
            rows=[
                *(_row(each, "easiest") for each in ranking.easiest),
                *(_row(each, "hardest") for each in ranking.hardest),
            ],
        )
        for ranking in ranked.rankings
    ]


def affordances(ranked: Ranked) -> Table:
    return Table(
        key="affordances",
        title="Success by affordance",
        caption=f"Mean over {ranked.words}, the easiest first.",
        label="Affordance",
        columns=_RATE,
        rows=[_row(each) for each in ranked.all],
        folded=True,
    )


def properties(ranked: Ranked) -> Table:
    found = ranked.rankings[0].by_requires if ranked.rankings else ()
    return Table(
        key="properties",
        title="Success by number of required properties",
        caption=f"Mean over {ranked.words}.",
        label="Required properties",
        columns=_RATE,
        rows=[_row(each) for each in found],
    )


def profile(turns: Sequence[TurnProfile]) -> Table:
    return asking.profile_table(turns)


def turns(bins: Sequence[TurnsBin]) -> Table:
    return run_tables.turns(bins)


def _row(each: Difficulty, note: str = "") -> Row:
    return Row(each.of.replace("_", " "), (each.rate, each.plays), note)
