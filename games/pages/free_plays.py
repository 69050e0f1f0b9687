"""The free games of a browser, for the front page."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from games import selectors
from games.models import Play
from games.pages.board import words

SHOWN = 5


@dataclass(frozen=True)
class FinishedGame:
    """words: what could be done with its object."""

    token: UUID
    words: str
    outcome: str


@dataclass(frozen=True)
class FreePlays:
    """open_play: the newest that has not ended, in which `asked` questions are spent.

    finished: the last ones, the newest first.
    """

    open_play: UUID | None
    asked: int
    finished: Sequence[FinishedGame]


def free_plays_of(tokens: Collection[UUID]) -> FreePlays:
    if not tokens:
        return FreePlays(None, 0, ())
    free = selectors.plays_of(tokens).filter(kind=Play.Kind.FREE)
    unfinished = free.filter(outcome="").order_by("pk").last()
    ended = free.exclude(outcome="").select_related("game__target").order_by("-ended_at", "-pk")
    return FreePlays(
        open_play=unfinished.token if unfinished else None,
        asked=_asked(unfinished) if unfinished else 0,
        finished=[
            FinishedGame(play.token, words(play.game.target.key), play.outcome)
            for play in ended[:SHOWN]
        ],
    )


def _asked(play: Play) -> int:
    turns = selectors.turns_of(play)
    return selectors.state_of(play, turns, now=timezone.now()).spent
