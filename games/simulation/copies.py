"""A simulated copy of a campaign, and what its players know."""

import re
from dataclasses import dataclass, replace
from datetime import datetime

from games import backends, matrices, oracle_gate, selectors
from games.models import Campaign
from games.presets import Condition
from games.services import baselines, campaigns
from games.services.campaigns import CampaignPlan
from games.simulation.minds import Known

WHY_OPENED = "simulated"


@dataclass(frozen=True)
class Room:
    """players: for how many there is room. idle_minutes: None for as long as the source has."""

    players: int
    idle_minutes: int | None = None


def copy(source: Campaign, room: Room, *, now: datetime) -> Campaign:
    """The open simulated campaign: the source's games in their order, with room for the players.

    A quota campaign wants as many plays of each game as its players make together, rounded up.
    Raises CampaignRefused.
    """
    campaign = campaigns.create(_plan(source, room))
    protocol = backends.campaign_protocol(
        campaign.catalogue_id, preset=campaign.preset, condition=campaign.condition
    )
    figures = selectors.gate_figures(campaign.catalogue, protocol.oracle)
    campaigns.open_campaign(
        campaign,
        protocol=protocol,
        gate=oracle_gate.judge(figures, cannot_tell=protocol.cannot_tell),
        override_reason=WHY_OPENED,
        now=now,
    )
    return campaign


def known_to_players(catalogue_id: int) -> Known:
    questions = baselines.pool_of(catalogue_id).questions
    return Known(
        facts=baselines.facts_of(catalogue_id),
        affordances=matrices.labels_of(catalogue_id).affordances,
        questions=tuple(question.text for question in questions),
    )


def _plan(source: Campaign, room: Room) -> CampaignPlan:
    games = list(source.campaign_games.order_by("pk").values_list("game__key", flat=True))
    plan = CampaignPlan(
        name=f"{source.name} (simulated)"[:120],
        slug=_free_slug(source.slug),
        catalogue=source.catalogue,
        baseline=source.baseline,
        simulated=True,
        preset=source.preset,
        condition=Condition(source.condition),
        share=source.share,
        seed=source.seed,
        split=source.split,
        game_keys=games,
        consent=source.consent_text.texts,
        ethics=source.ethics,
        contact=source.contact,
        assignment=source.assignment,
        idle_minutes=room.idle_minutes or source.idle_minutes,
        reveal=source.reveal,
        practice=source.practice_game_id is not None,
        ask_demographics=source.ask_demographics,
        panel_codes=source.panel_codes,
        chinese=source.chinese,
    )
    if source.crossed:
        return replace(plan, players_wanted=room.players)
    assert source.games_each is not None  # a constraint: quota campaigns have it
    plays = -(-room.players * source.games_each // len(games))
    return replace(plan, plays_wanted=plays, games_each=source.games_each)


def _free_slug(slug: str) -> str:
    """The first of <slug>-simulated-1, -2 ... that no campaign has."""
    stem = f"{slug[:35]}-simulated-"
    taken = Campaign.objects.filter(slug__startswith=stem).values_list("slug", flat=True)
    numbers = [int(found[1]) for name in taken if (found := re.search(r"-(\d+)$", name))]
    return f"{stem}{max(numbers, default=0) + 1}"
