"""Two players, or groups of players, on the games that both played."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean

from evaluation.metrics.intervals import (
    NOTHING_COUNTED,
    ONE_PLAYER,
    Clusters,
    Estimate,
    Figure,
    Interval,
    Method,
    Resampling,
    Undefined,
    clustered_mean,
    t_mean,
)
from evaluation.metrics.plays import EndedPlay, grouped
from evaluation.metrics.success import average
from games import wilson

NOT_ONE_PLAY = "not_one_play"
TWO_GROUPS = "two_groups"
_DIFFERENCES = Interval(-1, 1)
ByGame = Mapping[str, Sequence[EndedPlay]]


@dataclass(frozen=True)
class Side:
    """One player, or a group of them; a play's `player` says whose it is.

    What several plays of one game come to is averaged for the game first.
    """

    name: str
    plays: Sequence[EndedPlay]

    @property
    def players(self) -> dict[str, list[EndedPlay]]:
        return grouped(self.plays, lambda play: play.player)


@dataclass(frozen=True)
class Partners:
    """Keys of games: those that both sides played, and those that have no partner."""

    both: tuple[str, ...]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]


@dataclass(frozen=True)
class McNemar:
    """Games that both solved, one alone did, neither did; the exact two-sided p-value."""

    both: int
    only_first: int
    only_second: int
    neither: int
    p_value: float


@dataclass(frozen=True)
class Difference:
    """Of the success rates, first less second, with three intervals.

    paired: games are the cases, taken as independent: Newcombe's interval where each side has one
        play a game, else Student's t.
    over_objects: the same mean, hidden objects resampled with all their games.
    over_players: where one side is a group: the mean over its players of the difference on the
        games that each shares with the other side, players the cases. Undefined("one_player")
        where neither is, Undefined("two_groups") where both are.
    """

    paired: Figure
    over_objects: Figure
    over_players: Figure


@dataclass(frozen=True)
class Comparison:
    """first, second: their names. All figures are of the games that both played.

    first_rate, second_rate: over games, with objects resampled.
    turns_of_all, net_gain: differences, first less second, with objects resampled; a game that
        one side has no net gain of is in none.
    """

    first: str
    second: str
    games: Partners
    objects: int
    first_rate: Figure
    second_rate: Figure
    success: Difference
    turns_of_all: Figure
    net_gain: Figure
    mcnemar: McNemar | Undefined


@dataclass(frozen=True)
class _Paired:
    first: ByGame
    second: ByGame
    games: tuple[str, ...]
    resampling: Resampling

    def difference(self, value: Callable[[EndedPlay], float | None]) -> Figure:
        found = ((game, *self._values(game, value)) for game in self.games)
        return self.over_objects(
            {game: a - b for game, a, b in found if a is not None and b is not None}
        )

    def over_objects(self, values: Mapping[str, float]) -> Figure:
        """The mean of the games' values with an interval from resampling their objects."""
        by_object: dict[str, list[float]] = {}
        for game, value in values.items():
            by_object.setdefault(self.object_of(game), []).append(value)
        return clustered_mean(list(by_object.values()), self.resampling)

    def object_of(self, game: str) -> str:
        return self.first[game][0].physical_object

    def _values(
        self, game: str, value: Callable[[EndedPlay], float | None]
    ) -> tuple[float | None, float | None]:
        return _mean(self.first[game], value), _mean(self.second[game], value)


def compare(first: Side, second: Side, resampling: Resampling) -> Comparison:
    """Both sides' games are of one catalogue, for a key means another game in another one."""
    drawn = replace(resampling, clusters=Clusters.OBJECTS)
    pairs = _paired(first, second, drawn)
    rates = {game: (_rate(pairs.first[game]), _rate(pairs.second[game])) for game in pairs.games}
    return Comparison(
        first=first.name,
        second=second.name,
        games=_partners(pairs),
        objects=len({pairs.object_of(game) for game in pairs.games}),
        first_rate=pairs.over_objects({game: rate for game, (rate, _) in rates.items()}),
        second_rate=pairs.over_objects({game: rate for game, (_, rate) in rates.items()}),
        success=_success(pairs, first, second),
        turns_of_all=pairs.difference(_turns),
        net_gain=pairs.difference(lambda play: play.net_gain),
        mcnemar=_mcnemar(pairs),
    )


def compare_success(first: Side, second: Side, resampling: Resampling) -> Difference:
    """What `compare` says of the success rates alone."""
    drawn = replace(resampling, clusters=Clusters.OBJECTS)
    return _success(_paired(first, second, drawn), first, second)


