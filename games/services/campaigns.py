"""A campaign from its plan to its end: made, opened with a frozen protocol, paused, closed."""

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from games import subsets
from games.models import Campaign, CampaignGame, Catalogue, ConsentText, Game
from games.oracle_gate import Gate
from games.presets import Condition, Protocol
from games.services.plays import freeze_protocol
from games.subsets import BrokenSubset, Playable

SLUG_LIMIT = 50


class CampaignRefused(Exception):
    """The plan cannot become a campaign, or the campaign cannot take this step; says why."""


@dataclass(frozen=True)
class CampaignPlan:
    """What a researcher decides.

    share, split: the share of each target's games, of one split or (empty) of all games.
    game_keys: the games by name instead, where they are not empty.
    players_wanted: for `crossed`; plays_wanted, games_each: for `quota`.
    consent: language code -> text; English is needed.
    panel_codes: outcome -> what a recruiting platform expects.
    """

    name: str
    catalogue: Catalogue
    preset: str
    seed: int
    consent: Mapping[str, str]
    ethics: str
    contact: str
    slug: str = ""
    baseline: bool = False
    simulated: bool = False
    condition: Condition = Condition.QUESTIONS
    share: float | None = None
    split: str = ""
    game_keys: Sequence[str] = ()
    assignment: str = Campaign.Assignment.CROSSED
    players_wanted: int | None = None
    plays_wanted: int | None = None
    games_each: int | None = None
    idle_minutes: int = 24 * 60
    reveal: str = Campaign.Reveal.AFTER_LAST
    practice: bool = True
    ask_demographics: bool = False
    panel_codes: Mapping[str, str] = field(default_factory=dict)


def create(plan: CampaignPlan) -> Campaign:
    """Store the campaign with its games, as a draft.

    Raises CampaignRefused: the games break its rules, a number is missing, the name is taken.
    """
    games = _games_of(plan)
    _require_numbers(plan, len(games))
    practice = _practice_game(plan, games) if plan.practice else None
    with transaction.atomic():
        campaign = _store(plan, practice)
        CampaignGame.objects.bulk_create(
            CampaignGame(
                campaign=campaign,
                game=game,
                physical_object_id=game.physical_object_id,
                quota=campaign.plays_wanted,
            )
            for game in games
        )
    return campaign


def open_campaign(
    campaign: Campaign, *, protocol: Protocol, gate: Gate, override_reason: str, now: datetime
) -> None:
    """Open a draft under this protocol, or a paused campaign again under its own.

    A baseline whose Oracle does not pass opens only with a researcher's reason, which is printed
    wherever its figures are. Raises CampaignRefused.
    """
    reason = override_reason.strip()
    if campaign.status == Campaign.Status.PAUSED:
        _step(campaign, Campaign.Status.PAUSED, status=Campaign.Status.OPEN, resumed_at=now)
        return
    if campaign.baseline and not gate.passed and not reason:
        raise CampaignRefused(
            "The Oracle does not pass for a baseline. Open it with a reason, or not at all."
        )
    _step(
        campaign,
        Campaign.Status.DRAFT,
        status=Campaign.Status.OPEN,
        protocol=freeze_protocol(protocol),
        oracle_figures=asdict(gate.figures) if gate.figures else {},
        override_reason="" if gate.passed or not campaign.baseline else reason,
        opened_at=now,
    )


def pause(campaign: Campaign) -> None:
    """Take nobody in and begin no game until it is opened again; open games may be finished."""
    _step(campaign, Campaign.Status.OPEN, status=Campaign.Status.PAUSED)


def close(campaign: Campaign, *, now: datetime) -> None:
    """Close for good; what is stored stays, withdrawal stays possible."""
    states = (Campaign.Status.OPEN, Campaign.Status.PAUSED)
    _step(campaign, *states, status=Campaign.Status.CLOSED, closed_at=now)


def delete_draft(campaign: Campaign) -> None:
    """Raises CampaignRefused for a campaign that was opened once."""
    deleted, _ = Campaign.objects.filter(pk=campaign.pk, status=Campaign.Status.DRAFT).delete()
    if not deleted:
        raise CampaignRefused(f"{campaign.name} was opened; only a draft can be deleted.")


