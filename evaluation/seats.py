"""Who sits in the Questioner's seat of a run, and what comes of a move."""

from dataclasses import dataclass
from typing import Protocol

from games.llm.chat import Reply
from games.roles import Move
from games.rules import View


@dataclass(frozen=True)
class Moved:
    """One move of a Questioner.

    reply: the model's reply that it was read from, with the tokens of a call for its belief added;
        None for a program, which says what it means.
    invented: whether the model answered itself; that part was dropped.
    belief: (candidates,) probabilities after this move, which knows the answers before it, in the
        candidates' order; None where there are no log-probabilities.
    """

    move: Move
    reply: Reply | None = None
    invented: bool = False
    belief: tuple[float, ...] | None = None


class Stopped(Exception):
    """No more calls are begun. again_in_seconds: what the server asked for, else 0."""

    def __init__(self, again_in_seconds: float = 0.0) -> None:
        super().__init__("the slice begins no more calls")
        self.again_in_seconds = again_in_seconds


class Questioner(Protocol):
    """One player of one game."""

    async def move(self, view: View) -> Moved:
        """Return the next move; raises what ChatModel.generate raises, and Stopped."""
        ...


class Player(Protocol):
    """A run's player: the same for all games, one Questioner for each."""

    @property
    def name(self) -> str: ...

    def questioner(self, game_id: int, repeat: int = 1) -> Questioner:
        """repeat: what is left to chance falls anew in each repeat, and alike when resumed."""
        ...
