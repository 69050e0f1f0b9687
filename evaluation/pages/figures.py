"""A campaign's figures: what they rest on, and every table and chart of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from evaluation import charts, drawing, records
from evaluation.metrics.intervals import EXACT, NOTHING_COUNTED, Estimate, Figure, Undefined
from evaluation.metrics.plays import EndedPlay
from evaluation.metrics.summary import Summary, summarise
from evaluation.pages import sections, success
from evaluation.pages.headline import headline
from evaluation.pages.sections import RESAMPLING, Section
from evaluation.pages.success import Baselines, Design
from evaluation.pages.tables import Line, Table, lines_of
from evaluation.records import Edition
from games import belief, counted, players, selectors
from games.models import Campaign
from games.presets import Condition
from games.rules import Outcome
from games.snapshots import snapshot

SIMULATED = "Simulated"
# Of each campaign, held while its figures are computed.
_COMPUTING: dict[int, Lock] = {}


@dataclass(frozen=True)
class Fact:
    """What the figures rest on, one line of it. sha256: of what `value` names."""

    name: str
    value: str
    sha256: str = ""


@dataclass(frozen=True)
class FiguresPage:
    """mark: "Simulated" where no person played, else empty; stands before every title."""

    campaign: Campaign
    mark: str
    headline: str
    facts: Sequence[Fact]
    warning: str
    counted: Table
    sections: Sequence[Section]
    published: Table
    plays: int

    @property
    def tables(self) -> list[Table]:
        return [self.counted, *(table for each in self.sections for table in each.tables)]


def figures_of(campaign: Campaign) -> FiguresPage:
    """campaign: with its catalogue and protocol selected. All figures are of one moment."""
    with snapshot():
        edition = records.edition_of(campaign)
        summary = _summary_at(edition, campaign)
        left = counted.left_out(campaign)
        baselines = _baselines(campaign)
        facts = _facts(campaign)
    design = Design(asked=campaign.condition == Condition.QUESTIONS, crossed=campaign.crossed)
    return FiguresPage(
        campaign=campaign,
        mark=SIMULATED if campaign.simulated else "",
        headline=headline(summary, design),
        facts=facts,
        warning=campaign.override_reason,
        counted=success.left_out_table(left, edition.plays),
        sections=sections.sections(summary, baselines, design),
        published=success.PUBLISHED,
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
        chance = _chance(list(records.games_of(campaign)))
    mark = charts.NOBODY_PLAYED if campaign.simulated else ""
    line = chance.value if isinstance(chance, Estimate) else None
    return draw(summary, drawing.Canvas(palette, width, mark, chance=line))


def lines(page: FiguresPage) -> Iterator[Line]:
    """Every cell of every table but the published one, for files."""
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


def _facts(campaign: Campaign) -> list[Fact]:
    catalogue, protocol = campaign.catalogue, campaign.protocol
    shown = [
        Fact("Condition", campaign.condition.replace("_", " ")),
        Fact("Games", str(campaign.campaign_games.count())),
        Fact("Catalogue", catalogue.version, catalogue.sha256),
        Fact("Labels of objects", _labels(campaign)),
        Fact("Reference observer", f"judge {belief.JUDGE}, eps {belief.CLIP:g}"),
    ]
    if protocol is None:
        return [*shown, Fact("Protocol", "frozen when the campaign opens")]
    return [
        *shown,
        Fact("Protocol", campaign.preset, protocol.sha256),
        Fact("Oracle", str(protocol.settings["oracle"])),
        Fact("Checker", str(protocol.settings["checker"])),
        Fact("Oracle's score when it opened", _oracle_score(campaign)),
    ]


def _labels(campaign: Campaign) -> str:
    facts = records.labels_of(campaign)
    if not facts.drafted_by_model:
        return f"{facts.labels:,}"
    return f"{facts.labels:,}, of them {facts.drafted_by_model:,} drafted by a model, unconfirmed"


def _oracle_score(campaign: Campaign) -> str:
    scored = campaign.oracle_figures
    if not scored:
        return "not measured on this catalogue's objects"
    return (
        f"of {scored['questions']} blind questions {scored['right_forced']} right when it must "
        f"answer; {scored['right_answered']} right of the {scored['answered']} that it answers "
        "of itself"
    )


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
    return Baselines(played, len(games), _chance(list(games)))


def _chance(games: Sequence[int]) -> Figure:
    """Of a guess without a question, the mean over the games."""
    if not games:
        return Undefined(NOTHING_COUNTED)
    shares = [1 / len(selectors.frozen_game(pk).spec.candidates) for pk in games]
    return Estimate(sum(shares) / len(shares), len(shares), Undefined(EXACT))
