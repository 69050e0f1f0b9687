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
from games.services import journeys
from games.services.plays import freeze_protocol
from games.subsets import BrokenSubset, Playable

SLUG_LIMIT = 50


class CampaignRefused(Exception):
    """The plan cannot become a campaign, or the campaign cannot take this step; says why.

    about: the field of the plan that it is about, empty where it is about none.
    """

    def __init__(self, sentence: str, about: str = "") -> None:
        super().__init__(sentence)
        self.about = about


@dataclass(frozen=True)
class ChosenGames:
    """What a plan comes to: its games in order, the practice game where one is wanted."""

    games: Sequence[Game]
    practice: Game | None


@dataclass(frozen=True)
class CampaignPlan:
    """What a researcher decides.

    share, split: the share of each target's games, of one split or (empty) of all games.
    game_keys: the games by name instead, where they are not empty.
    players_wanted: for `crossed`; plays_wanted, games_each: for `quota`.
    consent: language code -> text; English is needed.
    panel_codes: outcome -> what a recruiting platform expects.
    chinese: name, ethics, contact in Chinese; what is empty is shown in English.
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
    chinese: Mapping[str, str] = field(default_factory=dict)


def create(plan: CampaignPlan) -> Campaign:
    """Store the campaign with its games, as a draft.

    Raises CampaignRefused: the games break its rules, a number is missing, the name is taken.
    """
    chosen = choose(plan)
    with transaction.atomic():
        return _store(Campaign(), plan, chosen)


def replace_draft(draft: Campaign, plan: CampaignPlan) -> Campaign:
    """Make the draft what this plan says, all of it; twice is once. Raises CampaignRefused."""
    chosen = choose(plan)
    with transaction.atomic():
        row = Campaign.objects.select_for_update().filter(pk=draft.pk).first()
        if row is None or row.status != Campaign.Status.DRAFT:
            raise CampaignRefused(f"{draft.name} is no draft any more; nothing was changed.")
        row.campaign_games.all().delete()
        return _store(row, plan, chosen)


def choose(plan: CampaignPlan) -> ChosenGames:
    """The games that the plan takes; nothing is stored. Raises CampaignRefused."""
    games = _games_of(plan)
    _require_numbers(plan, len(games))
    return ChosenGames(games, _practice_game(plan, games) if plan.practice else None)


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


def close(campaign: Campaign, *, now: datetime, rng: random.Random) -> None:
    """Close for good, and end every part that goes on, with its code.

    What is stored stays, withdrawal stays possible.
    """
    states = (Campaign.Status.OPEN, Campaign.Status.PAUSED)
    with transaction.atomic():
        _step(campaign, *states, status=Campaign.Status.CLOSED, closed_at=now)
        journeys.end_all(campaign, now=now, rng=rng)


def delete_draft(campaign: Campaign) -> None:
    """Raises CampaignRefused for a campaign that was opened once."""
    with transaction.atomic():
        draft = Campaign.objects.select_for_update().filter(
            pk=campaign.pk, status=Campaign.Status.DRAFT
        )
        deleted = draft.first() and draft.delete()
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
    # What a draft plays may have been edited since the caller read it.
    same = Campaign.objects.filter(preset=campaign.preset, condition=campaign.condition)
    if not same.filter(pk=campaign.pk, status__in=before).update(**values):
        campaign.refresh_from_db()
        state = "another draft" if campaign.status in before else campaign.status
        raise CampaignRefused(f"{campaign.name} is {state} by now; nothing was changed.")
    campaign.refresh_from_db()


def _games_of(plan: CampaignPlan) -> list[Game]:
    rows = plan.catalogue.games.select_related("physical_object", "target")
    if plan.split:
        rows = rows.filter(split=plan.split)
    by_key = {row.key: row for row in rows}
    if not by_key:
        where = f"the {plan.split} split of " if plan.split else ""
        raise CampaignRefused(f"There is no game in {where}{plan.catalogue.version}.", "split")
    try:
        if plan.game_keys:
            keys = _listed(plan, by_key)
        else:
            keys = subsets.choose(
                [_playable(row) for row in by_key.values()], share=plan.share or 0, seed=plan.seed
            )
        subsets.check([_playable(by_key[key]) for key in keys])
    except ValueError as broken:
        about = "game_keys" if plan.game_keys else "share"
        raise CampaignRefused(str(broken), about) from broken
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
            sentence = "How many players are wanted? A crossed campaign needs a number."
            raise CampaignRefused(sentence, "players_wanted")
        return
    games_each = plan.games_each or 0
    if (plan.plays_wanted or 0) < 1 or games_each < 1:
        sentence = "A quota campaign needs the plays of each game and games a player."
        raise CampaignRefused(sentence, "games_each" if plan.plays_wanted else "plays_wanted")
    if games_each > games:
        sentence = f"{games_each} games a player were asked for; the campaign has {games}."
        raise CampaignRefused(sentence, "games_each")


def _practice_game(plan: CampaignPlan, games: Sequence[Game]) -> Game | None:
    """A game of an object that the campaign does not use, where there is one; drawn by the seed."""
    objects = {game.physical_object_id for game in games}
    others = plan.catalogue.games.exclude(pk__in=[game.pk for game in games]).order_by("key")
    unused = list(others.exclude(physical_object__in=objects))
    if not unused:
        raise CampaignRefused(
            f"The {len(games)} games use all {len(objects)} objects that have games; none is left "
            "for a practice game. Take fewer games, or leave the practice out.",
            "practice",
        )
    return random.Random(plan.seed).choice(unused)


def _store(row: Campaign, plan: CampaignPlan, chosen: ChosenGames) -> Campaign:
    """Write the plan and its games into this row, which has no games yet."""
    slug = plan.slug or slugify(plan.name)[:SLUG_LIMIT].strip("-")
    if not slug:
        sentence = "Give the study a short address of letters, digits and hyphens."
        raise CampaignRefused(sentence, "slug")
    for name in _COPIED:
        setattr(row, name, getattr(plan, name))
    crossed = plan.assignment == Campaign.Assignment.CROSSED
    for unused in ("plays_wanted", "games_each") if crossed else ("players_wanted",):
        setattr(row, unused, None)
    row.slug, row.practice_game = slug, chosen.practice
    row.consent_text = consent_text(plan.consent)
    row.panel_codes = dict(plan.panel_codes)
    row.chinese = {name: text for name, text in plan.chinese.items() if text}
    _save(row)
    CampaignGame.objects.bulk_create(
        CampaignGame(
            campaign=row, game=game, physical_object=game.physical_object, quota=row.plays_wanted
        )
        for game in chosen.games
    )
    return row


def _save(row: Campaign) -> None:
    taken = f"There is a study at the address {row.slug!r} already."
    if Campaign.objects.filter(slug=row.slug).exclude(pk=row.pk).exists():
        raise CampaignRefused(taken, "slug")
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as twice:
        raise CampaignRefused(taken, "slug") from twice


_COPIED = (
    "name", "catalogue", "baseline", "simulated", "preset", "condition", "share", "seed", "split",
    "assignment", "players_wanted", "plays_wanted", "games_each", "idle_minutes", "reveal",
    "ethics", "contact", "ask_demographics",
)  # fmt: skip
