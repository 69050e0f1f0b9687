"""The leaderboard: who stands beside whom, filtered and sorted as the address says."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from evaluation import leaderboard
from evaluation.entries import Entry, Kind
from evaluation.leaderboard import Group, Row
from evaluation.metrics.intervals import Estimate, Figure, Interval
from evaluation.pages import board_choice
from evaluation.pages.board_choice import ARCHITECTURES, KINDS, OPENNESS, Asked
from evaluation.pages.tables import Shown, Unit, show
from games.presets import Condition

NO_BREAK = "\N{NO-BREAK SPACE}"
# An interval, and an n.
_TOGETHER = re.compile(r"(t )?\[[^]]*\],?|n = \S+")
# Of each column: its sort, its words, its class.
HEADINGS = (
    ("player", "Player", ""),
    ("success", "Success", "num"),
    ("turns", "Turns, solved", "num"),
    ("turns_all", "Turns, all", "num"),
    ("gain", "Net gain, bits", "num"),
    ("games", "Games", "num"),
    ("", "Rules", ""),
    ("", "Version", ""),
)


@dataclass(frozen=True)
class Mark:
    """On a line of 100 where an interval begins and how wide it is, and where its rate's tick is.

    They are text, for a number would be written as the reader's language has it.
    """

    low: str
    width: str
    tick: str


@dataclass(frozen=True)
class Line:
    """marks: what has to be known beside the figures. mark: None where there is no rate."""

    entry: Entry
    kind: str
    address: str
    mark: Mark | None
    success: Shown
    turns: Shown
    turns_all: Shown
    gain: Shown
    games: Shown
    rules: str
    oracle: str
    marks: Sequence[str]
    about: str
    version: str


@dataclass(frozen=True)
class Board:
    """One list. name: its protocol and catalogue in words."""

    group: Group
    name: str
    lines: Sequence[Line]

    @property
    def protocol(self) -> str:
        return self.group.protocol_sha256[:12]


@dataclass(frozen=True)
class LeaderboardPage:
    """catalogues, presets: what can be chosen. known: how many players there are unfiltered."""

    boards: Sequence[Board]
    asked: Asked
    catalogues: Sequence[str]
    presets: Sequence[str]
    known: int
    kinds: Sequence[tuple[str, str]] = tuple((kind.value, words) for kind, words in KINDS.items())
    opennesses: Sequence[str] = OPENNESS
    architectures: Sequence[str] = ARCHITECTURES
    headings: Sequence[tuple[str, str, str]] = HEADINGS

    @property
    def direction(self) -> str:
        """Of the sort, as `aria-sort` has it."""
        return "descending" if self.asked.falling else "ascending"


def page_of(said: Mapping[str, str]) -> LeaderboardPage:
    """said: as the address has it; what is unknown is passed over."""
    groups = leaderboard.groups()
    catalogues, presets = board_choice.choices(groups)
    asked = board_choice.asked_of(said, groups)
    return LeaderboardPage(
        boards=[_board(group) for group in board_choice.selected(groups, asked)],
        asked=asked,
        catalogues=catalogues,
        presets=presets,
        known=sum(len(group.rows) for group in groups),
    )


def name_of(group: Group) -> str:
    """Catalogue, preset and condition in words."""
    return f"{group.catalogue}, {rules_of(group)}"


def rules_of(group: Group) -> str:
    said = [f"preset {group.protocol.preset}"]
    if group.protocol.condition != Condition.QUESTIONS:
        said.append(f"control {group.protocol.condition.replace('_', ' ')}")
    if group.protocol.constrained:
        said.append("constrained replies")
    if group.protocol.rules:
        said.append(f"rules {group.protocol.rules}")
    return ", ".join(said)


def oracle_of(entry: Entry) -> str:
    """How right its Oracle is, in words."""
    quality = entry.oracle
    right = show(quality.right, Unit.SHARE)
    if not isinstance(quality.right, Estimate):
        return "not measured"
    of = "this catalogue's blind questions" if quality.own else "questions about other objects"
    answered = show(quality.answered, Unit.SHARE).main
    told = f", answers {answered}" if entry.protocol.cannot_tell else ""
    return f"{right.main} right {right.aside}, {of}{told}"


def marks_of(entry: Entry) -> list[str]:
    """Everything that keeps its figures from being taken at their face."""
    said = []
    if entry.provisional:
        planned = f" of {entry.planned:,}" if entry.planned else ""
        said.append(f"provisional: {entry.ended:,}{planned} plays")
    if entry.simulated:
        said.append("simulated, no person played")
    if entry.oracle.practice:
        said.append("practice quality of the Oracle, not comparable")
    if entry.contaminated:
        said.append(f"contaminated: {entry.contaminated}")
    return said


def _board(group: Group) -> Board:
    return Board(group, name_of(group), [_line(row, group) for row in group.rows])


def _line(row: Row, group: Group) -> Line:
    entry, figures = row.entry, row.figures
    return Line(
        entry=entry,
        kind=KINDS[entry.kind],
        address=address_of(entry),
        mark=_mark(row.rate),
        success=_shown(row.rate, Unit.SHARE),
        turns=_shown(figures.score.turns_when_solved, Unit.TURNS),
        turns_all=_shown(figures.score.turns_of_all, Unit.TURNS),
        gain=_shown(figures.net_gain, Unit.BITS),
        games=_games(row),
        rules=rules_of(group),
        oracle=oracle_of(entry),
        marks=marks_of(entry),
        about=", ".join(filter(None, (entry.openness, entry.architecture, entry.size))),
        version=entry.code,
    )


def address_of(entry: Entry) -> str:
    """Where its own figures are."""
    where, _, slug = entry.reference.partition("/")
    name = "runs:run" if where == "run" else "evaluation:figures"
    return reverse(name, args=[slug])


def _games(row: Row) -> Shown:
    figures = row.figures
    plays = f"{figures.pooled.plays:,}{NO_BREAK}plays"
    aside = ""
    if row.entry.kind == Kind.HUMANS:
        aside = f"{figures.players:,}{NO_BREAK}players, {plays}"
    elif figures.repeats > 1:
        aside = f"{figures.repeats}{NO_BREAK}repeats, {plays}"
    return Shown(f"{figures.games:,}", aside)


def _shown(figure: Figure, unit: Unit) -> Shown:
    """With spaces that no line breaks at within an interval or an n."""
    found = show(figure, unit)
    aside = _TOGETHER.sub(lambda part: part[0].replace(" ", NO_BREAK), found.aside)
    return Shown(found.main, aside)


def _mark(rate: Figure) -> Mark | None:
    if not isinstance(rate, Estimate):
        return None
    at = 100 * rate.value
    ends = (
        rate.interval if isinstance(rate.interval, Interval) else Interval(rate.value, rate.value)
    )
    return Mark(
        low=f"{100 * ends.low:.1f}",
        width=f"{100 * (ends.high - ends.low):.1f}",
        tick=f"{min(max(at - 1, 0), 98):.1f}",
    )
