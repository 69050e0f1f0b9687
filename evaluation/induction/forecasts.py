"""From the calls of an induction so far to those that are still to come, and their time."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Share:
    """Some affordances together. most: calls that they take at most, asking nothing twice.

    made: calls so far, repeated asks too. steps: those of them that were a first ask.
    """

    most: int
    made: int
    steps: int


@dataclass(frozen=True)
class Forecast:
    """calls: how many more are likely, None before an affordance has ended.

    most: how many more at most, asking nothing twice. seconds: None where nothing tells it.
    """

    calls: int | None
    most: int
    seconds: float | None


def forecast(
    ended: Share, under_way: Share, waiting: Share, *, seconds_a_call: float | None
) -> Forecast:
    """What is likely, if the others take as many of their calls as those that have ended.

    Without any that has ended the time is that of all calls there can be.
    """
    most = max(under_way.most - under_way.steps, 0) + waiting.most
    calls = None
    if ended.most:
        taken = ended.made / ended.most
        calls = round(max(under_way.most * taken - under_way.made, 0) + waiting.most * taken)
    left = most if calls is None else calls
    seconds = None if seconds_a_call is None else left * seconds_a_call
    return Forecast(calls, most, seconds)


def seconds_a_call(times: Sequence[float], *, longest: float) -> float | None:
    """Of the newest calls that followed each other; None for too few of them.

    times: the second at which each was stored, the newest first; calls that were made at once
    share theirs. longest: seconds that a call may take. A longer gap is a pause, and nothing
    before it counts.
    """
    since = list(times[:1])
    for at in times[1:]:
        if since[-1] - at > longest:
            break
        since.append(at)
    later = [at for at in since if at > since[-1]]
    return (since[0] - since[-1]) / len(later) if later else None
