"""Who the simulated players are: how each one ends, and what goes wrong on the way, by a seed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

LEAVE_EVERY = 12
RETURN_EVERY = 8
SCRIPTLESS_SHARE = 0.3
CHINESE_SHARE = 0.2
DOUBLED_SHARE = 0.06
CUT_OFF_SHARE = 0.03


class Ending(StrEnum):
    PLAYS_ON = "plays on"
    WITHDRAWS = "withdraws"
    ENDS_EARLY = "ends early"
    GOES_AWAY = "goes away"


@dataclass(frozen=True)
class Character:
    """ending, leaves_at: what the player does in the middle of this game, counted from 1.

    returns_at: from this game on in another browser, by the three words; 0 for never.
    two_windows: agrees in two private windows at once, with one external id.
    scripted: the browser runs scripts, so that forms are sent by htmx.
    doubled, cut_off: how often a post is sent twice at once, or again after no answer was
        waited for.
    """

    number: int
    ending: Ending = Ending.PLAYS_ON
    leaves_at: int = 0
    returns_at: int = 0
    two_windows: bool = False
    external_id: str = ""
    language: str = "en"
    scripted: bool = True
    doubled: float = 0.0
    cut_off: float = 0.0

    @property
    def stays(self) -> bool:
        return self.ending == Ending.PLAYS_ON


def cast(count: int, *, games: int, outages: bool, seed: int) -> list[Character]:
    """The players of a run, some of whom leave, return or double where outages are asked for.

    At least one withdraws and one ends early, where there are three players or more; one goes
    away for good where there are ten.
    """
    rng = Random(f"cast {seed}")
    plain = [_plain(number, rng) for number in range(1, count + 1)]
    if not outages:
        return plain
    numbers = rng.sample(range(count), count)
    troubled = [replace(each, doubled=DOUBLED_SHARE, cut_off=CUT_OFF_SHARE) for each in plain]
    for number, ending in zip(numbers, _endings(count), strict=False):
        leaves_at = rng.randint(1, games)
        troubled[number] = replace(troubled[number], ending=ending, leaves_at=leaves_at)
    # From the other end of the list, so that they meet those who leave only in small runs.
    share = max(1, count // RETURN_EVERY)
    for number in numbers[::-1][:share]:
        troubled[number] = replace(troubled[number], returns_at=rng.randint(1, games))
    for number in numbers[::-1][share : 2 * share]:
        panel = f"panel-{seed}-{number}"
        troubled[number] = replace(troubled[number], two_windows=True, external_id=panel)
    return troubled


def latecomer(number: int, *, seed: int) -> Character:
    """Somebody who takes a place that was given back, and plays to the end."""
    return _plain(number, Random(f"late {seed} {number}"))


def _plain(number: int, rng: Random) -> Character:
    return Character(
        number=number,
        language="zh-hans" if rng.random() < CHINESE_SHARE else "en",
        scripted=rng.random() >= SCRIPTLESS_SHARE,
    )


def _endings(count: int) -> Sequence[Ending]:
    if count < 3:
        return []
    share = max(1, count // LEAVE_EVERY)
    gone = [Ending.GOES_AWAY] if count >= 10 else []
    return [Ending.WITHDRAWS] * share + [Ending.ENDS_EARLY] * share + gone
