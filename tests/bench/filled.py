"""Fills a database with a campaign of so many turns: python -m tests.bench.filled 20000."""

import os
import sys
import uuid
from datetime import timedelta
from itertools import islice

GAMES, QUESTIONS = 20, 20


def fill(turns: int) -> str:
    """A campaign of twenty games with twenty answered questions in each; return its short name."""
    from games.models import Assignment, Play, StoredAnswer, Turn
    from tests import make

    players = turns // (GAMES * QUESTIONS)
    campaign = make.campaign(
        games=GAMES, players_wanted=players, practice=False, slug=f"bench-{turns}"
    )
    for _ in range(players):
        make.volunteer(campaign, now=make.NOW)
    assignments = list(
        Assignment.objects.filter(campaign_game__campaign=campaign).select_related("campaign_game")
    )
    plays = Play.objects.bulk_create(
        Play(
            participant_id=each.participant_id,
            game_id=each.campaign_game.game_id,
            protocol=campaign.protocol,
            kind="study",
            outcome="won",
            guessed=make.TARGET,
            ended_at=make.NOW,
        )
        for each in assignments
    )
    for assignment, play in zip(assignments, plays, strict=True):
        assignment.play = play
    Assignment.objects.bulk_update(assignments, ["play"])
    answer = StoredAnswer.objects.create(
        object_sha256=campaign.slug,
        question_key="q",
        question_sha256="q",
        oracle_version="table-fixed",
        answer="yes",
        forced="yes",
        source="table",
    )
    rows = (_turn(play, number, answer) for play in plays for number in range(1, QUESTIONS + 1))
    while batch := list(islice(rows, 5000)):
        Turn.objects.bulk_create(batch)
    return campaign.slug


def _turn(play, number: int, answer):
    from games.models import Turn
    from tests import make

    return Turn(
        play=play,
        number=number,
        attempt=1,
        question=f"Is the part of it that is number {play.pk % 97} longer than {number} cm?",
        key=uuid.uuid4(),
        status="answered",
        answer="yes",
        probe=f"SIZE:longer_than_{number}_cm",
        stored_answer=answer,
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
