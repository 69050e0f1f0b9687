"""The tables of success and turns, of a campaign and its parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.metrics.intervals import Estimate, Resampling, Undefined
from evaluation.metrics.plays import EndedPlay, grouped
from evaluation.metrics.summary import Score, Summary, score
from evaluation.pages.tables import Column, Kind, Row, Table, Unit, drawn
from evaluation.records import LeftOut
from games import players as programs

# Longer tables open on demand.
FOLDED_FROM = 30
OF_PLAYS = "Wilson's 95% interval"


@dataclass(frozen=True)
class Baselines:
    """played: player -> what it did on the campaign's games. games: of the campaign.

    chance: of a guess without a question, the mean over the games.
    """

    played: Sequence[EndedPlay]
    games: int
    chance: float


PROGRAMS = {
    "optimal": ("OPTIMAL", "fewest questions that settle the game for one who knows the object"),
    "greedy": ("Greedy program", "the most telling question next, until it is 80% sure"),
    "fix20q": ("FIX20Q", "one fixed list of 20 questions, then the guess"),
}
_SCORE = (
    Column("success_rate", "Success rate", Unit.SHARE),
    Column("turns_when_solved", "Turns, solved plays only", Unit.TURNS),
    Column("turns_unsolved_as_budget", "Turns, unsolved as 20", Unit.TURNS),
    Column("success_rate_without_aborted", "Success without aborted", Unit.SHARE),
    Column("plays", "Plays", Unit.COUNT),
    Column("solved", "Solved", Unit.COUNT),
    Column("aborted", "Aborted", Unit.COUNT),
)


def success_table(summary: Summary, baselines: Baselines, resampling: Resampling) -> Table:
    players = len(summary.players)
    return Table(
        key="success",
        title="Success and turns",
        caption=(
            "Aborted plays count as not solved. Average over players: the unweighted mean of "
            f"the players' own figures, n players, its interval from {drawn(resampling)} of "
            "whole players, which with so few as five is apt to be too narrow. All other rates: "
            f"{OF_PLAYS}; their turns: {drawn(resampling)} of plays. Pooled intervals treat "
            "plays of one player as independent, which makes them too narrow. Programs played "
            "each of the same games once."
        ),
        label="Player",
        columns=_SCORE,
        rows=(
            _score_row(_average_label(players), summary.average, kind=Kind.HEADLINE),
            _score_row("All plays, pooled", summary.pooled, kind=Kind.HEADLINE),
            *_baseline_rows(baselines, resampling),
            *(_score_row(name, summary.players[name]) for name in _best_first(summary.players)),
        ),
    )


def left_out_table(left: LeftOut, counted: int) -> Table:
    rows = (
        ("Counted: ended plays of assigned games", counted, "", Kind.HEADLINE),
        ("Unfinished", left.unfinished, "begun and not ended; in no denominator", Kind.PLAIN),
        ("Practice", left.practice, "", Kind.PLAIN),
        ("Extra", left.extra, "ended after the place was given to somebody else", Kind.PLAIN),
        ("Excluded", left.excluded, f"of {left.excluded_players} participants", Kind.PLAIN),
        ("Withdrawn", left.withdrawn, f"of {left.withdrawn_players}; deleted", Kind.PLAIN),
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


def breakdown_tables(summary: Summary) -> list[Table]:
    requires = {_properties(count): each for count, each in summary.by_requires.items()}
    return [
        _breakdown("affordances", "By affordance", "Affordance", _worded(summary.by_target)),
        _breakdown("properties", "By number of required properties", "Requires", requires),
        _breakdown("games", "By game", "Game", summary.by_game),
    ]


PUBLISHED = Table(
    key="published",
    title="Published human row",
    caption=(
        "Another set of games, another Oracle, other people: no difference to the figures above "
        "is computed."
    ),
    label="Source",
    columns=(
        Column("success_rate", "Success rate", Unit.WORDS),
        Column("turns", "Turns", Unit.WORDS),
    ),
    rows=(
        Row(
            "Five volunteers, average over players",
            ("64.2%", "10.7"),
            "Affordance20Q, arXiv 2606.14240",
            Kind.PUBLISHED,
        ),
    ),
)


def _score_row(label: str, of: Score, note: str = "", kind: Kind = Kind.PLAIN) -> Row:
    return Row(
        label,
        (
            of.rate,
            of.turns_when_solved,
            of.turns_of_all,
            of.rate_without_aborted,
            of.plays,
            of.solved,
            of.aborted,
        ),
        note,
        kind,
    )


def _baseline_rows(baselines: Baselines, resampling: Resampling) -> list[Row]:
    by_player = grouped(baselines.played, lambda play: play.player)
    rows = [
        _score_row(
            name,
            score(by_player.get(key, []), resampling),
            note if key in by_player else "did not play these games yet",
            Kind.BASELINE,
        )
        for key, (name, note) in PROGRAMS.items()
    ]
    return [*rows, _chance_row(baselines)]


def _chance_row(baselines: Baselines) -> Row:
    """What guessing without a question comes to, by arithmetic."""

    def exact(value: float) -> Estimate:
        return Estimate(value, baselines.games, Undefined("exact"))

    rate, missed = exact(baselines.chance), programs.BUDGET * (1 - baselines.chance)
    values = (rate, exact(0), exact(missed), rate, baselines.games, "", 0)
    return Row("Chance", values, "guesses at once", Kind.BASELINE)


def _best_first(players: Mapping[str, Score]) -> list[str]:
    """Names by their success rate, the best first, equals by name."""
    return sorted(players, key=lambda name: (-players[name].solved / players[name].plays, name))


def _breakdown(key: str, title: str, label: str, groups: Mapping[str, Score]) -> Table:
    caption = f"Plays of all players pooled and taken as independent; rates: {OF_PLAYS}."
    rows = [_score_row(name, each) for name, each in groups.items()]
    return Table(key, title, caption, label, _SCORE, rows, folded=len(rows) > FOLDED_FROM)


def _worded(groups: Mapping[str, Score]) -> dict[str, Score]:
    return {key.replace("_", " "): each for key, each in groups.items()}


def _average_label(players: int) -> str:
    return f"Average over {players} player{'' if players == 1 else 's'}"


def _properties(count: int) -> str:
    return f"{count} property" if count == 1 else f"{count} properties"
