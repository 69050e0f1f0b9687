"""The small open study of the demo, so that a newcomer can try the whole way at once."""

import random
from datetime import datetime

from games.campaign_texts import default_consent
from games.models import Campaign, Catalogue
from games.pages import campaign as pages
from games.services import campaigns
from games.services.campaigns import CampaignPlan

SLUG, GAMES, PLAYERS = "try-out", 3, 1000


def try_out(catalogue: Catalogue, *, now: datetime) -> Campaign:
    """The newest try-out; a new one where there is none, or one that is not answered here."""
    own = Campaign.objects.filter(slug__regex=rf"^{SLUG}(-\d+)?$", simulated=False)
    newest = own.order_by("pk").last()
    if newest is None:
        return _opened(catalogue, SLUG, now=now)
    running = newest.status == Campaign.Status.OPEN
    if (
        not running
        or newest.protocol is None
        or newest.protocol.sha256 == pages.protocol_now(newest).sha256
    ):
        return newest
    campaigns.close(newest, now=now, rng=random.SystemRandom())
    return _opened(catalogue, f"{SLUG}-{newest.pk + 1}", now=now)


def _opened(catalogue: Catalogue, slug: str, *, now: datetime) -> Campaign:
    plan = CampaignPlan(
        name="A small try-out",
        slug=slug,
        catalogue=catalogue,
        preset="house",
        share=GAMES / catalogue.games.count(),
        seed=1,
        players_wanted=PLAYERS,
        consent=default_consent(),
        ethics="An example that comes with the software, to show what a study looks like. No "
        "ethics board was asked; the data of this example are not published.",
        contact="Questions go to whoever started this lab.",
        chinese={
            "name": "小型试玩研究",
            "ethics": "这是软件自带的示例，用来展示一项研究的样子。未经伦理委员会审查；"
            "本示例的数据不会公开。",
            "contact": "如有疑问，请联系启动本实验室的人。",
        },
        ask_demographics=True,
    )
    campaign = campaigns.create(plan)
    campaigns.open_campaign(
        campaign,
        protocol=pages.protocol_now(campaign),
        gate=pages.gate_of(campaign),
        override_reason="",
        now=now,
    )
    return campaign
