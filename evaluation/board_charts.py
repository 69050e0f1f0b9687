"""The charts of several players under one protocol, each to SVG text."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from evaluation import charts, rate_charts, turn_charts
from evaluation.metrics.difficulty import Difficulty, Ranking
from evaluation.metrics.endings import TurnsBin
from evaluation.metrics.information import TurnGain
from evaluation.metrics.intervals import Figure
from evaluation.metrics.profile import DIMENSIONS, TurnProfile
from evaluation.rate_charts import Block, Rated, Tone
from evaluation.turn_charts import Curve
from games.drawing import Canvas


@dataclass(frozen=True)
class Player:
    """tone: what its line is drawn in. rate: of people the average over them."""

    name: str
    tone: Tone
    rate: Figure
    gains: Sequence[TurnGain]


@dataclass(frozen=True)
class Selection:
    """players: the best first. rankings: of all ranked ones, then of open and closed models.

    turns, profile: of all plays of the players together.
    """

    players: Sequence[Player]
    rankings: Sequence[Ranking]
    turns: Sequence[TurnsBin]
    profile: Sequence[TurnProfile]


def success(shown: Selection, canvas: Canvas) -> str:
    lines = [Rated(each.name, each.rate, each.tone) for each in shown.players]
    return rate_charts.rates(lines, canvas, title="Success by player")


def gain(shown: Selection, canvas: Canvas) -> str:
    found = [
        Curve(each.name, [(turn.number, turn.gain) for turn in each.gains])
        for each in shown.players
    ]
    return turn_charts.curves(found, canvas, title="Information gain by turn")


def expected(shown: Selection, canvas: Canvas) -> str:
    found = [
        Curve(each.name, [(turn.number, turn.expected) for turn in each.gains])
        for each in shown.players
    ]
    return turn_charts.curves(found, canvas, title="Expected information gain by turn")


def affordances(shown: Selection, canvas: Canvas) -> str:
    lines = _lines(shown.rankings[0].every) if shown.rankings else []
    return rate_charts.rates(lines, canvas, title="Success by affordance")


def properties(shown: Selection, canvas: Canvas) -> str:
    found = shown.rankings[0].by_requires if shown.rankings else ()
    lines = [Rated(f"{each.of} required", each.rate) for each in found]
    return rate_charts.rates(lines, canvas, title="Success by number of required properties")


def extremes(shown: Selection, canvas: Canvas) -> str:
    """The easiest and the hardest affordances of each ranking, the extreme first."""
    found = [
        Block(f"{end}, {ranking.group}, {_players(ranking)}", _lines(lines))
        for ranking in shown.rankings
        for end, lines in (("Easiest", ranking.easiest), ("Hardest", ranking.hardest))
        if lines
    ]
    return rate_charts.blocks(found, canvas, title="Easiest and hardest affordances")


def turns(shown: Selection, canvas: Canvas) -> str:
    return turn_charts.histogram(shown.turns, canvas, title="Turns that plays spent")


def profile(shown: Selection, canvas: Canvas) -> str:
    return charts.shares(shown.profile, canvas)


def pooled(profiles: Sequence[Sequence[TurnProfile]]) -> list[TurnProfile]:
    """One profile of the questions of several players together."""
    read: dict[int, Counter[str]] = {}
    unread: Counter[int] = Counter()
    for turn in (turn for own in profiles for turn in own):
        counted = {name: round(share * turn.read) for name, share in turn.shares.items()}
        read.setdefault(turn.number, Counter()).update(counted)
        unread[turn.number] += turn.unread
    return [_together(number, read[number], unread[number]) for number in sorted(read)]


CHARTS: Mapping[str, Callable[[Selection, Canvas], str]] = {
    "success": success,
    "gain": gain,
    "expected": expected,
    "affordances": affordances,
    "properties": properties,
    "extremes": extremes,
    "profile": profile,
    "turns": turns,
}


def _lines(found: Sequence[Difficulty]) -> list[Rated]:
    return [Rated(each.of.replace("_", " "), each.rate) for each in found]


def _players(ranking: Ranking) -> str:
    count = len(ranking.models)
    return f"{count} player{'' if count == 1 else 's'}"


def _together(number: int, counted: Counter[str], unread: int) -> TurnProfile:
    read = counted.total()
    shares = {name: counted[name] / read for name in DIMENSIONS} if read else {}
    return TurnProfile(number, shares, read, unread)
