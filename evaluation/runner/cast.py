"""Who sits where in a slice."""

from collections.abc import Callable
from dataclasses import dataclass

from evaluation.models import Run
from evaluation.runner.gate import Traffic
from evaluation.runner.meter import Prices
from evaluation.seats import Player
from games.services.turns import Seats


def _nothing() -> None:
    """There is nothing to close."""


@dataclass(frozen=True)
class Cast:
    """prices: of the run's models, as far as they are known.

    close: called once the slice is through with it.
    """

    player: Player
    seats: Seats
    prices: Prices
    close: Callable[[], None] = _nothing


Casting = Callable[[Run, Traffic], Cast]


class NoCast(Exception):
    """Somebody of the run cannot be had in this process; the message says who and why.

    reason: a code of run_words, for which the run is paused.
    """

    def __init__(self, message: str, reason: str = "model_refused") -> None:
        super().__init__(message)
        self.reason = reason