def consent_text(texts: Mapping[str, str]) -> ConsentText:
    """The stored version of these texts."""
    kept = {language: text.strip() for language, text in texts.items() if text.strip()}
    canonical = json.dumps(kept, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    sha256 = hashlib.sha256(canonical.encode()).hexdigest()
    row, _ = ConsentText.objects.get_or_create(sha256=sha256, defaults={"texts": kept})
    return row


def _step(campaign: Campaign, *before: str, **values: object) -> None:
    """Change the status from one of `before`, by a conditional update."""
    if not Campaign.objects.filter(pk=campaign.pk, status__in=before).update(**values):
        campaign.refresh_from_db()
        raise CampaignRefused(f"{campaign.name} is {campaign.status} by now; nothing was changed.")
    campaign.refresh_from_db()


def _games_of(plan: CampaignPlan) -> list[Game]:
    rows = plan.catalogue.games.select_related("physical_object", "target")
    if plan.split:
        rows = rows.filter(split=plan.split)
    by_key = {row.key: row for row in rows}
    try:
        if plan.game_keys:
            keys = _listed(plan, by_key)
        else:
            keys = subsets.choose(
                [_playable(row) for row in by_key.values()], share=plan.share or 0, seed=plan.seed
            )
        subsets.check([_playable(by_key[key]) for key in keys])
    except ValueError as broken:
        raise CampaignRefused(str(broken)) from broken
    return [by_key[key] for key in keys]


def _listed(plan: CampaignPlan, by_key: Mapping[str, Game]) -> Sequence[str]:
    unknown = [key for key in plan.game_keys if key not in by_key]
    if unknown:
        where = f" ({plan.split} split)" if plan.split else ""
        raise BrokenSubset(
            f"{len(unknown)} of {len(plan.game_keys)} games are not in "
            f"{plan.catalogue.version}{where}: {', '.join(unknown[:5])}."
        )
    return plan.game_keys


def _playable(row: Game) -> Playable:
    return Playable(row.key, row.physical_object.key, row.target.key)


def _require_numbers(plan: CampaignPlan, games: int) -> None:
    if plan.assignment == Campaign.Assignment.CROSSED:
        if (plan.players_wanted or 0) < 1:
            raise CampaignRefused("How many players are wanted? A crossed campaign needs a number.")
        return
    games_each = plan.games_each or 0
    if (plan.plays_wanted or 0) < 1 or games_each < 1:
        raise CampaignRefused("A quota campaign needs the plays of each game and games a player.")
    if games_each > games:
        raise CampaignRefused(
            f"{games_each} games a player were asked for; the campaign has {games}."
        )


def _practice_game(plan: CampaignPlan, games: Sequence[Game]) -> Game | None:
    """A game of an object that the campaign does not use, where there is one; drawn by the seed."""
    objects = {game.physical_object_id for game in games}
    others = plan.catalogue.games.exclude(pk__in=[game.pk for game in games]).order_by("key")
    unused = list(others.exclude(physical_object__in=objects))
    if not unused:
        raise CampaignRefused(
            f"The {len(games)} games use all {len(objects)} objects that have games; none is left "
            "for a practice game. Take fewer games, or leave the practice out."
        )
    return random.Random(plan.seed).choice(unused)


def _store(plan: CampaignPlan, practice: Game | None) -> Campaign:
    slug = plan.slug or slugify(plan.name)[:SLUG_LIMIT].strip("-")
    if not slug:
        raise CampaignRefused("Give the study a short address of letters, digits and hyphens.")
    if Campaign.objects.filter(slug=slug).exists():
        raise CampaignRefused(f"There is a study at the address {slug!r} already.")
    copied = {name: getattr(plan, name) for name in _COPIED}
    crossed = plan.assignment == Campaign.Assignment.CROSSED
    unused = ("plays_wanted", "games_each") if crossed else ("players_wanted",)
    try:
        with transaction.atomic():
            return Campaign.objects.create(
                slug=slug,
                practice_game=practice,
                consent_text=consent_text(plan.consent),
                panel_codes=dict(plan.panel_codes),
                **copied | dict.fromkeys(unused),
            )
    except IntegrityError as taken:
        raise CampaignRefused(f"There is a study at the address {slug!r} already.") from taken


_COPIED = (
    "name",
    "catalogue",
    "baseline",
    "simulated",
    "preset",
    "condition",
    "share",
    "seed",
    "split",
    "assignment",
    "players_wanted",
    "plays_wanted",
    "games_each",
    "idle_minutes",
    "reveal",
    "ethics",
    "contact",
    "ask_demographics",
)
