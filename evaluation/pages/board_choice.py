"""Which rows of the leaderboard an address asks for, and in what order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from evaluation import leaderboard
from evaluation.entries import Kind
from evaluation.leaderboard import Group, Row
from evaluation.metrics.intervals import Estimate, Figure, Undefined
from evaluation.standings import Standing

KINDS = {Kind.HUMANS: "people", Kind.MODEL: "model", Kind.BASELINE: "program"}
OPENNESS = ("open", "closed")
ARCHITECTURES: Mapping[str, str] = {"dense": "dense", "moe": "mixture of experts"}
# Sorts in words, with how a first click on each sorts: the best or the most first.
SORTS: Mapping[str, Callable[[Row], Figure | float | str]] = {
    "player": lambda row: row.entry.name.casefold(),
    "success": lambda row: row.rate,
    "turns": lambda row: row.figures.score.turns_when_solved,
    "turns_all": lambda row: row.figures.score.turns_of_all,
    "gain": lambda row: row.figures.net_gain,
    "games": lambda row: float(row.figures.games),
}
_MOST_FIRST = frozenset({"success", "gain", "games"})


@dataclass(frozen=True)
class Asked:
    """What the address asks for; "" for no filter. sort: a key of SORTS.

    reverse: whether against the sort's own direction. protocol: how a protocol's hash begins.
    """

    catalogue: str = ""
    preset: str = ""
    split: str = ""
    kind: str = ""
    openness: str = ""
    architecture: str = ""
    protocol: str = ""
    sort: str = "success"
    reverse: bool = False

    @property
    def falling(self) -> bool:
        return (self.sort in _MOST_FIRST) != self.reverse

    @property
    def narrowed(self) -> bool:
        where = self.catalogue, self.preset, self.split
        return any((*where, self.kind, self.openness, self.architecture))


def groups_of(said: Mapping[str, str]) -> list[Group]:
    """The lists that the address asks for."""
    groups = leaderboard.groups()
    return selected(groups, asked_of(said, groups))


def asked_of(said: Mapping[str, str], groups: Sequence[Group]) -> Asked:
    catalogues, presets = choices(groups)
    sort = said.get("sort", "")
    key = sort.removeprefix("-")
    known = key in SORTS
    return Asked(
        catalogue=_known(said.get("catalogue", ""), catalogues),
        preset=_known(said.get("preset", ""), presets),
        split=_known(said.get("split", ""), splits_of(groups)),
        kind=_known(said.get("kind", ""), list(KINDS)),
        openness=_known(said.get("group", ""), OPENNESS),
        architecture=_known(said.get("architecture", ""), list(ARCHITECTURES)),
        protocol=said.get("protocol", ""),
        sort=key if known else "success",
        reverse=known and sort.startswith("-"),
    )


def selected(groups: Sequence[Group], asked: Asked) -> list[Group]:
    """The groups with those rows that are asked for, sorted; none without a row."""
    found = [
        replace(group, rows=_sorted([row for row in group.rows if _wanted(row, asked)], asked))
        for group in groups
        if asked.catalogue in ("", group.catalogue)
        and asked.preset in ("", group.protocol.preset)
        and asked.split in ("", group.split)
        and group.protocol_sha256.startswith(asked.protocol)
    ]
    return [group for group in found if group.rows]


def choices(groups: Sequence[Group]) -> tuple[list[str], list[str]]:
    """(catalogues, presets) that there are."""
    catalogues = {group.catalogue for group in groups}
    return sorted(catalogues), sorted({group.protocol.preset for group in groups})


def splits_of(groups: Sequence[Group]) -> list[str]:
    return sorted({group.split for group in groups})


def _wanted(row: Row, asked: Asked) -> bool:
    entry = row.entry
    return (
        asked.kind in ("", entry.kind)
        and asked.openness in ("", entry.openness)
        and asked.architecture in ("", entry.architecture)
    )


def _sorted(rows: Sequence[Row], asked: Asked) -> list[Row]:
    """Rows with a rank first, then those of each other standing."""
    return [
        row
        for standing in Standing
        for row in _by_figure([row for row in rows if row.standing == standing], asked)
    ]


def _by_figure(rows: Sequence[Row], asked: Asked) -> list[Row]:
    """Rows without the figure stand last in either direction."""
    value = SORTS[asked.sort]
    has = [row for row in rows if not isinstance(value(row), Undefined)]
    without = [row for row in rows if isinstance(value(row), Undefined)]
    return sorted(has, key=lambda row: _key(value(row)), reverse=asked.falling) + without


def _key(value: Figure | float | str) -> float | str:
    if isinstance(value, Estimate):
        return value.value
    return value if isinstance(value, float | str) else 0.0


def _known(value: str, known: Sequence[str]) -> str:
    return value if value in known else ""
