"""What a campaign's live page shows, in one aggregate query and a pure fold of its groups.

Only assignments that were not released are counted, and so no practice, no free play and
nothing of who was excluded.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import (
    Aggregate,
    Count,
    F,
    FilteredRelation,
    Min,
    Q,
    QuerySet,
    Sum,
)

from games import waits
from games.models import Campaign, CampaignGame
from games.rules import Outcome, Reason, TurnStatus

SOON, LATER = timedelta(seconds=1), timedelta(seconds=5)
_PLAY = "held__play"
_TURN = f"{_PLAY}__turns"
_ANSWERED = Q(**{f"{_TURN}__status": TurnStatus.ANSWERED})


@dataclass(frozen=True)
class GameFill:
    """How full a game is. lost: also out of turns.

    taken, of wanted: places held; in a crossed campaign, which holds a place of every game for
    each player from the start, plays that have ended.
    """

    key: str
    target: str
    taken: int
    wanted: int
    won: int
    lost: int
    aborted: int
    open: int

    @property
    def words(self) -> str:
        return self.target.replace("_", " ")


@dataclass(frozen=True)
class Waits:
    """How long players waited for answers, and how often and long the Oracle itself was asked."""

    answered: int
    soon: int
    later: int
    total_seconds: float
    oracle_asked: int
    oracle_seconds: float


@dataclass(frozen=True)
class LiveFigures:
    """open_by_number: of the open plays, how many have last asked their n-th question; 0: none.

    refusals: reason -> turns.
    """

    games: tuple[GameFill, ...]
    open_by_number: Mapping[int, int]
    waits: Waits
    waiting: int
    failed: int
    doubts: int
    refusals: Mapping[str, int]


def figures_of(campaign: Campaign) -> LiveFigures:
    return fold(groups_of(campaign), players_wanted=campaign.players_wanted)


def groups_of(campaign: Campaign) -> QuerySet[CampaignGame, dict[str, object]]:
    """One row a game, outcome and turn number, those without plays or turns included."""
    held = FilteredRelation("assignments", condition=Q(assignments__released_at=None))
    rows = CampaignGame.objects.filter(campaign=campaign).annotate(held=held)
    grouped = rows.order_by("pk").values(
        "pk",
        "quota",
        "taken",
        outcome=F(f"{_PLAY}__outcome"),
        number=F(f"{_TURN}__number"),
    )
    return grouped.annotate(**_counts(), **_refusal_counts())


def fold(groups: Iterable[Mapping[str, object]], *, players_wanted: int | None) -> LiveFigures:
    """players_wanted: what a game without a quota of its own is full with."""
    rows = [_Group(group) for group in groups]
    games: dict[object, list[_Group]] = {}
    for row in rows:
        games.setdefault(row["pk"], []).append(row)
    return LiveFigures(
        games=tuple(_fill(of_game, players_wanted) for of_game in games.values()),
        open_by_number=_open_by_number(rows),
        waits=Waits(
            answered=_sum(rows, "answered"),
            soon=_sum(rows, "soon"),
            later=_sum(rows, "later"),
            total_seconds=sum(row.seconds for row in rows),
            oracle_asked=_sum(rows, "oracle_asked"),
            oracle_seconds=sum(float(str(row["oracle_seconds"] or 0)) for row in rows),
        ),
        waiting=_sum(rows, "waiting"),
        failed=_sum(rows, "failed"),
        doubts=_sum(rows, "doubts"),
        refusals={reason: n for reason in Reason if (n := _sum(rows, f"refused_{reason}"))},
    )


def _counts() -> dict[str, Aggregate]:
    """plays: counted once at each number, in its first attempt, or without any turn."""
    once = Q(**{f"{_TURN}__number": None}) | Q(**{f"{_TURN}__attempt": 1})
    return {
        # Of one game all rows are the same here; as keys to group by they would cost a sort.
        "key": Min("game__key"),
        "target": Min("game__target__key"),
        "plays": Count(_PLAY, filter=once),
        "answered": Count(_TURN, filter=_ANSWERED),
        "soon": Count(_TURN, filter=_ANSWERED & _waited_at_most(SOON)),
        "later": Count(_TURN, filter=_ANSWERED & _waited_at_most(LATER)),
        "waited": Sum(waits.duration(f"{_TURN}__"), filter=_ANSWERED),
        "oracle_asked": Count(f"{_TURN}__oracle_seconds"),
        "oracle_seconds": Sum(f"{_TURN}__oracle_seconds"),
        "waiting": Count(_TURN, filter=Q(**{f"{_TURN}__status": TurnStatus.WAITING})),
        "failed": Count(_TURN, filter=Q(**{f"{_TURN}__status": TurnStatus.FAILED})),
        "doubts": Count(f"{_TURN}__doubt"),
    }


def _waited_at_most(limit: timedelta) -> Q:
    return Q(**{f"{_TURN}__settled_at__lte": F(f"{_TURN}__asked_at") + limit})


def _refusal_counts() -> dict[str, Count]:
    return {
        f"refused_{reason}": Count(_TURN, filter=Q(**{f"{_TURN}__reason": reason}))
        for reason in Reason
    }


class _Group(dict[str, object]):
    """One row of the query."""

    def count(self, name: str) -> int:
        return int(str(self[name]))

    @property
    def number(self) -> int:
        """0 for plays without a turn."""
        return int(str(self["number"] or 0))

    @property
    def seconds(self) -> float:
        waited = self["waited"]
        return waited.total_seconds() if isinstance(waited, timedelta) else 0

    @property
    def is_open(self) -> bool:
        return self["outcome"] == ""


def _sum(rows: Iterable[_Group], name: str) -> int:
    return sum(row.count(name) for row in rows)


def _fill(rows: list[_Group], players_wanted: int | None) -> GameFill:
    begun: Counter[object] = Counter()
    for row in rows:
        if row.number <= 1:
            begun[row["outcome"]] += row.count("plays")
    ended = begun[Outcome.WON], begun[Outcome.LOST] + begun[Outcome.OUT_OF_TURNS]
    aborted, quota = begun[Outcome.ABORTED], rows[0]["quota"]
    return GameFill(
        key=str(rows[0]["key"]),
        target=str(rows[0]["target"]),
        taken=rows[0].count("taken") if quota else sum(ended) + aborted,
        wanted=int(str(quota or players_wanted or 0)),
        won=ended[0],
        lost=ended[1],
        aborted=aborted,
        open=begun[""],
    )


def _open_by_number(rows: Iterable[_Group]) -> Mapping[int, int]:
    """Who reached number n less who reached n + 1, for numbers have no gaps."""
    reached: Counter[int] = Counter()
    for row in rows:
        if row.is_open:
            reached[row.number] += row.count("plays")
    standing = {n: reached[n] - (reached[n + 1] if n else 0) for n in reached}
    return {n: plays for n, plays in sorted(standing.items()) if plays}
