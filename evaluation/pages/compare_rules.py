"""Where two players differ that one has rules and the other has not: by what the rules cover."""

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from evaluation import rule_matching
from evaluation.entries import Entry
from evaluation.metrics import comparison
from evaluation.metrics.intervals import Estimate, Figure, Undefined
from evaluation.metrics.plays import EndedPlay, grouped
from evaluation.models import Run
from evaluation.pages.tables import Column, Row, Table, Unit, Value

ByGame = Mapping[str, Sequence[EndedPlay]]
COLUMNS = (
    ("games", "Games", Unit.COUNT),
    ("first", "{first}", Unit.SHARE),
    ("second", "{second}", Unit.SHARE),
    ("apart", "Difference", Unit.POINTS),
    ("turns", "Turns, unsolved as the budget", Unit.TURNS),
    ("net_gain", "Net gain, bits", Unit.BITS),
)
CAPTION = (
    "On the games that both played: success of either, then {first} less {second} in percentage "
    "points of success, turns and bits. Intervals of the difference are Newcombe's, of pairs of "
    "games; turns and bits are plain means."
)


def tables(sides: Sequence[comparison.Side], entries: Sequence[Entry]) -> list[Table]:
    """None where neither side has rules."""
    ours, theirs = (grouped(side.plays, lambda play: play.game) for side in sides)
    shared = sorted(ours.keys() & theirs.keys())
    pairs = _Pairs(ours, theirs, (sides[0].name, sides[1].name))
    found = [
        _covered(pairs, shared, side.name, rules)
        for side, entry in zip(sides, entries, strict=True)
        if (rules := _rules_of(entry))
    ]
    return [*found, _by_affordance(pairs, shared)] if found else []


class _Pairs:
    """The plays of both sides by game."""

    def __init__(self, ours: ByGame, theirs: ByGame, names: tuple[str, str]) -> None:
        self.ours, self.theirs = ours, theirs
        self.first, self.second = names

    def row(self, label: str, games: Sequence[str]) -> Row:
        counts: tuple[Value, ...] = (
            float(len(games)),
            _mean(self.ours, games, _solved),
            _mean(self.theirs, games, _solved),
            _paired(self.ours, self.theirs, games),
            _apart(self.ours, self.theirs, games, _turns),
            _apart(self.ours, self.theirs, games, _gain),
        )
        return Row(label, counts)

    def table(self, key: str, title: str, label: str, rows: Sequence[Row]) -> Table:
        names = {"first": self.first, "second": self.second}
        columns = tuple(Column(key, told.format(**names), unit) for key, told, unit in COLUMNS)
        folded = len(rows) > 12
        return Table(key, title, CAPTION.format(**names), label, columns, rows, folded)


def _covered(pairs: _Pairs, games: Sequence[str], name: str, rules: frozenset[str]) -> Table:
    """By whether the target takes a rule, and by how many of the candidates do."""
    play = {game: pairs.ours[game][0] for game in games}
    covered = {game: sum(c in rules for c in play[game].candidates) for game in games}
    most = {game: len(play[game].candidates) for game in games}
    splits = (
        ("The target takes a rule", [g for g in games if play[g].target in rules]),
        ("The target takes none", [g for g in games if play[g].target not in rules]),
        ("Every candidate takes a rule", [g for g in games if covered[g] == most[g]]),
        ("Some candidates do", [g for g in games if 0 < covered[g] < most[g]]),
        ("No candidate does", [g for g in games if not covered[g]]),
    )
    rows = [pairs.row(label, split) for label, split in splits if split]
    return pairs.table("rules", f"By what the rules of {name} cover", "Games", rows)


def _by_affordance(pairs: _Pairs, games: Sequence[str]) -> Table:
    by_target: dict[str, list[str]] = {}
    for game in games:
        by_target.setdefault(pairs.ours[game][0].target, []).append(game)
    rows = [
        pairs.row(rule_matching.words_of(target), its) for target, its in sorted(by_target.items())
    ]
    return pairs.table("affordances", "By affordance", "Target", rows)


def _rules_of(entry: Entry) -> frozenset[str]:
    """The affordances that take a rule in this run; empty for people and runs without rules."""
    if not entry.rules:
        return frozenset()
    slug = entry.reference.removeprefix("run/")
    facts = Run.objects.values_list("facts", flat=True).get(slug=slug)
    return frozenset(rule_matching.taken_in(facts))


def _mean(plays: ByGame, games: Sequence[str], value: Callable[[EndedPlay], float | None]) -> float:
    return fmean(_of_game(plays[game], value) or 0.0 for game in games)


def _of_game(
    plays: Sequence[EndedPlay], value: Callable[[EndedPlay], float | None]
) -> float | None:
    found = [each for play in plays if (each := value(play)) is not None]
    return fmean(found) if found else None


def _apart(
    ours: ByGame,
    theirs: ByGame,
    games: Sequence[str],
    value: Callable[[EndedPlay], float | None],
) -> Value:
    """The mean difference over the games of which both are known."""
    both = ((_of_game(ours[game], value), _of_game(theirs[game], value)) for game in games)
    found = [a - b for a, b in both if a is not None and b is not None]
    return fmean(found) if found else Undefined("nothing_counted")


def _paired(ours: ByGame, theirs: ByGame, games: Sequence[str]) -> Figure:
    """Without an interval where a game has several plays."""
    if any(len(ours[game]) > 1 or len(theirs[game]) > 1 for game in games):
        apart = _mean(ours, games, _solved) - _mean(theirs, games, _solved)
        return Estimate(apart, len(games), Undefined(comparison.NOT_ONE_PLAY), None)
    told = [(ours[game][0].solved, theirs[game][0].solved) for game in games]
    return comparison.paired_shares(
        told.count((True, True)),
        told.count((True, False)),
        told.count((False, True)),
        told.count((False, False)),
    )


def _solved(play: EndedPlay) -> float:
    return float(play.solved)


def _turns(play: EndedPlay) -> float:
    return float(play.turns)


def _gain(play: EndedPlay) -> float | None:
    return play.net_gain
