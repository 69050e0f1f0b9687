"""What differs between runs of games and runs of questions; all else of a slice is one.

An opening is an episode that was taken up, a piece plays it on the loop, an entry is what it has
to store; the kind makes the first two and stores the third.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from evaluation.models import Episode, Run
from evaluation.runner.desk import Desk
from evaluation.runner.gate import Caller
from evaluation.runner.meter import Prices, Spent

Clock = Callable[[], datetime]
Save = Callable[[Any], Awaitable[bool]]
"""Takes an entry; gives whether its claim held and it is stored."""
ERROR_LENGTH = 300


class LeaseLost(Exception):
    """Another worker holds the episode: what was to be stored is not."""


class Seat(Protocol):
    """An episode as one worker holds it.

    tries: which taking-up this is; whatever an earlier one still wants to write, comes to nothing.
    """

    episode_id: int
    tries: int


class Seated(Protocol):
    """An opening, or an entry."""

    @property
    def seat(self) -> Seat: ...


class Piece(Caller, Protocol):
    """An episode that is being played on from where its rows end."""

    async def play(self) -> None:
        """Play to the end, or raise Stopped or LeaseLost with all that was heard in the rows."""
        ...

    async def fail(self, error: Exception) -> None:
        """End it for a fault of the lab's own, whatever state that left; raises LeaseLost."""
        ...


@dataclass(frozen=True)
class Surroundings:
    """What a kind gets of its slice.

    patience_seconds: how long the database may be gone.
    """

    desk: Desk
    clock: Clock
    new_key: Callable[[], UUID]
    patience_seconds: float


class Kind(Protocol):
    """Entries and openings are its own: it gets back what it made."""

    def opened(self, rows: Sequence[Episode]) -> Sequence[Seated]:
        """Openings of episodes that were taken up. To be called on the thread."""
        ...

    def sit(self, opening: Any, save: Save) -> Piece:
        """To be called on the loop."""
        ...

    def save(self, entries: Sequence[Any], *, again: bool) -> list[bool]:
        """Store them all in one transaction; return for each whether its claim held.

        again: whether it was tried before and the database did not say what came of it.
        """
        ...

    def spent(self, entry: Any) -> Spent: ...


class Cast(Protocol):
    """Whom a run asks, built in this process."""

    @property
    def prices(self) -> Prices: ...

    def require_same(self, run: Run) -> None:
        """Raises AnotherProtocol where they are not those of the run."""
        ...

    def kind(self, run: Run, around: Surroundings) -> Kind: ...

    def let_go(self) -> None:
        """Called once the slice is through with it."""
        ...
