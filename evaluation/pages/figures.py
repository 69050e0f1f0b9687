"""A campaign's figures: what they rest on, and every table and chart of them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse

from evaluation import charts, people, records, summaries
from evaluation.metrics.intervals import EXACT, NOTHING_COUNTED, Estimate, Figure, Undefined
from evaluation.metrics.plays import EndedPlay
from evaluation.pages import basis, drawn, oracle, participants, sections, success
from evaluation.pages.basis import Basis
from evaluation.pages.drawn import Part
from evaluation.pages.headline import headline
from evaluation.pages.published import PUBLISHED
from evaluation.pages.sections import RESAMPLING, Section
from evaluation.pages.success import Baselines, Design
from evaluation.pages.tables import Line, Table, lines_of
from evaluation.reading import GameFacts
from games import counted, players
from games.models import Campaign
from games.presets import Condition
from games.rules import Outcome
from games.snapshots import snapshot

SIMULATED = "Simulated"


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
    parts: Sequence[Part]
    published: Table
    plays: int

    @property
    def tables(self) -> list[Table]:
        own = (table for part in self.parts for table in part.tables)
        return [self.counted, *own, self.published]


def figures_of(campaign: Campaign) -> FiguresPage:
    """campaign: with its catalogue and protocol selected. All figures are of one moment."""
    with snapshot():
        edition = records.edition_of(campaign)
        summary = summaries.of_campaign(campaign, edition).summary
        left = counted.left_out(campaign)
        baselines = _baselines(campaign)
        rests_on = basis.basis_of(campaign)
        flow, said = people.flow_of(campaign), people.said_by_players(campaign)
    design = Design(asked=campaign.condition == Condition.QUESTIONS, crossed=campaign.crossed)
    took_part = participants.tables(flow, said, players=len(summary.players))
    told = oracle.tables(rests_on.score, summary.telling, RESAMPLING)
    shown = sections.sections(summary, baselines, design, participants=took_part, oracle=told)
    return FiguresPage(
        campaign=campaign,
        mark=SIMULATED if campaign.simulated else "",
        headline=headline(summary, design),
        basis=rests_on,
        warning=campaign.override_reason,
        counted=success.left_out_table(left, edition.plays),
        parts=[_part(campaign, each) for each in shown],
        published=PUBLISHED,
        plays=edition.plays,
    )


def chart_of(campaign: Campaign, key: str, *, size: str, theme: str) -> str | None:
    """SVG text; None where there is no such chart, size or theme."""
    draw = charts.CHARTS.get(key)
    mark = charts.NOBODY_PLAYED if campaign.simulated else ""
    canvas = drawn.canvas_of(size, theme, mark=mark)
    if draw is None or canvas is None:
        return None
    with snapshot():
        found = summaries.of_campaign(campaign, records.edition_of(campaign))
        chance = _chance(records.games_of(campaign).values())
    line = chance.value if isinstance(chance, Estimate) else None
    return draw(found.summary, replace(canvas, chance=line))


def lines(page: FiguresPage) -> Iterator[Line]:
    """Every cell of every table, for files."""
    for table in page.tables:
        yield from lines_of(table)


def _part(campaign: Campaign, section: Section) -> Part:
    def address(key: str, size: str, theme: str) -> str:
        return reverse("evaluation:chart", args=[campaign.slug, key, size, theme])

    return drawn.part(section, address)


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
