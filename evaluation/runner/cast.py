"""Who sits where in a slice."""

from collections.abc import Callable
from dataclasses import dataclass

from evaluation.models import Run
from evaluation.runner.gate import Traffic
from evaluation.runner.meter import Price
from evaluation.seats import Player
from games.services.turns import Seats


@dataclass(frozen=True)
class Cast:
    """price: of the player's model, None where it is not known."""

    player: Player
    seats: Seats
    price: Price | None


Casting = Callable[[Run, Traffic], Cast]


class NoCast(Exception):
    """Somebody of the run cannot be had in this process; the message says who and why."""
