"""What a game and the database tell each other."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from evaluation.models import StoredReply
from evaluation.seats import Questioner
from games.models import ModelCall, StoredAnswer, StoredRuling, Turn
from games.rules import Outcome
from games.selectors import FrozenGame


@dataclass
class Seat:
    """An episode as one worker holds it.

    play_id: None until its first move is stored. replies: how many of them are stored.
    tries: which taking-up this is; whatever an earlier one still wants to write, comes to nothing.
    """

    episode_id: int
    tries: int
    game_id: int
    participant_id: int
    play_id: int | None = None
    replies: int = 0

    @property
    def begun_play_id(self) -> int:
        assert self.play_id is not None
        return self.play_id


@dataclass(frozen=True)
class Opening:
    """An episode that was taken up, with what is stored of its play.

    whys: of its Questioner's replies in order, "" for those that were understood.
    refused: how it was last refused, "" for never.
    """

    seat: Seat
    game: FrozenGame
    questioner: Questioner
    turns: Sequence[Turn] = ()
    whys: Sequence[str] = ()
    refused: str = ""


@dataclass(frozen=True)
class Ending:
    """fault, refused, error: of a play that is aborted; see Episode."""

    outcome: Outcome
    at: datetime
    guessed: str = ""
    fault: str = ""
    refused: str = ""
    error: str = ""


@dataclass
class Entry:
    """What a game stores at once.

    turn: inserted while it has no id, then updated. Its key is this entry's own.
    answer: the turn is settled by it; stored while it has no id, unless another worker was first.
    ruling: of a Checker that it costs something to ask again.
    calls: replies of the roles beside the Questioner's own, with the turn.
    """

    seat: Seat
    turn: Turn | None = None
    reply: StoredReply | None = None
    answer: StoredAnswer | None = None
    ruling: StoredRuling | None = None
    calls: list[ModelCall] = field(default_factory=list)
    ending: Ending | None = None

    @property
    def began_at(self) -> datetime:
        """When the player was asked for what is in it, the earliest moment that it knows of."""
        if self.reply:
            return self.reply.called_at - timedelta(seconds=self.reply.latency_seconds)
        if self.turn:
            return self.turn.asked_at
        assert self.ending
        return self.ending.at

    def __bool__(self) -> bool:
        return bool(self.turn or self.reply or self.ruling or self.calls or self.ending)
