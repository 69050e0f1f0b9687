"""A campaign over the shipped catalogue, played by noisy greedy and stored in bulk."""

from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache
from random import Random

import numpy as np
from django.conf import settings
from django.utils import timezone

from games import matrices, players, presets
from games.management import catalogue_folders
from games.models import Campaign, CampaignGame, Catalogue, Game, Play, Turn
from games.oracle_gate import Gate
from games.services import baselines, campaigns
from games.services import catalogue as catalogues
from tests.bench import rows

SHIPPED = settings.BASE_DIR / "games" / "catalogue" / "starter-1"


def fill(
    *, people: int, games: int, slug: str, questions: int = 8, simulated: bool = True
) -> Campaign:
    """Every one of the people plays all games, asking so many questions unless sure before."""
    if not Catalogue.objects.exists():
        catalogues.import_catalogue(catalogue_folders.files_in(SHIPPED))
    catalogue = Catalogue.objects.get(version="starter-1")
    campaign = _campaign(catalogue, games, people, slug, simulated)
    rng = Random(20)

    def played(place: int, at: int, row: CampaignGame) -> rows.Played:
        skill = 0.35 + 0.6 * place / max(1, people - 1)
        done = _played(row.game_id, skill, questions, rng)
        won = done.guess == row.game.target.key
        play = Play(
            guessed=done.guess,
            outcome="won" if won else "lost",
            ended_at=timezone.now() + timedelta(minutes=rng.uniform(2, 9)),
        )
        return rows.Played(play, list(_turns(play, done, rng)))

    rows.store(campaign, people, played)
    return campaign


def _campaign(
    catalogue: Catalogue, games: int, people: int, slug: str, simulated: bool
) -> Campaign:
    """The first games of distinct objects, as many as there are, under `paper`."""
    by_object = {
        row.physical_object_id: row.key
        for row in Game.objects.filter(catalogue=catalogue).order_by("-key")
    }
    plan = campaigns.CampaignPlan(
        name=f"Baseline of {people}",
        slug=slug,
        catalogue=catalogue,
        preset="paper",
        seed=1,
        consent={"en": "Agreed."},
        ethics="None.",
        contact="nobody@example.org",
        simulated=simulated,
        game_keys=sorted(by_object.values())[:games],
        players_wanted=people,
        practice=False,
    )
    made = campaigns.create(plan)
    protocol = presets.of_preset("paper", oracle="table-1", checker="lexicon-1")
    gate = Gate(passed=True, share=None, figures=None)
    campaigns.open_campaign(
        made, protocol=protocol, gate=gate, override_reason="", now=timezone.now()
    )
    return made


class _Played:
    def __init__(self, guess: str, asked: list[tuple[str, str, str]]) -> None:
        self.guess, self.asked = guess, asked


@lru_cache(maxsize=256)
def _deal(game_id: int):
    game = Game.objects.get(pk=game_id)
    deals = {each.game_id: each.deal for each in _deals(game.catalogue_id)}
    return game.catalogue_id, deals[game_id]


@lru_cache(maxsize=2)
def _deals(catalogue_id: int):
    return baselines.deals_of(catalogue_id)


def _played(game_id: int, skill: float, questions: int, rng: Random) -> _Played:
    catalogue_id, deal = _deal(game_id)
    facts, pool = baselines.facts_of(catalogue_id), baselines.pool_of(catalogue_id)
    done = players.play_noisy(facts, deal, skill=skill, rng=rng, budget=questions)
    keys = matrices.labels_of(catalogue_id).affordances
    asked = [
        (
            pool.questions[at].text,
            str(pool.questions[at].pair),
            "yes" if facts.answers[deal.hidden, at] else "no",
        )
        for at in done.asked
    ]
    return _Played(keys[done.guessed], asked)


def _turns(play: Play, played: _Played, rng: Random) -> Iterator[Turn]:
    for number, (question, probe, said) in enumerate(played.asked, start=1):
        attempt = 1
        if rng.random() < 0.06:
            yield _turn(play, number, attempt, "Can it cut?", rng, status="refused",
                        reason=rng.choice(["function_or_use", "not_yes_no"]))  # fmt: skip
            attempt = 2
        yield _turn(play, number, attempt, question, rng, status="answered", answer=said,
                    probe=probe)  # fmt: skip


def _turn(play: Play, number: int, attempt: int, question: str, rng: Random, **fields) -> Turn:
    asked = play.ended_at - timedelta(minutes=2)
    measured = rng.random() < 0.97
    return Turn(
        number=number, attempt=attempt, question=question, asked_at=asked,
        settled_at=asked + timedelta(seconds=float(np.round(rng.uniform(0.2, 3), 2))),
        thinking_seconds=rng.uniform(2, 30) if measured else None,
        typing_seconds=rng.uniform(2, 12) if measured else None,
        checker_seconds=0.01, oracle_seconds=rng.uniform(0.1, 2.5), **fields,
    )  # fmt: skip
