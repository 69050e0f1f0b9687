"""Have simulated volunteers play a copy of a campaign through its pages, and report."""

import asyncio
import signal
import time
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from json import dumps
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from games.management import known_campaigns
from games.management.loopback_lab import LoopbackLab
from games.models import Campaign, Turn
from games.rules import TurnStatus
from games.services import baselines
from games.services.campaigns import CampaignRefused
from games.simulation import audit, characters, copies, minds, reports
from games.simulation.copies import Room
from games.simulation.crowd import Crowd
from games.simulation.minds import Bent
from games.simulation.reports import Report
from games.simulation.tally import Tally
from games.simulation.volunteers import Stage

IDLE_MINUTES = 2
# Longer than a dead worker's lease and the sweep after it.
SETTLE_SECONDS = 60
EXPECTED_ROUNDS = 40
BY_DEFAULT = "%(default)s where it is not given"


@dataclass(frozen=True)
class Wish:
    """What was asked for. skill, questions: of a player; minutes: the limit of the play."""

    players: int
    skill: float
    questions: int
    seed: int
    outages: bool
    address: str
    minutes: float

    @property
    def bent(self) -> Bent:
        return Bent(skill=self.skill, questions=self.questions)


class Command(BaseCommand):
    help = "Have simulated volunteers play a copy of a campaign through its pages, and report."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="address of the campaign that is copied")
        parser.add_argument(
            "--players", type=_count, required=True, help="how many; there is no default"
        )
        parser.add_argument(
            "--skill", type=_share, default=0.6, help="from 0 (random) to 1; " + BY_DEFAULT
        )
        parser.add_argument(
            "--questions", type=_count, default=8, help="a game, at most; " + BY_DEFAULT
        )
        parser.add_argument("--seed", type=int, default=1, help="of all chance; " + BY_DEFAULT)
        parser.add_argument("--outages", action="store_true", help="kill, double, leave, return")
        parser.add_argument("--address", default="", help="a running server; else one is started")
        parser.add_argument(
            "--minutes", type=float, default=20, help="limit of the run; " + BY_DEFAULT
        )
        parser.add_argument("--json", type=Path, help="a file for the report besides")

    def handle(self, *args: object, slug: str, json: Path | None, **options: Any) -> None:
        wish = Wish(**{name: options[name] for name in Wish.__dataclass_fields__})
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            report = self._simulate(slug, wish)
        except KeyboardInterrupt:
            raise CommandError("Stopped. What was played is kept, in the copy.") from None
        self.stdout.write(reports.as_text(report))
        if json:
            json.write_text(dumps(report.as_json(), indent=1, default=str) + "\n")
        if report.broken:
            raise CommandError(f"{len(report.broken)} promises were broken; they stand above.")

    def _simulate(self, slug: str, wish: Wish) -> Report:
        """Copy the campaign and have it played; whatever was started for that has ended then."""
        began = time.monotonic()
        campaign = _copy(slug, wish)
        self.stdout.write(f"{campaign.slug}: a simulated copy, {wish.players} players.")
        with nullcontext(None) if wish.address else LoopbackLab() as lab:
            crowd = _crowd(campaign, wish, lab)
            finished = asyncio.run(crowd.play(within_seconds=60 * wish.minutes))
            _let_answers_arrive(campaign)
        return _report(campaign, wish, crowd, finished=finished, seconds=time.monotonic() - began)


def _copy(slug: str, wish: Wish) -> Campaign:
    source = known_campaigns.find(slug)
    room = Room(wish.players, idle_minutes=IDLE_MINUTES if wish.outages else None)
    try:
        return copies.copy(source, room, now=timezone.now())
    except CampaignRefused as refused:
        raise CommandError(str(refused)) from refused


def _crowd(campaign: Campaign, wish: Wish, lab: LoopbackLab | None) -> Crowd:
    games = campaign.games_each or campaign.campaign_games.count()
    stage = Stage(
        site=wish.address or (lab.address if lab else ""),
        study=reverse("studies:landing", args=[campaign.slug]),
        practice=campaign.practice_game_id is not None,
        known=copies.known_to_players(campaign.catalogue_id),
        bent=wish.bent,
    )
    return Crowd(
        stage=stage,
        tally=Tally(),
        cast=characters.cast(wish.players, games=games, outages=wish.outages, seed=wish.seed),
        games=games * wish.players,
        seed=wish.seed,
        idle_minutes=campaign.idle_minutes,
        lab=lab if wish.outages else None,
    )


def _let_answers_arrive(campaign: Campaign) -> None:
    """Wait for the questions of those who left, which a worker may still be at."""
    waiting = Turn.objects.filter(play__participant__campaign=campaign, status=TurnStatus.WAITING)
    end = time.monotonic() + SETTLE_SECONDS
    while waiting.exists() and time.monotonic() < end:
        time.sleep(0.5)


def _report(
    campaign: Campaign, wish: Wish, crowd: Crowd, *, finished: bool, seconds: float
) -> Report:
    findings = audit.examine(campaign, crowd.seen)
    return Report(
        campaign=campaign.slug,
        settings=asdict(wish),
        finished=finished,
        seconds=seconds,
        findings=findings,
        success=reports.success_of(findings, _expected(campaign, crowd.stage, wish)),
        tally=crowd.tally,
        durations=reports.durations(crowd.tally, findings),
        broken=reports.broken(findings, crowd.tally, finished=finished),
    )


def _expected(campaign: Campaign, stage: Stage, wish: Wish) -> float:
    games = set(campaign.campaign_games.values_list("game_id", flat=True))
    every = baselines.deals_of(campaign.catalogue_id)
    deals = [each.deal for each in every if each.game_id in games]
    rng = Random(f"expected {wish.seed}")
    return minds.expected_success(stage.known, deals, wish.bent, rng, rounds=EXPECTED_ROUNDS)


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ArgumentTypeError(f"{number} is none; it begins at 1.")
    return number


def _share(text: str) -> float:
    number = float(text)
    if not 0 <= number <= 1:
        raise ArgumentTypeError(f"{number:g} was asked for; it lies from 0 to 1.")
    return number
