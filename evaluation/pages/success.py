"""The tables of success and turns, of a campaign and its parts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evaluation.metrics.intervals import (
    EXACT,
    NOTHING_COUNTED,
    Estimate,
    Figure,
    Resampling,
    Undefined,
)
from evaluation.metrics.plays import EndedPlay, grouped
from evaluation.metrics.summary import Score, Summary, score
from evaluation.pages.tables import (
    Column,
    Kind,
    Row,
    Table,
    Unit,
    Value,
    drawn,
    of_average,
    over_plays,
)
from games import belief
from games import players as programs
from games.counted import LeftOut

# Longer tables open on demand.
FOLDED_FROM = 30
RATES = "rates with Wilson's 95% score interval"
Columns = tuple[Column, ...]


@dataclass(frozen=True)
class Design:
    """asked: whether the condition has questions; without any nothing is said of turns.

    crossed: whether everybody was given the same games.
    """

    asked: bool
    crossed: bool


@dataclass(frozen=True)
class Baselines:
    """played: what programs did on the campaign's games. games: of the campaign.

    chance: of a guess without a question, the mean over the games.
    """

    played: Sequence[EndedPlay]
    games: int
    chance: Figure


PROGRAMS = {
    "optimal": ("OPTIMAL", "fewest questions that settle the game for one who knows the object"),
    "greedy": (
        "Greedy program",
        f"the most telling question next, until it is {belief.GUESS_THRESHOLD:.0%} sure",
    ),
    "fix20q": ("FIX20Q", f"one fixed list of {programs.BUDGET} questions, then the guess"),
}
_SCORE = (
    Column("success_rate", "Success rate", Unit.SHARE),
    Column("turns_when_solved", "Turns, solved plays only", Unit.TURNS),
    Column("turns_unsolved_as_budget", f"Turns, unsolved as {programs.BUDGET}", Unit.TURNS),
    Column("success_rate_without_aborted", "Success without aborted", Unit.SHARE),
    Column("plays", "Plays", Unit.COUNT),
    Column("solved", "Solved", Unit.COUNT),
    Column("aborted", "Aborted", Unit.COUNT),
)

_OF_POSITION = ("success_rate", "turns_when_solved", "plays")
_WHOLE = (Column("success_of_complete", "Success, players who played all", Unit.SHARE),)


def success_table(
    summary: Summary, baselines: Baselines, resampling: Resampling, *, design: Design
) -> Table:
    columns = columns_for(design)
    return Table(
        key="success",
        title="Success and turns",
        caption=_success_caption(summary, baselines, resampling, design=design),
        label="Player",
        columns=columns,
        rows=(
            *_average_rows(summary, columns),
            score_row("All plays, pooled", scored(summary.pooled), columns, kind=Kind.HEADLINE),
            *_baseline_rows(baselines, resampling, columns),
            *(
                score_row(name, scored(summary.players[name]), columns)
                for name in summary.best_first
            ),
        ),
    )


def left_out_table(left: LeftOut, played: int) -> Table:
    gone, excluded = left.withdrawn, f"practice too; of {left.excluded_participants} participants"
    rows = (
        ("Counted: ended plays of assigned games", played, "", Kind.HEADLINE),
        ("Unfinished", left.unfinished, "begun and not ended; in no denominator", Kind.PLAIN),
        ("Practice", left.practice, "", Kind.PLAIN),
        ("Extra", left.extra, "ended after the place was given back", Kind.PLAIN),
        ("Excluded", left.excluded, excluded, Kind.PLAIN),
        ("Withdrawn", gone.plays, f"of {gone.participants} participants; deleted", Kind.PLAIN),
        ("Another protocol", left.other_protocol, "never pooled", Kind.PLAIN),
    )
    return Table(
        key="counted",
        title="What is counted",
        caption="Every play of this campaign stands in exactly one line.",
        label="Which plays",
        columns=(Column("plays", "Plays", Unit.COUNT),),
        rows=[Row(label, (plays,), note, kind) for label, plays, note, kind in rows],
    )


def breakdown_tables(summary: Summary, resampling: Resampling, *, design: Design) -> list[Table]:
    return [
        _positions(summary, resampling, design),
        *parts_tables(summary, resampling, design=design),
    ]


def parts_tables(summary: Summary, resampling: Resampling, *, design: Design) -> list[Table]:
    """By affordance, by number of required properties, by game."""
    columns = columns_for(design)
    caption = (
        f"All {summary.pooled.plays:,} plays, pooled and taken as independent: "
        f"{_other_rows(resampling, design)}."
    )

    def table(key: str, title: str, label: str, *, of: Iterable[tuple[str, Score]]) -> Table:
        rows = [score_row(name, scored(each), columns) for name, each in of]
        return Table(key, title, caption, label, columns, rows, folded=len(rows) > FOLDED_FROM)

    targets = ((key.replace("_", " "), each) for key, each in summary.by_target.items())
    requires = ((_properties(count), each) for count, each in summary.by_requires.items())
    return [
        table("affordances", "By affordance", "Affordance", of=targets),
        table("properties", "By number of required properties", "Requires", of=requires),
        table("games", "By game", "Game", of=summary.by_game.items()),
    ]


def _positions(summary: Summary, resampling: Resampling, design: Design) -> Table:
    orders = "an order of their own" if design.crossed else "the order in which games were free"
    some_left = 0 < len(summary.complete) < len(summary.players)
    told = [column for column in columns_for(design) if column.key in _OF_POSITION]
    columns = (*told, *(_WHOLE if some_left else ()))
    turns = f", turns with 95% intervals from {drawn(resampling)}" if design.asked else ""
    left = (
        " Only who stayed is in the later lines, so compare lines among those who played all."
    ) * some_left
    return Table(
        key="positions",
        title="By position in the player's order",
        caption=(
            f"Which of the player's games it was, from the first on; players had {orders}. One "
            f"play of each player at most in a line: {RATES}{turns}.{left}"
        ),
        label="Game",
        columns=columns,
        rows=[
            score_row(str(position), _positioned(each, summary, position), columns)
            for position, each in summary.by_position.items()
        ],
        folded=len(summary.by_position) > FOLDED_FROM,
    )


def _positioned(each: Score, summary: Summary, position: int) -> dict[str, Value]:
    whole = summary.by_position_of_complete.get(position)
    rate = whole.rate if whole else Undefined(NOTHING_COUNTED)
    return {**scored(each), "success_of_complete": rate}


def columns_for(design: Design) -> Columns:
    return tuple(column for column in _SCORE if design.asked or column.unit != Unit.TURNS)


def _success_caption(
    summary: Summary, baselines: Baselines, resampling: Resampling, *, design: Design
) -> str:
    given = "the same games" if design.crossed else "different games"
    average = of_average(resampling, len(summary.players))
    programs_played = " Programs played each of the campaign's games once." * bool(baselines.played)
    return (
        "Aborted plays count as not solved. Average over players: the unweighted mean of the "
        f"players' own figures, n players, its interval {average}. Players were given "
        f"{given}; {len(summary.complete)} of {len(summary.players)} played all of theirs, "
        "and who played only some counts as much as any other. All other rows: "
        f"{_other_rows(resampling, design)}. Pooled rates take plays of one player as "
        f"independent, which makes their intervals too narrow.{programs_played}"
    )


def _other_rows(resampling: Resampling, design: Design) -> str:
    return f"{RATES}, turns with intervals {over_plays(resampling)}" if design.asked else RATES


def _average_rows(summary: Summary, columns: Columns) -> list[Row]:
    """Over all players and, where some ended before their last game, over the others too."""
    players, complete = len(summary.players), len(summary.complete)
    rows = [(f"Average over {_players(players)}", summary.average, "")]
    if 0 < complete < players:
        label = f"Average over {_players(complete)} who played all"
        rows.append((label, summary.average_of_complete, "of the games that they were given"))
    return [
        score_row(label, scored(of), columns, note=note, kind=Kind.HEADLINE)
        for label, of, note in rows
    ]


def scored(of: Score) -> dict[str, Value]:
    return {
        "success_rate": of.rate,
        "turns_when_solved": of.turns_when_solved,
        "turns_unsolved_as_budget": of.turns_of_all,
        "success_rate_without_aborted": of.rate_without_aborted,
        "plays": of.plays,
        "solved": of.solved,
        "aborted": of.aborted,
    }


def score_row(
    label: str,
    values: Mapping[str, Value],
    columns: Columns,
    *,
    note: str = "",
    kind: Kind = Kind.PLAIN,
) -> Row:
    return Row(label, tuple(values[column.key] for column in columns), note, kind)


def _baseline_rows(baselines: Baselines, resampling: Resampling, columns: Columns) -> list[Row]:
    by_player = grouped(baselines.played, lambda play: play.player)
    rows = [
        score_row(
            name,
            scored(score(by_player.get(key, []), resampling)),
            columns,
            note=note if key in by_player else "did not play these games yet",
            kind=Kind.BASELINE,
        )
        for key, (name, note) in PROGRAMS.items()
    ]
    chance = score_row(
        "Chance", _chance(baselines), columns, note="guesses at once", kind=Kind.BASELINE
    )
    return [*rows, chance]


def _chance(baselines: Baselines) -> dict[str, Value]:
    """What guessing without a question comes to, by arithmetic."""
    rate = baselines.chance
    turns: dict[str, Value] = {"turns_when_solved": rate, "turns_unsolved_as_budget": rate}
    if isinstance(rate, Estimate):
        missed = programs.BUDGET * (1 - rate.value)
        turns = {
            "turns_when_solved": Estimate(0, rate.n, Undefined(EXACT)),
            "turns_unsolved_as_budget": Estimate(missed, rate.n, Undefined(EXACT)),
        }
    rates = {"success_rate": rate, "success_rate_without_aborted": rate}
    return {**rates, **turns, "plays": baselines.games, "solved": "", "aborted": 0}


def _players(count: int) -> str:
    return f"{count} player{'' if count == 1 else 's'}"


def _properties(count: int) -> str:
    return f"{count} property" if count == 1 else f"{count} properties"
