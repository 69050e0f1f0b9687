"""A campaign's figures: what they rest on, and every table and chart of them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from evaluation import charts, people, records
from evaluation.metrics.intervals import EXACT, NOTHING_COUNTED, Estimate, Figure, Undefined
from evaluation.metrics.plays import EndedPlay
from evaluation.metrics.summary import Summary, summarise
from evaluation.pages import basis, oracle, participants, sections, success
from evaluation.pages.basis import Basis
from evaluation.pages.headline import headline
from evaluation.pages.published import PUBLISHED
from evaluation.pages.sections import RESAMPLING, Section
from evaluation.pages.success import Baselines, Design
from evaluation.pages.tables import Line, Table, lines_of
from evaluation.reading import GameFacts
from evaluation.records import Edition
from games import counted, drawing, players
from games.models import Campaign
from games.presets import Condition
from games.rules import Outcome
from games.snapshots import snapshot

SIMULATED = "Simulated"
# Of each campaign, held while its figures are computed.
_COMPUTING: dict[int, Lock] = {}


@dataclass(frozen=True)
class FiguresPage:
    """mark: "Simulated" where no person played, else empty; stands before every title.

    basis: what the figures rest on; its sentences stand beside the headline.
    """

    campaign: Campaign
    mark: str
    headline: str
    basis: Basis
    warning: str
    counted: Table
    sections: Sequence[Section]
    published: Table
    plays: int

    @property
    def tables(self) -> list[Table]:
        own = (table for each in self.sections for table in each.tables)
        return [self.counted, *own, self.published]


def figures_of(campaign: Campaign) -> FiguresPage:
    """campaign: with its catalogue and protocol selected. All figures are of one moment."""
    with snapshot():
        edition = records.edition_of(campaign)
        summary = _summary_at(edition, campaign)
        left = counted.left_out(campaign)
        baselines = _baselines(campaign)
        rests_on = basis.basis_of(campaign)
        flow, said = people.flow_of(campaign), people.said_by_players(campaign)
    design = Design(asked=campaign.condition == Condition.QUESTIONS, crossed=campaign.crossed)
    took_part = participants.tables(flow, said, players=len(summary.players))
    told = oracle.tables(rests_on.score, summary.telling, RESAMPLING)
    return FiguresPage(
        campaign=campaign,
        mark=SIMULATED if campaign.simulated else "",
        headline=headline(summary, design),
        basis=rests_on,
        warning=campaign.override_reason,
        counted=success.left_out_table(left, edition.plays),
        sections=sections.sections(summary, baselines, design, participants=took_part, oracle=told),
        published=PUBLISHED,
        plays=edition.plays,
    )


def chart_of(campaign: Campaign, key: str, *, size: str, theme: str) -> str | None:
    """SVG text; None where there is no such chart, size or theme."""
    draw, palette = charts.CHARTS.get(key), drawing.PALETTES.get(theme)
    width = drawing.WIDTHS.get(size)
    if draw is None or palette is None or width is None:
        return None
    with snapshot():
        summary = _summary_at(records.edition_of(campaign), campaign)
        chance = _chance(records.games_of(campaign).values())
    mark = charts.NOBODY_PLAYED if campaign.simulated else ""
    line = chance.value if isinstance(chance, Estimate) else None
    return draw(summary, drawing.Canvas(palette, width, mark, chance=line))


def lines(page: FiguresPage) -> Iterator[Line]:
    """Every cell of every table, for files."""
    for table in page.tables:
        yield from lines_of(table)


def forget() -> None:
    """Empty what this process keeps, for tests that make their own campaigns."""
    _summary.cache_clear()


def _summary_at(edition: Edition, campaign: Campaign) -> Summary:
    """Computed once, though a page and its charts ask for it at the same time."""
    with _COMPUTING.setdefault(campaign.pk, Lock()):
        return _summary(campaign.pk, edition)


@lru_cache(maxsize=8)
def _summary(campaign_id: int, edition: Edition) -> Summary:
    campaign = Campaign.objects.get(pk=campaign_id)
    complete = records.complete_players(campaign)
    return summarise(records.ended_plays(campaign), RESAMPLING, complete=complete)


def _baselines(campaign: Campaign) -> Baselines:
    games = records.games_of(campaign)
    facts = {game.key: game for game in games.values()}
    played = [
        EndedPlay(
            player=row.player,
            game=row.game,
            target=facts[row.game].target,
            requires=facts[row.game].requires,
            outcome=Outcome.WON if row.won else Outcome.LOST,
            spent=row.questions,
            budget=players.BUDGET,
        )
        for row in records.baselines_of(campaign)
    ]
    return Baselines(played, len(games), _chance(games.values()))


def _chance(games: Collection[GameFacts]) -> Figure:
    """Of a guess without a question, the mean over the games."""
    if not games:
        return Undefined(NOTHING_COUNTED)
    shares = [1 / len(game.spec.candidates) for game in games]
    return Estimate(sum(shares) / len(shares), len(shares), Undefined(EXACT))
