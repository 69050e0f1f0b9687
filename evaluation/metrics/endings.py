"""How plays end: one of four ways each, and in how many turns."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evaluation.metrics.plays import EndedPlay
from games.rules import Outcome


class Ending(StrEnum):
    SOLVED = "solved"
    WRONG_GUESS = "wrong_guess"
    OUT_OF_TURNS = "out_of_turns"
    ABORTED = "aborted"


# Of a play that has ended, by its outcome.
ENDINGS: Mapping[Outcome, Ending] = {
    Outcome.WON: Ending.SOLVED,
    Outcome.LOST: Ending.WRONG_GUESS,
    Outcome.OUT_OF_TURNS: Ending.OUT_OF_TURNS,
    Outcome.ABORTED: Ending.ABORTED,
}


@dataclass(frozen=True)
class Endings:
    """counts: how many plays ended in each way, 0 included; they add up to all plays.

    faults: of the aborted ones, fault -> how many, most first; "" where none was stored.
    """

    counts: Mapping[Ending, int]
    faults: Mapping[str, int]


@dataclass(frozen=True)
class TurnsBin:
    """The plays that spent so many turns, by how they ended, 0 included."""

    turns: int
    counts: Mapping[Ending, int]


def ending_of(play: EndedPlay) -> Ending:
    return ENDINGS[play.outcome]


def endings(plays: Sequence[EndedPlay]) -> Endings:
    counted = Counter(ending_of(play) for play in plays)
    faults = Counter(play.fault for play in plays if play.aborted)
    return Endings({each: counted[each] for each in Ending}, dict(faults.most_common()))


def turns_histogram(plays: Sequence[EndedPlay]) -> list[TurnsBin]:
    """A bin for each number of turns from 0 to the budget; none where there are no plays."""
    counted = Counter((play.spent, ending_of(play)) for play in plays)
    most = max((play.budget for play in plays), default=-1)
    return [
        TurnsBin(turns, {each: counted[turns, each] for each in Ending})
        for turns in range(most + 1)
    ]
