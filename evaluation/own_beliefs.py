"""What a play's turns were worth by its player's own belief, whoever that is.

A model's belief comes from log-probabilities, a person's from the candidates crossed out
(`games.belief`); both are mixed with the uniform, so that no gain is infinite.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from games import belief

Distribution = tuple[float, ...]


@dataclass(frozen=True)
class Held:
    """A belief over the candidates while this turn of the budget was open."""

    number: int
    belief: Distribution


@dataclass(frozen=True)
class Crossing:
    """A candidate crossed out or restored after so many spent turns."""

    affordance: str
    crossed_out: bool
    after_turn: int


@dataclass(frozen=True)
class OwnGains:
    """In bits. by_turn: turn of the budget -> what it was worth, where that is known.

    total: their sum. net: from the first belief to the last. Both None where fewer than two
    beliefs are known: not applicable, which is not 0.
    """

    by_turn: Mapping[int, float] = field(default_factory=dict)
    total: float | None = None
    net: float | None = None


NOT_KNOWN = OwnGains()


def gains(held: Sequence[Held]) -> OwnGains:
    """Turn n is worth KL(first belief at turn n + 1 || last belief at turn n).

    held: in the order of the play; several at one turn are of its attempts, which refusals came
        to and no answer. The final guess's stands at the turn after the last.
    """
    if len(held) < 2:
        return NOT_KNOWN
    last = {each.number: each.belief for each in held}
    first = {each.number: each.belief for each in reversed(held)}
    by_turn = {
        number: belief.information_gain(first[number + 1], last[number])
        for number in last
        if number + 1 in first
    }
    total = sum(by_turn.values()) if by_turn else None
    return OwnGains(by_turn, total, belief.information_gain(held[-1].belief, held[0].belief))


def of_crossings(
    crossings: Sequence[Crossing], candidates: Sequence[str], *, spent: int
) -> list[Held]:
    """A person's belief at each turn up to the one after the last.

    crossings: in order. Without any nothing is known: who crosses nothing out may still think.
    """
    if not crossings:
        return []
    held: list[Held] = []
    before = tuple(belief.uniform(len(candidates)).tolist())
    for number in range(1, spent + 2):
        out = _out(each for each in crossings if each.after_turn < number)
        before = belief.own_from_marks([each in out for each in candidates], before).belief
        held.append(Held(number, before))
    return held


def _out(crossings: Iterable[Crossing]) -> set[str]:
    last = {each.affordance: each.crossed_out for each in crossings}
    return {affordance for affordance, crossed_out in last.items() if crossed_out}
