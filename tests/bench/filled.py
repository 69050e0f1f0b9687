"""Fills a database with a campaign of so many turns: python -m tests.bench.filled 20000."""

import os
import sys
from datetime import timedelta

GAMES, QUESTIONS = 20, 20


def fill(turns: int) -> str:
    """A campaign of twenty games with twenty answered questions in each; return its short name."""
    from games.models import CampaignGame, Play
    from tests import make
    from tests.bench import rows

    players = turns // (GAMES * QUESTIONS)
    campaign = make.campaign(
        games=GAMES, players_wanted=players, practice=False, slug=f"bench-{turns}"
    )

    def played(place: int, at: int, row: CampaignGame) -> rows.Played:
        asked = [_turn(number, GAMES * place + at) for number in range(1, QUESTIONS + 1)]
        return rows.Played(Play(outcome="won", guessed=make.TARGET, ended_at=make.NOW), asked)

    rows.store(campaign, players, played)
    return campaign.slug


def _turn(number: int, play: int):
    from games.models import Turn
    from tests import make

    return Turn(
        number=number,
        attempt=1,
        question=f"Is the part of it that is number {play} longer than {number} cm?",
        status="answered",
        answer="yes",
        probe=f"SIZE:longer_than_{number}_cm",
        asked_at=make.NOW,
        settled_at=make.NOW + timedelta(milliseconds=137 * number),
        thinking_seconds=1.5 * number,
        typing_seconds=2.25,
        checker_seconds=0.002,
        oracle_seconds=0.003,
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    print(fill(int(sys.argv[1])))
    from django.db import connection

    # What autovacuum does within a minute: without it PostgreSQL plans for empty tables.
    connection.cursor().execute("ANALYZE")
