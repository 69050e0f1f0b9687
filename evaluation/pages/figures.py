"""A campaign's figures: what they rest on, and every table and chart of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from evaluation import charts, drawing, records
from evaluation.metrics.plays import EndedPlay
from evaluation.metrics.summary import Summary, summarise
from evaluation.pages import sections, success
from evaluation.pages.sections import RESAMPLING, Section
from evaluation.pages.success import Baselines
from evaluation.pages.tables import Line, Table, Unit, lines_of, show
from evaluation.records import Edition
from games import belief, selectors
from games.models import Campaign
from games.presets import Condition
from games.rules import Outcome

SIMULATED = "Simulated"


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
    """campaign: with its catalogue and protocol selected."""
    edition = records.edition_of(campaign)
    summary = _summary(campaign.pk, edition)
    left = records.left_out(campaign)
    asked = campaign.condition == Condition.QUESTIONS
    return FiguresPage(
        campaign=campaign,
        mark=SIMULATED if campaign.simulated else "",
        headline=_headline(summary),
        facts=_facts(campaign),
        warning=campaign.override_reason,
        counted=success.left_out_table(left, edition.plays),
        sections=sections.sections(summary, _baselines(campaign), asked=asked),
        published=success.PUBLISHED,
        plays=edition.plays,
    )


def chart_of(campaign: Campaign, key: str, *, size: str, theme: str) -> str:
    """SVG text. Raises KeyError for a chart, size or theme that there is not."""
    marked = charts.SIMULATED if campaign.simulated else ""
    canvas = charts.Canvas(drawing.PALETTES[theme], drawing.WIDTHS[size], marked)
    draw = charts.CHARTS[key]
    return draw(_summary(campaign.pk, records.edition_of(campaign)), canvas)


def lines(page: FiguresPage) -> Iterator[Line]:
    """Every cell of every table but the published one, for files."""
    for table in page.tables:
        yield from lines_of(table)


def forget() -> None:
    """Empty what this process keeps, for tests that make their own campaigns."""
    _summary.cache_clear()


@lru_cache(maxsize=8)
def _summary(campaign_id: int, edition: Edition) -> Summary:
    campaign = Campaign.objects.get(pk=campaign_id)
    return summarise(records.ended_plays(campaign), RESAMPLING)


def _headline(summary: Summary) -> str:
    players, average = len(summary.players), summary.average
    if not players:
        return "No play has ended yet. The figures of every ended play will stand here."
    rate, turns = show(average.rate, Unit.SHARE), show(average.turns_when_solved, Unit.TURNS)
    who = "One player" if players == 1 else f"{players} players"
    return (
        f"{who} solved {rate.main} of their games on average ({rate.aside} players), the solved "
        f"ones in {turns.main} turns ({turns.aside} players)."
    )


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
    rows = records.baselines_of(campaign)
    facts = {game.key: game for game in records.games_of(campaign).values()}
    played = [
        EndedPlay(
            player=row.player,
            game=row.game,
            target=facts[row.game].target,
            requires=facts[row.game].requires,
            outcome=Outcome.WON if row.won else Outcome.LOST,
            spent=row.questions,
        )
        for row in rows
    ]
    games = [selectors.frozen_game(pk) for pk in records.games_of(campaign)]
    chance = sum(1 / len(game.spec.candidates) for game in games) / len(games) if games else 0.0
    return Baselines(played, len(games), chance)
