"""A play turn by turn: what each answer made of the beliefs, and what was said behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games import rules
from games.belief import Observation, Trace
from games.rules import Limits, TurnStatus

Distribution = tuple[float, ...]


@dataclass(frozen=True)
class Said:
    """One stored attempt, as the pages may show it.

    forced: the Oracle could not tell and had to answer. removed: a researcher took the text away,
    so that `question` and `probe` are empty.
    """

    number: int
    attempt: int
    question: str
    status: TurnStatus
    answer: str = ""
    reason: str = ""
    probe: str = ""
    forced: bool = False
    doubted: bool = False
    removed: bool = False


@dataclass(frozen=True)
class Step:
    """One attempt with what came of it.

    observation: of the reference observer; None where there was no answer.
    held: its belief after it. own: the player's after the turn, None where that is not known.
    spends: whether it used its turn up.
    """

    said: Said
    observation: Observation | None
    held: Distribution
    own: Distribution | None
    own_gain: float | None
    spends: bool


@dataclass(frozen=True)
class OwnPath:
    """A player's own belief: turn of the budget -> the first one held while it was open.

    gains: turn -> what it was worth by it, in bits.
    """

    first: Mapping[int, Distribution]
    gains: Mapping[int, float]

    def after(self, number: int) -> Distribution | None:
        return self.first.get(number + 1)


def steps(turns: Sequence[Said], trace: Trace, own: OwnPath, limits: Limits) -> list[Step]:
    """turns: in order, all of them; the trace's observations are of the answered ones."""
    seen = iter(trace.observations)
    held = trace.start
    found: list[Step] = []
    for turn in turns:
        observation = next(seen) if turn.status == TurnStatus.ANSWERED else None
        held = observation.belief if observation else held
        spends = observation is not None or rules.forfeits(turn.status, turn.attempt, limits)
        found.append(
            Step(
                said=turn,
                observation=observation,
                held=held,
                own=own.after(turn.number) if spends else None,
                own_gain=own.gains.get(turn.number) if spends else None,
                spends=spends,
            )
        )
    return found


def held_after(found: Sequence[Step], number: int, start: Distribution) -> Distribution:
    """The observer's belief once so many turns of the budget were spent."""
    return next((step.held for step in reversed(found) if step.said.number <= number), start)