def paired_shares(both: int, only_first: int, only_second: int, neither: int) -> Figure:
    """The difference of two shares of the same cases, with Newcombe's interval.

    Returns Undefined("nothing_counted") without cases.
    Source: method 10 of Newcombe (1998), Statistics in Medicine 17, 2635.
    """
    total = both + only_first + only_second + neither
    if not total:
        return Undefined(NOTHING_COUNTED)
    first, second = (both + only_first) / total, (both + only_second) / total
    of_first = wilson.interval(both + only_first, total)
    of_second = wilson.interval(both + only_second, total)
    phi = _correlation(both, only_first, only_second, neither)
    low = _hypotenuse(first - of_first.low, of_second.high - second, phi)
    high = _hypotenuse(of_first.high - first, second - of_second.low, phi)
    apart = first - second
    return Estimate(apart, total, Interval(apart - low, apart + high), Method.NEWCOMBE)


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """The two-sided p-value of McNemar's exact conditional test; 1 where no case tells them apart.

    Source: McNemar (1947), Psychometrika 12, 153; exact as in Fagerland, Lydersen & Laake
    (2013), BMC Medical Research Methodology 13, 91.
    """
    # A quarter of a second to import, and most processes never compare.
    from scipy.stats import binomtest

    apart = only_first + only_second
    return float(binomtest(only_first, apart, 0.5).pvalue) if apart else 1.0


def _correlation(both: int, only_first: int, only_second: int, neither: int) -> float:
    """Of the two answers to one case, corrected for continuity where it is positive."""
    margins = (both + only_first) * (only_second + neither)
    margins *= (both + only_second) * (only_first + neither)
    product = both * neither - only_first * only_second
    if not margins:
        return 0.0
    half = (both + only_first + only_second + neither) / 2
    return (max(product - half, 0) if product > 0 else product) / sqrt(margins)


def _hypotenuse(one: float, other: float, phi: float) -> float:
    return sqrt(max(0.0, one**2 - 2 * phi * one * other + other**2))


def _paired(first: Side, second: Side, resampling: Resampling) -> _Paired:
    of_first = grouped(first.plays, lambda play: play.game)
    of_second = grouped(second.plays, lambda play: play.game)
    return _Paired(of_first, of_second, tuple(sorted(set(of_first) & set(of_second))), resampling)


def _partners(pairs: _Paired) -> Partners:
    shared = set(pairs.games)
    return Partners(
        both=pairs.games,
        only_first=tuple(sorted(set(pairs.first) - shared)),
        only_second=tuple(sorted(set(pairs.second) - shared)),
    )


def _success(pairs: _Paired, first: Side, second: Side) -> Difference:
    return Difference(
        paired=_by_games(pairs),
        over_objects=pairs.difference(_solved),
        over_players=_by_players(first, second, pairs.resampling),
    )


def _by_games(pairs: _Paired) -> Figure:
    counts = _counts(pairs)
    if counts:
        return paired_shares(*counts)
    return t_mean(
        [_rate(pairs.first[game]) - _rate(pairs.second[game]) for game in pairs.games],
        within=_DIFFERENCES,
    )


def _by_players(first: Side, second: Side, resampling: Resampling) -> Figure:
    many = [len(side.players) > 1 for side in (first, second)]
    if all(many) or not any(many):
        return Undefined(TWO_GROUPS if all(many) else ONE_PLAYER)
    group, other = (first, second) if many[0] else (second, first)
    sign = 1 if many[0] else -1
    against = grouped(other.plays, lambda play: play.game)
    apart = [_apart(own, against) for own in group.players.values()]
    values = [sign * each for each in apart if each is not None]
    return average(values, resampling, within=_DIFFERENCES)


def _apart(own: Sequence[EndedPlay], against: ByGame) -> float | None:
    """One player's rate less the other side's, on the games that they share; None without any."""
    mine = grouped(own, lambda play: play.game)
    apart = [_rate(mine[game]) - _rate(against[game]) for game in mine if game in against]
    return fmean(apart) if apart else None


def _mcnemar(pairs: _Paired) -> McNemar | Undefined:
    if not pairs.games:
        return Undefined(NOTHING_COUNTED)
    counts = _counts(pairs)
    if not counts:
        return Undefined(NOT_ONE_PLAY)
    both, only_first, only_second, neither = counts
    p_value = mcnemar_exact(only_first, only_second)
    return McNemar(both, only_first, only_second, neither, p_value)


def _counts(pairs: _Paired) -> tuple[int, int, int, int] | None:
    """Games that both, first alone, second alone, neither solved; None where a side has several
    plays of one game."""
    plays = [(pairs.first[game], pairs.second[game]) for game in pairs.games]
    if any(len(side) > 1 for both in plays for side in both):
        return None
    solved = [(first[0].solved, second[0].solved) for first, second in plays]
    ways = ((True, True), (True, False), (False, True), (False, False))
    both, only_first, only_second, neither = (solved.count(way) for way in ways)
    return both, only_first, only_second, neither


def _rate(plays: Sequence[EndedPlay]) -> float:
    return fmean(play.solved for play in plays)


def _mean(plays: Sequence[EndedPlay], value: Callable[[EndedPlay], float | None]) -> float | None:
    known = [each for each in map(value, plays) if each is not None]
    return fmean(known) if known else None


def _solved(play: EndedPlay) -> float:
    return float(play.solved)


def _turns(play: EndedPlay) -> float:
    return play.turns
