"""Where a volunteer stands in a campaign, as values for pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.conf import settings

from games import pseudonyms
from games.models import Assignment, Campaign, Participant, Play


class Step(StrEnum):
    """What comes next."""

    PRACTICE = "practice"
    GAME = "game"
    ENDED = "ended"


@dataclass(frozen=True)
class PlayedGame:
    """One assigned game of the volunteer's list; token: its play, None before it was begun."""

    position: int
    token: UUID | None
    outcome: str


@dataclass(frozen=True)
class Standing:
    """resume_words: lead back here from another device.

    open_play: the play that was begun and not ended. total: games in all, without the practice.
    code: the completion code, empty before the part has ended.
    away: the seat was given back, since the volunteer was away too long.
    """

    campaign: Campaign
    participant: Participant
    resume_words: str
    step: Step
    open_play: Play | None
    games: Sequence[PlayedGame]
    total: int
    code: str
    away: bool

    @property
    def done(self) -> int:
        return sum(bool(game.outcome) for game in self.games)

    @property
    def rests(self) -> bool:
        """Whether the next step would be a new game, which a study that is not open begins not."""
        if self.campaign.status == Campaign.Status.OPEN or self.open_play:
            return False
        return self.step == Step.PRACTICE or self.step == Step.GAME and self.done < self.total

    @property
    def next_number(self) -> int:
        return min(self.done + 1, self.total)

    @property
    def completed(self) -> bool:
        return self.participant.outcome == Participant.Outcome.COMPLETED


def standing_of(participant: Participant) -> Standing:
    """participant: with its campaign selected."""
    campaign = participant.campaign
    if campaign is None:
        raise ValueError(f"{participant} plays freely, outside any campaign.")
    assignments = list(participant.assignments.select_related("play"))
    practice = participant.plays.filter(kind=Play.Kind.PRACTICE).first()
    code = participant.completion_codes.filter(reopened_at=None).first()
    return Standing(
        campaign=campaign,
        participant=participant,
        resume_words=pseudonyms.resume_words(participant.token, secret=settings.SECRET_KEY),
        step=_step(campaign, participant, practice),
        open_play=_open(practice, assignments),
        games=_games(assignments),
        total=len(assignments) if campaign.crossed else campaign.games_each or 0,
        code=code.code if code else "",
        away=participant.seat_released_at is not None and not participant.outcome,
    )


def _step(campaign: Campaign, participant: Participant, practice: Play | None) -> Step:
    if participant.outcome:
        return Step.ENDED
    practised = practice is not None and practice.outcome or campaign.practice_game_id is None
    return Step.GAME if practised else Step.PRACTICE


def _open(practice: Play | None, assignments: Sequence[Assignment]) -> Play | None:
    if practice and not practice.outcome:
        return practice
    begun = (row.play for row in assignments if row.play and row.released_at is None)
    return next((play for play in begun if not play.outcome), None)


def _games(assignments: Sequence[Assignment]) -> list[PlayedGame]:
    counted = [row for row in assignments if row.play or row.released_at is None]
    return [
        PlayedGame(
            position=row.position,
            token=row.play.token if row.play else None,
            outcome=row.play.outcome if row.play else "",
        )
        for row in counted
    ]
