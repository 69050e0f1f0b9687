"""A campaign with as many plays and turns as asked for, stored in bulk."""

from datetime import timedelta

from games.models import Assignment, Campaign, Participant, Play, StoredAnswer, Turn
from tests import make

GAMES, PLAYERS, TURNS = 30, 334, 10


def fill() -> Campaign:
    """30 games of 334 players, 10 turns each: 10,020 plays, every tenth of them still open."""
    campaign = make.campaign(games=GAMES, players_wanted=PLAYERS, slug="crowd")
    people = Participant.objects.bulk_create(
        Participant(campaign=campaign, pseudonym=f"crowd-{number}") for number in range(PLAYERS)
    )
    games = list(campaign.campaign_games.select_related("game__target"))
    plays = Play.objects.bulk_create(
        _play(campaign, person, game.game, is_open=(place + index) % 10 == 0)
        for place, person in enumerate(people)
        for index, game in enumerate(games)
    )
    Assignment.objects.bulk_create(
        Assignment(
            participant_id=play.participant_id,
            campaign_game=games[index % GAMES],
            position=index % GAMES + 1,
            reserved_at=make.NOW,
            play=play,
        )
        for index, play in enumerate(plays)
    )
    campaign.campaign_games.update(taken=PLAYERS)
    answer = StoredAnswer.objects.create(
        object_sha256="0", question_key="is it made of metal", question_sha256="0",
        oracle_version="table-fixed", answer="yes", forced="yes", source="table",
    )  # fmt: skip
    Turn.objects.bulk_create(
        (_turn(play, number, answer) for play in plays for number in range(1, TURNS + 1)),
        batch_size=5000,
    )
    return campaign


def _play(campaign: Campaign, person: Participant, game, *, is_open: bool) -> Play:
    ended = {} if is_open else {
        "outcome": "won", "ended_at": make.NOW, "guessed": game.target.key
    }  # fmt: skip
    return Play(
        participant=person, game=game, protocol=campaign.protocol, kind=Play.Kind.STUDY, **ended
    )


def _turn(play: Play, number: int, answer: StoredAnswer) -> Turn:
    wait = timedelta(seconds=0.2 * number * number / 4)
    return Turn(
        play=play, number=number, attempt=1, question="Is it made of metal?", status="answered",
        answer="yes", stored_answer=answer, asked_at=make.NOW, settled_at=make.NOW + wait,
        oracle_seconds=wait.total_seconds(),
    )  # fmt: skip
