"""Who sits where in a slice."""

from collections.abc import Callable
from dataclasses import dataclass

from evaluation.models import Run
from evaluation.runner import kind
from evaluation.runner.games_kind import GamesKind
from evaluation.runner.gate import Traffic
from evaluation.runner.kind import Surroundings
from evaluation.runner.meter import Prices
from evaluation.seats import Player
from games import selectors
from games.services import turns
from games.services.turns import Seats


def _nothing() -> None:
    """There is nothing to close."""


@dataclass(frozen=True)
class Cast:
    """Of a run of games.

    prices: of the run's models, as far as they are known.

    close: called once the slice is through with it.
    """

    player: Player
    seats: Seats
    prices: Prices
    close: Callable[[], None] = _nothing

    def require_same(self, run: Run) -> None:
        turns.require_same(selectors.protocol_of(run.protocol.pk), self.seats)

    def kind(self, run: Run, around: Surroundings) -> GamesKind:
        return GamesKind(run, around, player=self.player, seats=self.seats, prices=self.prices)

    def let_go(self) -> None:
        self.close()


Casting = Callable[[Run, Traffic], kind.Cast]


class NoCast(Exception):
    """Somebody of the run cannot be had in this process; the message says who and why.

    reason: a code of run_words, for which the run is paused.
    """

    def __init__(self, message: str, reason: str = "model_refused") -> None:
        super().__init__(message)
        self.reason = reason
