"""The leaderboard as values: people, models and programs under one protocol on one catalogue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from evaluation import entries, standings
from evaluation.entries import Entry, Kind
from evaluation.metrics import information, success
from evaluation.metrics.intervals import Clusters, Estimate, Figure, Resampling
from evaluation.metrics.plays import EndedPlay, grouped
from evaluation.metrics.ranks import Rank
from evaluation.metrics.summary import Score, average_score, score, scores
from evaluation.records import Edition
from evaluation.standings import Standing, standing_of
from games.presets import Protocol

# Of people their players are drawn, of a run the hidden objects: what a program does about one
# object is alike.
OF_PEOPLE, OF_RUN = Resampling(), Resampling(clusters=Clusters.OBJECTS)


@dataclass(frozen=True)
class Figures:
    """score: of people the average over players, of a run all its plays. pooled: all plays.

    net_gain: bits a play, over plays. games, players, repeats: how many there are of each.
    """

    score: Score
    pooled: Score
    rate_over_objects: Figure
    net_gain: Figure
    games: int
    players: int
    repeats: int


@dataclass(frozen=True)
class Row:
    """rank: among the ranked rows of its whole list; None for a row without one."""

    entry: Entry
    figures: Figures
    rank: Rank | None = None

    @property
    def standing(self) -> Standing:
        return standing_of(self.entry)

    @property
    def rate(self) -> Figure:
        return self.figures.score.rate


@dataclass(frozen=True)
class Group:
    """Rows that may stand in one list: one protocol, games of one split of one catalogue.

    protocol: of all of them; the replies of some may have been constrained, which is marked.
    rows: the ranked ones first, the best before others, then the bounds, what is marked, what is
        provisional. apart: references of two ranked rows -> how far apart they are in success.
    """

    catalogue: str
    protocol_sha256: str
    protocol: Protocol
    split: str
    rows: Sequence[Row]
    apart: Mapping[tuple[str, str], Figure] = field(default_factory=dict)


def groups() -> list[Group]:
    """Whoever has an ended play; the group with the most rows first. Never pooled across groups."""
    shown = [entry for entry in entries.entries() if entry.ended]
    by_key: dict[tuple[str, str, str], list[Entry]] = {}
    for entry in shown:
        key = entry.catalogue, _shared_protocol(entry)[0], entry.split
        by_key.setdefault(key, []).append(entry)
    return [
        _group(members)
        for _, members in sorted(by_key.items(), key=lambda of: (-len(of[1]), of[0]))
    ]


def figures_of(entry: Entry) -> Figures:
    """Computed once for each edition by a process."""
    return _kept_figures(entry.reference, entry.kind, entry.edition)


def summarised(plays: Sequence[EndedPlay], kind: Kind) -> Figures:
    """plays: their questions are not looked at."""
    people = kind == Kind.HUMANS
    resampling = OF_PEOPLE if people else OF_RUN
    by_player = grouped(plays, lambda play: play.player)
    by_object = list(grouped(plays, lambda play: play.physical_object).values())
    pooled = score(plays, resampling)
    each = scores(by_player, resampling)
    clusters = list(by_player.values()) if people else by_object
    return Figures(
        score=average_score(each, resampling) if people else pooled,
        pooled=pooled,
        rate_over_objects=success.rate_over_objects(by_object, resampling),
        net_gain=information.net_gain(clusters, resampling),
        games=len({play.game for play in plays}),
        players=len(by_player),
        repeats=len({play.repeat for play in plays}),
    )


def forget() -> None:
    """Empty what this process keeps, for tests that make their own runs."""
    _kept_figures.cache_clear()
    standings.forget()


@lru_cache(maxsize=1024)
def _kept_figures(reference: str, kind: Kind, edition: Edition) -> Figures:
    return summarised(standings.plays_of(reference, edition), kind)


def _group(members: Sequence[Entry]) -> Group:
    rows = sorted((_row(entry) for entry in members), key=_best_first)
    ranked = [row.entry for row in rows if row.standing == Standing.RANKED]
    ranking, first = standings.ranking_of(ranked), members[0]
    sha256, protocol = _shared_protocol(first)
    return Group(
        catalogue=first.catalogue,
        protocol_sha256=sha256,
        protocol=protocol,
        split=first.split,
        rows=[replace(row, rank=ranking.ranks.get(row.entry.reference)) for row in rows],
        apart=ranking.apart,
    )


def _shared_protocol(entry: Entry) -> tuple[str, Protocol]:
    """Its protocol but for whether replies are constrained, with the hash of that.

    The game's rules are the same: such a player stands among the others, marked.
    """
    if not entry.protocol.constrained:
        return entry.protocol_sha256, entry.protocol
    protocol = replace(entry.protocol, constrained=False)
    return protocol.sha256, protocol


def _row(entry: Entry) -> Row:
    """How many plays have ended is said as its figures have it, which may be older."""
    figures = figures_of(entry)
    return Row(replace(entry, ended=figures.pooled.plays), figures)


def _best_first(row: Row) -> tuple[int, float, str, str]:
    rate = row.rate.value if isinstance(row.rate, Estimate) else -1.0
    return row.standing, -rate, row.entry.name, row.entry.reference
