"""Runs and people who play like players, of several skills: python -m tests.believable.

Programs of several skills play the shipped catalogue through the real runner. Some are then
passed off as models, with raw replies and a belief behind each move, and some as people of a
baseline campaign. For looking at pages, and for tests that want plays that differ.
"""

import os
import uuid
from collections.abc import Iterator
from random import Random

CATALOGUE = "starter-1"
THINKS = "<think>A property that splits the eight would tell most.</think>\n"


def play(player: str, kind: str, *, limit: int, skill: float | None = None, repeats: int = 1):
    """A run by this program, played to its end in this process."""
    from django.utils import timezone

    from evaluation import specs, tasks
    from evaluation.services import runs

    spec = {
        "run": {"title": f"{player} on {CATALOGUE}", "player": player, "repeats": repeats},
        "questioner": {"kind": kind} | ({"skill": skill} if skill else {}),
        "games": {"catalogue": CATALOGUE, "limit": limit},
    }
    row = runs.create_run(specs.of_json(spec), key=uuid.uuid4(), now=timezone.now())
    for _ in range(9):
        tasks.play_here(row.pk)
        row.refresh_from_db()
        if row.status == row.Status.COMPLETE:
            return row
    raise RuntimeError(f"{row.slug} is {row.status}, {row.reason}.")


def as_model(row, group: str, architecture: str, size: str):
    """The run as if a model had played it: its spec says so, and every move has a raw reply."""
    from evaluation.models import Episode, StoredReply

    row.spec = {
        **row.spec,
        "questioner": {"kind": "model"},
        "model": {
            "backend": "openai", "address": "http://127.0.0.1:1/v1", "name": row.player,
            "group": group, "architecture": architecture, "size": size,
        },
    }  # fmt: skip
    row.save()
    rng = Random(row.slug)
    for episode in Episode.objects.filter(run=row).select_related("play__game"):
        StoredReply.objects.filter(play=episode.play).delete()
        StoredReply.objects.bulk_create(_replies(episode.play, rng))
    return row


def baseline(of, name: str):
    """People of a closed baseline campaign who did what this run's repeats did."""
    from django.utils import timezone

    from evaluation.models import RunPlayer
    from games.campaign_texts import default_consent
    from games.models import Assignment, Campaign, Play
    from games.services import campaigns
    from games.services.campaigns import CampaignPlan
    from tests import make

    plan = CampaignPlan(
        catalogue=of.catalogue, game_keys=_one_an_object(of), practice=False, baseline=True,
        name=name, slug=f"people-{of.pk}", preset="paper", seed=1, players_wanted=5,
        assignment="crossed", consent=default_consent(), ethics="None.", contact="Nobody.",
    )  # fmt: skip
    campaign = campaigns.create(plan)
    now, rows = timezone.now(), Campaign.objects.filter(pk=campaign.pk)
    rows.update(status="open", protocol=of.protocol, opened_at=now)
    for player in RunPlayer.objects.filter(run=of):
        person = make.volunteer(campaign)
        plays = {play.game_id: play for play in Play.objects.filter(participant=player.participant)}
        for row in Assignment.objects.filter(participant=person).select_related("campaign_game"):
            _give(plays[row.campaign_game.game_id], row)
    rows.update(status="closed", closed_at=now)
    return campaign


def _one_an_object(row) -> list[str]:
    games = row.episodes.filter(repeat=1).order_by("number")
    keys = games.values_list("game__physical_object", "game__key")
    return list(dict(reversed(list(keys))).values())


def _give(play, assignment) -> None:
    """The play as its person's: without the run's episode."""
    from evaluation.models import Episode, StoredReply
    from games.models import Assignment, Play

    StoredReply.objects.filter(play=play).delete()
    Episode.objects.filter(play=play).delete()
    Play.objects.filter(pk=play.pk).update(
        participant=assignment.participant_id, kind=Play.Kind.STUDY
    )
    Assignment.objects.filter(pk=assignment.pk).update(play=play.pk)


def _replies(play, rng: Random) -> Iterator:
    from evaluation.models import StoredReply

    candidates = play.game.candidates
    target = candidates.index(play.game.target.key)
    sure = 1.0
    turns = list(play.turns.all())
    moves = [(turn.number, turn.attempt, "question", turn.question) for turn in turns]
    if play.guessed:
        moves.append((turns[-1].number + 1 if turns else 1, 1, "guess", play.guessed))
    for sequence, (number, attempt, kind, said) in enumerate(moves, start=1):
        head = "FINAL_GUESS" if kind == "guess" else "QUESTION"
        invented = rng.random() < 0.05
        text = f"{THINKS if rng.random() < 0.3 else ''}{head}: {said}"
        weights = [rng.uniform(0.5, 1) for _ in candidates]
        weights[target] *= sure
        sure *= rng.uniform(0.9, 2.2)
        yield StoredReply(
            play=play, sequence=sequence, number=number, attempt=attempt, kind=kind, said=said,
            text=f"{text}\nANSWER: yes" if invented else text, invented=invented,
            reader="questioner-1", model="m", prompt_tokens=300, completion_tokens=12,
            finish_reason="stop", latency_seconds=0.3, called_at=play.started_at,
            belief=[each / sum(weights) for each in weights],
        )  # fmt: skip


def fill(limit: int) -> None:
    """Two programs, four models and the people of a baseline."""
    from django.conf import settings

    from games.management import catalogue_folders
    from games.models import Catalogue
    from games.services import catalogue as catalogues

    if not Catalogue.objects.filter(version=CATALOGUE).exists():
        folder = settings.BASE_DIR / "games" / "catalogue" / CATALOGUE
        catalogues.import_catalogue(catalogue_folders.files_in(folder))
    play("greedy", "greedy", limit=limit)
    play("random", "random", limit=limit)
    for name, skill, group, architecture, size in (
        ("Vrelk-8B", 0.35, "open", "dense", "8B"),
        ("Vrelk-30B-A3B", 0.55, "open", "moe", "30B"),
        ("Quomb large", 0.8, "closed", "", ""),
        ("Quomb small with a name that is rather long", 0.5, "closed", "", ""),
    ):
        as_model(play(name, "noisy", limit=limit, skill=skill), group, architecture, size)
    baseline(play("people", "noisy", limit=limit, skill=0.6, repeats=4), "Volunteers of spring")


if __name__ == "__main__":
    import sys

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    fill(int(sys.argv[1]))
