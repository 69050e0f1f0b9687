"""Stores a played campaign in bulk: its people, their plays as they were assigned, the turns."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from games.models import Assignment, Campaign, CampaignGame, Participant, Play, StoredAnswer, Turn
from tests import make


@dataclass(frozen=True)
class Played:
    """A play and its turns without what they hang on, which `store` gives them."""

    play: Play
    turns: Sequence[Turn]


def store(
    campaign: Campaign, people: int, played: Callable[[int, int, CampaignGame], Played]
) -> None:
    """Every one of the people plays all games, in order; one stored answer does for all turns.

    played: from the places of person and game, from 0, and the game to what happened.
    """
    seated = Participant.objects.bulk_create(
        Participant(
            campaign=campaign,
            pseudonym=f"copper-larch-{number}",
            resume_digest=f"{campaign.slug} {number}",
        )
        for number in range(1, people + 1)
    )
    games = list(campaign.campaign_games.select_related("game__target"))
    answer = _answer(campaign.slug)
    for place, person in enumerate(seated):
        plays = [played(place, at, game) for at, game in enumerate(games)]
        _store(person, games, plays)
        Turn.objects.bulk_create(turn for row in plays for turn in _turns(row, answer))
    campaign.campaign_games.update(taken=people)


def _store(person: Participant, games: Sequence[CampaignGame], rows: Sequence[Played]) -> None:
    for game, row in zip(games, rows, strict=True):
        row.play.participant = person
        row.play.game = game.game
        row.play.protocol = person.campaign.protocol
        row.play.kind = Play.Kind.STUDY
    plays = Play.objects.bulk_create(row.play for row in rows)
    Assignment.objects.bulk_create(
        Assignment(
            participant=person, campaign_game=game, position=at, reserved_at=make.NOW, play=play
        )
        for at, (game, play) in enumerate(zip(games, plays, strict=True), start=1)
    )


def _turns(row: Played, answer: StoredAnswer) -> Iterator[Turn]:
    for turn in row.turns:
        turn.play = row.play
        turn.stored_answer = answer if turn.answer else None
        yield turn


def _answer(key: str) -> StoredAnswer:
    return StoredAnswer.objects.create(
        object_sha256=key, question_key=key, question_sha256=key, oracle_version="table-fixed",
        answer="yes", forced="yes", source="table",
    )  # fmt: skip
