"""A play as the reference observer followed it, in the form in which it is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games import belief
from games.belief import Kept, Observation, Trace


class Step(NamedTuple):
    """What one answer was worth, in bits, as a belief.Observation without its belief.

    kept: why the belief before was kept, "" where it was updated.
    """

    gain: float
    expected_gain: float
    entropy_drop: float
    useless: bool
    kept: str

    @property
    def repeat(self) -> bool:
        return self.kept == Kept.REPEAT

    @property
    def unread(self) -> bool:
        return self.kept == Kept.UNREAD


@dataclass(frozen=True)
class Totals:
    """total_gain, net_gain, sufficient_after: as of an EndedPlay."""

    total_gain: float
    net_gain: float
    sufficient_after: int | None


@dataclass(frozen=True)
class Followed(Totals):
    """steps: one for each answered question, in order. misled: as of an EndedPlay."""

    steps: Sequence[Step]
    misled: bool


def of_trace(trace: Trace, *, target: int) -> Followed:
    """target: its position among the candidates."""
    return Followed(
        total_gain=trace.total_gain,
        net_gain=trace.net_gain,
        sufficient_after=trace.sufficient_after(target),
        steps=[_step(each) for each in trace.observations],
        misled=misled(trace.belief, target=target),
    )


def misled(held: Sequence[float], *, target: int) -> bool:
    """Whether the belief in a candidate that is not the target passed the guess threshold."""
    return any(share >= belief.GUESS_THRESHOLD for at, share in enumerate(held) if at != target)


def trace_of(
    followed: Followed, *, start: Sequence[float], beliefs: Sequence[Sequence[float]]
) -> Trace:
    """The trace that `of_trace` was given. beliefs: for each step (candidates,), after it."""
    return Trace(
        start=tuple(start),
        observations=tuple(
            Observation(
                belief=tuple(held),
                gain=step.gain,
                expected_gain=step.expected_gain,
                entropy_drop=step.entropy_drop,
                useless=step.useless,
                kept=Kept(step.kept) if step.kept else None,
            )
            for step, held in zip(followed.steps, beliefs, strict=True)
        ),
        total_gain=followed.total_gain,
        net_gain=followed.net_gain,
    )


def _step(seen: Observation) -> Step:
    kept = seen.kept.value if seen.kept else ""
    return Step(seen.gain, seen.expected_gain, seen.entropy_drop, seen.useless, kept)
