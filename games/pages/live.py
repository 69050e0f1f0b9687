"""The live block of a campaign's page, as values."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from games import live
from games.live import GameFill, LiveFigures, Waits
from games.models import Campaign
from games.pages.campaign import sentence_of

BAR_HEIGHT = 60
MOST_QUESTIONS = 20


@dataclass(frozen=True)
class Bar:
    """Open plays that have asked so many questions; height and top in the drawing's units."""

    number: int
    plays: int
    height: float

    @property
    def left(self) -> int:
        return self.number * 20

    @property
    def middle(self) -> int:
        return self.left + 9

    @property
    def labelled(self) -> bool:
        return self.number % 5 == 0

    @property
    def top(self) -> float:
        return BAR_HEIGHT - self.height


@dataclass(frozen=True)
class Share:
    """A line of the table of waits."""

    label: str
    count: int
    share: float

    @property
    def percent(self) -> str:
        return f"{self.share:.1%}"


@dataclass(frozen=True)
class LivePage:
    """stamp: changes whenever anything shown does, so that a poll can be answered by 204.

    sentence: the state, on top of the page.
    """

    campaign: Campaign
    stamp: str
    sentence: str
    polls: bool
    games: tuple[GameFill, ...]
    bars: tuple[Bar, ...]
    open_plays: int
    where: str
    waits: tuple[Share, ...]
    answered: int
    mean_wait: str
    oracle_mean: str
    waiting: int
    failed: int
    doubts: int
    refusals: tuple[Share, ...]
    refused: int


def live_page(campaign: Campaign) -> LivePage:
    figures = live.figures_of(campaign)
    return page_of(campaign, figures, sentence_of(campaign))


def page_of(campaign: Campaign, figures: LiveFigures, sentence: str) -> LivePage:
    refused = sum(figures.refusals.values())
    waits = figures.waits
    return LivePage(
        campaign=campaign,
        stamp=hashlib.sha256(f"{campaign.status}{sentence}{figures}".encode()).hexdigest()[:12],
        sentence=sentence,
        polls=campaign.status in (Campaign.Status.OPEN, Campaign.Status.PAUSED),
        games=figures.games,
        bars=_bars(figures.open_by_number),
        open_plays=sum(figures.open_by_number.values()),
        where=_where(figures.open_by_number),
        waits=_shares(waits),
        answered=waits.answered,
        mean_wait=_mean(waits.total_seconds, waits.answered),
        oracle_mean=_mean(waits.oracle_seconds, waits.oracle_asked),
        waiting=figures.waiting,
        failed=figures.failed,
        doubts=figures.doubts,
        refusals=tuple(
            Share(reason.replace("_", " "), count, count / refused)
            for reason, count in sorted(figures.refusals.items(), key=lambda item: -item[1])
        ),
        refused=refused,
    )


def _bars(open_by_number: Mapping[int, int]) -> tuple[Bar, ...]:
    most = max(open_by_number.values(), default=1)
    numbers = range(max(MOST_QUESTIONS, *open_by_number, 0) + 1)
    counted = [(number, open_by_number.get(number, 0)) for number in numbers]
    return tuple(
        Bar(number, plays, round(BAR_HEIGHT * plays / most, 1)) for number, plays in counted
    )


def _where(open_by_number: Mapping[int, int]) -> str:
    """The drawing in words."""
    return ", ".join(f"{plays} at {number}" for number, plays in open_by_number.items())


def _shares(waits: Waits) -> tuple[Share, ...]:
    if not waits.answered:
        return ()
    counts = (
        ("within 1 s", waits.soon),
        ("1 to 5 s", waits.later - waits.soon),
        ("longer", waits.answered - waits.later),
    )
    return tuple(Share(label, count, count / waits.answered) for label, count in counts)


def _mean(seconds: float, count: int) -> str:
    if not count:
        return "not measured"
    return f"{seconds / count:.2f} s" if seconds / count >= 0.01 else "under 0.01 s"
