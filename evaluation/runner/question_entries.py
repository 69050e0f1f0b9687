"""What a question and the database tell each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from evaluation.coat.answering import Heard
from evaluation.coat.stored_lines import Stored
from evaluation.models import Choice, ChoiceReply


@dataclass
class Seat:
    """An episode as one worker holds it; see `kind.Seat`. replies: how many of it are stored."""

    episode_id: int
    tries: int
    replies: int = 0


@dataclass(frozen=True)
class Opening:
    """A question that was taken up, with the replies that are stored of it.

    refused: how it was last refused, "" for never.
    """

    seat: Seat
    repeat: int
    stored: Stored
    heard: Sequence[Heard] = ()
    refused: str = ""


@dataclass(frozen=True)
class Ending:
    """fault, refused, error: of a question that is broken off; see Episode."""

    choice: Choice
    at: datetime
    fault: str = ""
    refused: str = ""
    error: str = ""


@dataclass
class Entry:
    """What a question stores at once. The reply's key is this entry's own."""

    seat: Seat
    reply: ChoiceReply | None = None
    ending: Ending | None = None

    def __bool__(self) -> bool:
        return bool(self.reply or self.ending)
