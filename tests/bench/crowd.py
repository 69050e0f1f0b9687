"""A campaign with as many plays and turns as the live page is measured with."""

from datetime import timedelta

from games.models import Campaign, CampaignGame, Play, Turn
from tests import make
from tests.bench import rows
from tests.bench.rows import Played

GAMES, PLAYERS, TURNS = 30, 334, 10


def fill() -> Campaign:
    """30 games of 334 players, 10 turns each: 10,020 plays, every tenth of them still open."""
    campaign = make.campaign(games=GAMES, players_wanted=PLAYERS, slug="crowd")

    def played(place: int, at: int, row: CampaignGame) -> Played:
        turns = [_turn(number) for number in range(1, TURNS + 1)]
        return Played(_play(row, is_open=(place + at) % 10 == 0), turns)

    rows.store(campaign, PLAYERS, played)
    return campaign


def _play(row: CampaignGame, *, is_open: bool) -> Play:
    if is_open:
        return Play()
    return Play(outcome="won", ended_at=make.NOW, guessed=row.game.target.key)


def _turn(number: int) -> Turn:
    wait = timedelta(seconds=0.2 * number * number / 4)
    return Turn(
        number=number,
        attempt=1,
        question="Is it made of metal?",
        status="answered",
        answer="yes",
        asked_at=make.NOW,
        settled_at=make.NOW + wait,
        oracle_seconds=wait.total_seconds(),
    )
