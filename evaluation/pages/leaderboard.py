"""The leaderboard: who stands beside whom, filtered and sorted as the address says."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from evaluation import leaderboard
from evaluation.entries import Entry, Kind
from evaluation.leaderboard import Group, Row
from evaluation.metrics.intervals import Estimate, Figure, Interval
from evaluation.pages import board_choice, board_words, player_names
from evaluation.pages.board_choice import ARCHITECTURES, KINDS, OPENNESS, Asked
from evaluation.pages.tables import Shown, Unit, show
from games import oracle_gate
from games.presets import Condition

NO_BREAK = "\N{NO-BREAK SPACE}"
# An interval, and an n.
_TOGETHER = re.compile(r"(t )?\[[^]]*\],?|n = \S+")
# Of each column: its sort, its words, its class.
HEADINGS = (
    ("player", "Player", ""),
    ("", "Rank", "num"),
    ("success", "Success", "num"),
    ("turns", "Turns, solved", "num"),
    ("turns_all", "Turns, all", "num"),
    ("gain", "Net gain, bits", "num"),
    ("games", "Games", "num"),
    ("", "Contamination, code", ""),
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
    """marks: what has to be known beside the figures. mark: None where there is no rate.

    name: by which it is told from others of its list. rank: in words, or why there is none.
    """

    entry: Entry
    name: str
    rank: Shown
    kind: str
    address: str
    mark: Mark | None
    success: Shown
    turns: Shown
    turns_all: Shown
    gain: Shown
    games: Shown
    marks: Sequence[str]
    about: str
    version: str


@dataclass(frozen=True)
class Board:
    """One list. name: its protocol, catalogue and split in words.

    said: who is best, by how much, how surely, of the whole list.
    """

    group: Group
    name: str
    said: Sequence[str]
    lines: Sequence[Line]

    @property
    def protocol(self) -> str:
        return self.group.protocol_sha256[:12]

    @property
    def rules(self) -> str:
        return rules_of(self.group)

    @property
    def oracle(self) -> str:
        """One protocol has one Oracle."""
        return oracle_of(self.group.rows[0].entry)


@dataclass(frozen=True)
class LeaderboardPage:
    """catalogues, presets, splits: what can be chosen. known: how many players there are at all."""

    boards: Sequence[Board]
    asked: Asked
    catalogues: Sequence[str]
    presets: Sequence[str]
    splits: Sequence[str]
    known: int
    kinds: Sequence[tuple[str, str]] = tuple((kind.value, words) for kind, words in KINDS.items())
    opennesses: Sequence[str] = OPENNESS
    architectures: Sequence[tuple[str, str]] = tuple(ARCHITECTURES.items())
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
    sentences = {_key(group): board_words.sentences(group) for group in groups}
    return LeaderboardPage(
        boards=[
            Board(group, name_of(group), sentences[_key(group)], _lines(group))
            for group in board_choice.selected(groups, asked)
        ],
        asked=asked,
        catalogues=catalogues,
        presets=presets,
        splits=board_choice.splits_of(groups),
        known=sum(len(group.rows) for group in groups),
    )


def name_of(group: Group) -> str:
    """Catalogue, split, preset and condition in words."""
    return f"{group.catalogue}, {group.split} games, {rules_of(group)}"


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
    forced = "" if entry.protocol.cannot_tell else ", forced to yes or no"
    return f"{right.main} right {right.aside}, {of}{forced}{told}"


def _why_practice(entry: Entry) -> str:
    right = entry.oracle.right
    if not isinstance(right, Estimate):
        return "how right it is was not measured"
    if right.value < oracle_gate.PRACTICE_RIGHT:
        return f"right on fewer than {oracle_gate.PRACTICE_RIGHT:.0%} of the blind questions"
    return f"answers fewer than {oracle_gate.PRACTICE_ANSWERED:.0%} of the blind questions"


def marks_of(entry: Entry) -> list[str]:
    """Everything that keeps its figures from being taken at their face."""
    said = []
    if entry.provisional:
        planned = f" of {entry.planned:,}" if entry.planned else ""
        said.append(f"provisional: {entry.ended:,}{planned} plays")
    if entry.protocol.constrained and entry.kind == Kind.MODEL:
        said.append("constrained: its server held its replies to the two forms")
    if entry.simulated:
        said.append("simulated, no person played")
    if entry.bound:
        said.append(
            "knows the hidden object: a bound on what is possible; its questions need not move "
            "the observer, so its net gain is no measure of it"
        )
    if entry.oracle.practice:
        said.append(f"practice quality of the Oracle, not comparable: {_why_practice(entry)}")
    if entry.contaminated:
        said.append(f"contaminated: {entry.contaminated}")
    return said


def _key(group: Group) -> tuple[str, str, str]:
    return group.catalogue, group.protocol_sha256, group.split


def _lines(group: Group) -> list[Line]:
    names = player_names.names_of([row.entry for row in group.rows])
    return [_line(row, names[row.entry.reference], _rank(row, group)) for row in group.rows]


def _rank(row: Row, group: Group) -> Shown:
    if row.rank:
        few = "few games shared" if board_words.hardly_met(row, group) else ""
        return Shown(board_words.rank_in_words(row.rank), few)
    return Shown("none", board_words.WHY_UNRANKED[row.standing])


def _line(row: Row, name: str, rank: Shown) -> Line:
    entry, figures = row.entry, row.figures
    return Line(
        entry=entry,
        name=name,
        rank=rank,
        kind=KINDS[entry.kind],
        address=address_of(entry),
        mark=_mark(row.rate),
        success=_shown(row.rate, Unit.SHARE),
        turns=_shown(figures.score.turns_when_solved, Unit.TURNS),
        turns_all=_shown(figures.score.turns_of_all, Unit.TURNS),
        gain=_shown(figures.net_gain, Unit.BITS),
        games=_games(row),
        marks=marks_of(entry),
        about=", ".join(filter(None, _about(entry))),
        version=entry.code,
    )


def _about(entry: Entry) -> Iterator[str]:
    """What its model is, as its spec says."""
    yield f"{entry.openness} weights" if entry.openness else ""
    yield ARCHITECTURES.get(entry.architecture, entry.architecture)
    yield entry.size


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
