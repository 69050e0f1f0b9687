"""The leaderboard as values: people, models and programs under one protocol on one catalogue."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from evaluation import entries
from evaluation.entries import Entry, Kind
from evaluation.metrics import information, success
from evaluation.metrics.intervals import Clusters, Estimate, Figure, Resampling
from evaluation.metrics.plays import EndedPlay, grouped
from evaluation.metrics.summary import Score, average_score, score, scores
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
    entry: Entry
    figures: Figures

    @property
    def rate(self) -> Figure:
        return self.figures.score.rate


@dataclass(frozen=True)
class Group:
    """Rows that may stand in one list: one protocol, one catalogue; the best first."""

    catalogue: str
    protocol_sha256: str
    protocol: Protocol
    rows: Sequence[Row]


def groups() -> list[Group]:
    """Whoever has an ended play; the group with the most rows first. Never pooled across groups."""
    shown = [entry for entry in entries.entries() if entry.ended]
    by_key: dict[tuple[str, str], list[Entry]] = {}
    for entry in shown:
        by_key.setdefault((entry.catalogue, entry.protocol_sha256), []).append(entry)
    found = [_group(members) for members in by_key.values()]
    return sorted(found, key=lambda each: (-len(each.rows), each.catalogue, each.protocol_sha256))


def figures_of(entry: Entry) -> Figures:
    """Computed once for each edition by a process."""
    return _figures(entry.reference, entry.edition.sha256, entry.edition.doubts)


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
    _figures.cache_clear()


@lru_cache(maxsize=1024)
def _figures(reference: str, edition: str, doubts: int) -> Figures:
    entry = entries.entry_of(reference)
    if entry is None:
        raise LookupError(f"There is no {reference}.")
    return summarised(entries.bare_plays_of(entry), entry.kind)


def _group(members: Sequence[Entry]) -> Group:
    rows = [Row(entry, figures_of(entry)) for entry in members]
    first = members[0]
    return Group(
        first.catalogue, first.protocol_sha256, first.protocol, sorted(rows, key=_best_first)
    )


def _best_first(row: Row) -> tuple[float, str, str]:
    rate = row.rate.value if isinstance(row.rate, Estimate) else -1.0
    return -rate, row.entry.name, row.entry.reference
