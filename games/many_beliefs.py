"""The reference observer over many plays at once: the traces of `belief.trace`, together.

All plays go on turn by turn, so a turn of all of them is one step of arrays; twenty thousand
questions take a fraction of a second.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games import belief
from games.belief import Evidence, Kept, Observation, Trace
from games.rules import Answer

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Step:
    """One answer each of some plays, by row: what it made of the beliefs before it."""

    belief: FloatArray
    gain: FloatArray
    expected: FloatArray
    drop: FloatArray


def traces(
    plays: Sequence[Sequence[Evidence]], *, candidates: int = 8, eps: float = belief.CLIP
) -> list[Trace]:
    """Each play's trace, as `belief.trace` gives it up to a rounding.

    eps: above 0, so that no answer is impossible.
    Raises ValueError for another one.
    """
    if not 0 < eps < 0.5:
        raise ValueError(f"eps is {eps}; it lies above 0 and below 0.5.")
    start = belief.uniform(candidates)
    held = np.tile(start, (len(plays), 1))
    kept = [_kept(turns) for turns in plays]
    seen: list[list[Observation]] = [[] for _ in plays]
    for at in range(max(map(len, plays), default=0)):
        moved = [row for row, reasons in enumerate(kept) if at < len(reasons) and not reasons[at]]
        step = _step(held[moved], [plays[row][at] for row in moved], eps)
        held[moved] = step.belief
        for place, row in enumerate(moved):
            seen[row].append(_observation(step, place))
        for row, reasons in enumerate(kept):
            if at < len(reasons) and reasons[at]:
                seen[row].append(_unmoved(held[row], reasons[at]))
    first = tuple(start.tolist())
    return [_trace(first, tuple(observations)) for observations in seen]


def _kept(turns: Sequence[Evidence]) -> list[Kept | None]:
    """For each answer why it moves nothing, or None, in the order in which `belief` asks."""
    seen, reasons = set[str](), list[Kept | None]()
    for turn in turns:
        if turn.pair in seen:
            reasons.append(Kept.REPEAT)
        elif turn.likelihood is None:
            reasons.append(Kept.UNREAD)
        else:
            reasons.append(Kept.NO_ANSWER if turn.answer == Answer.CANNOT_TELL else None)
        if turn.answer != Answer.CANNOT_TELL:
            seen.add(turn.pair)
    return reasons


def _step(before: FloatArray, turns: Sequence[Evidence], eps: float) -> _Step:
    chances = belief.clip([turn.likelihood or () for turn in turns], eps)
    chances = chances.reshape(before.shape)
    said_yes = np.array([turn.answer == Answer.YES for turn in turns], dtype=bool)[:, np.newaxis]
    joint = before * np.where(said_yes, chances, 1.0 - chances)
    after = joint / joint.sum(axis=1, keepdims=True)
    # Beliefs stay above 0: they begin so, and no likelihood is 0.
    gain = (after * np.log2(after / before)).sum(axis=1)
    yes = (before * chances).sum(axis=1)
    expected = belief.binary_entropy(yes) - (before * belief.binary_entropy(chances)).sum(axis=1)
    return _Step(
        belief=after,
        gain=np.maximum(0.0, gain),
        expected=np.clip(expected, 0.0, 1.0),
        drop=_entropies(before) - _entropies(after),
    )


def _entropies(beliefs: FloatArray) -> FloatArray:
    return np.asarray(-(beliefs * np.log2(beliefs)).sum(axis=1))


def _observation(step: _Step, place: int) -> Observation:
    worth = float(step.expected[place])
    return Observation(
        belief=tuple(step.belief[place].tolist()),
        gain=float(step.gain[place]),
        expected_gain=worth,
        entropy_drop=float(step.drop[place]),
        useless=worth < belief.USELESS_BITS,
    )


def _unmoved(held: FloatArray, why: Kept | None) -> Observation:
    return Observation(tuple(held.tolist()), 0.0, 0.0, 0.0, kept=why)


def _trace(start: tuple[float, ...], observations: tuple[Observation, ...]) -> Trace:
    total = sum(each.gain for each in observations)
    last = observations[-1].belief if observations else start
    return Trace(start, observations, total, belief.information_gain(last, start))
