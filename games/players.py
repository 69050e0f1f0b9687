"""Players that are no language models: the theoretical minimum, fixed, greedy, noisy and random.

They ask from a pool of property questions and know the catalogue's labels and answers, but of
the hidden object only what they are told; OPTIMAL alone knows it, since it is a bound.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from games import belief
from games.rules import Answer

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]

BUDGET = 20


class Chance(Protocol):
    """random.Random or numpy.random.Generator."""

    def random(self) -> float: ...


@dataclass(frozen=True, eq=False)
class Facts:
    """What a catalogue says of its objects.

    labels: (objects, affordances), whether the object has it.
    answers: (objects, questions), whether the pool question's answer is yes.
    """

    labels: BoolArray
    answers: BoolArray

    def __post_init__(self) -> None:
        if len(self.labels) != len(self.answers):
            raise ValueError(
                f"Labels are of {len(self.labels)} objects, answers of {len(self.answers)}."
            )


@dataclass(frozen=True)
class Deal:
    """A game by row and columns: the hidden object, the candidates in order, the target column."""

    hidden: int
    candidates: tuple[int, ...]
    target: int

    def __post_init__(self) -> None:
        if self.target not in self.candidates:
            raise ValueError(f"Target {self.target} is not among the candidates {self.candidates}.")


@dataclass(frozen=True)
class Played:
    """asked: pool questions in order. guessed: a column, None where it came to no guess."""

    asked: tuple[int, ...]
    guessed: int | None
    won: bool


@dataclass(frozen=True)
class Optimum:
    """The fewest pool questions that settle a game.

    questions: None where no set of them does.
    remaining: the objects (rows) that have another candidate alone and share every pool answer
        with the hidden object; empty where the game can be settled.
    """

    questions: tuple[int, ...] | None
    remaining: tuple[int, ...] = ()


def find_optimum(facts: Facts, deal: Deal) -> Optimum:
    """Return the fewest questions that leave only objects with the target, exactly.

    An object with exactly one candidate that is not the target is a rival, and some question
    must be answered otherwise for it than for the hidden object. Choosing questions that rule
    out every rival is a set cover, solved by iterative deepening.
    """
    alone = belief.alone(facts.labels, deal.candidates)
    rival = alone.any(axis=1) & ~facts.labels[:, deal.target]
    rival[deal.hidden] = False
    rows = np.flatnonzero(rival)
    differs = facts.answers[rows] != facts.answers[deal.hidden]
    hopeless = ~differs.any(axis=1)
    if hopeless.any():
        return Optimum(None, tuple(rows[hopeless].tolist()))
    return Optimum(smallest_cover(differs))


def smallest_cover(covers: BoolArray) -> tuple[int, ...]:
    """Return the fewest columns that together have a True in every row, in ascending order.

    covers: (rows, columns), with at least one True in each row.
    """
    if not len(covers):
        return ()
    rows, columns = _reduced(covers)
    reduced = covers[np.ix_(rows, columns)]
    masks = [_bits(reduced[:, column]) for column in range(len(columns))]
    choices = [np.flatnonzero(row).tolist() for row in reduced]
    search = _CoverSearch(masks, choices)
    return tuple(sorted(int(columns[chosen]) for chosen in search.run((1 << len(rows)) - 1)))


class _CoverSearch:
    """Iterative deepening over bitmasks; a bit is a row that is still to be covered.

    masks: for each column the rows that it covers.
    choices: for each row the columns that cover it; rows with few choices come first, so the
        lowest open bit is the one with the fewest ways out.
    """

    def __init__(self, masks: list[int], choices: list[list[int]]) -> None:
        self.masks = masks
        self.choices = choices
        self.failed: dict[int, int] = {}

    def run(self, open_rows: int) -> list[int]:
        depth = 1
        while (found := self._within(open_rows, depth)) is None:
            depth += 1
        return found

    def _within(self, open_rows: int, depth: int) -> list[int] | None:
        """Columns that cover the open rows, at most `depth` of them, or None."""
        if not open_rows:
            return []
        if depth == 1:
            return self._single(open_rows)
        if self.failed.get(open_rows, 0) >= depth:
            return None
        if not self._hopeless(open_rows, depth):
            for column in self._by_gain(open_rows):
                rest = self._within(open_rows & ~self.masks[column], depth - 1)
                if rest is not None:
                    return [column, *rest]
        self.failed[open_rows] = depth
        return None

    def _single(self, open_rows: int) -> list[int] | None:
        columns = self.choices[_lowest(open_rows)]
        return next(([c] for c in columns if not open_rows & ~self.masks[c]), None)

    def _hopeless(self, open_rows: int, depth: int) -> bool:
        """Whether even the `depth` best columns, were they disjoint, could not cover the rows."""
        gains = sorted(((open_rows & mask).bit_count() for mask in self.masks), reverse=True)
        return sum(gains[:depth]) < open_rows.bit_count()

    def _by_gain(self, open_rows: int) -> list[int]:
        """The columns that cover the hardest open row, the most useful first."""
        columns = self.choices[_lowest(open_rows)]
        gain = {c: (open_rows & self.masks[c]).bit_count() for c in columns}
        return sorted(gain, key=lambda column: (-gain[column], column))


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _reduced(covers: BoolArray) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns that decide the smallest cover, rows with the fewest choices first.

    A row that is covered whenever another row is, and a column that covers no more than
    another column, can be left out.
    """
    rows, columns = np.arange(len(covers)), np.arange(covers.shape[1])
    while True:
        before = len(rows), len(columns)
        rows = rows[_minimal(covers[np.ix_(rows, columns)])]
        columns = columns[_minimal(~covers[np.ix_(rows, columns)].T)]
        if (len(rows), len(columns)) == before:
            break
    few_first = np.argsort(covers[np.ix_(rows, columns)].sum(axis=1), kind="stable")
    return rows[few_first], columns


def _minimal(sets: BoolArray) -> BoolArray:
    """Which rows, read as sets, contain no other row; of equal rows the first."""
    members = sets.astype(np.float32)
    size = members.sum(axis=1)
    within = (members @ members.T) >= size[:, np.newaxis]
    equal = within & within.T
    earlier = np.tri(len(sets), k=-1, dtype=bool).T
    beaten = within & (~equal | earlier)
    np.fill_diagonal(beaten, False)
    return np.asarray(~beaten.any(axis=0))


def _bits(flags: BoolArray) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def play_optimal(facts: Facts, deal: Deal) -> Played:
    """Ask the fewest questions that settle the game; an unsettled game is not won."""
    optimum = find_optimum(facts, deal)
    if optimum.questions is None:
        return Played((), None, won=False)
    return Played(optimum.questions, deal.target, won=True)


def play_fixed(
    facts: Facts, deal: Deal, questions: Sequence[int], *, eps: float = belief.CLIP
) -> Played:
    """FIX20Q: ask the whole list, whatever the answers are, then guess as the observer would."""
    return _play(facts, deal, _Reader(questions), threshold=np.inf, budget=len(questions), eps=eps)


def play_greedy(
    facts: Facts,
    deal: Deal,
    *,
    threshold: float = belief.GUESS_THRESHOLD,
    budget: int = BUDGET,
    eps: float = belief.CLIP,
) -> Played:
    """Ask the question with the highest expected gain until one candidate passes the threshold."""
    return _play(facts, deal, greediest, threshold=threshold, budget=budget, eps=eps)


def play_noisy(
    facts: Facts,
    deal: Deal,
    *,
    skill: float,
    rng: Chance,
    threshold: float = belief.GUESS_THRESHOLD,
    budget: int = BUDGET,
    eps: float = belief.CLIP,
) -> Played:
    """Greedy that asks a random question instead with chance 1 - skill, skill from 0 to 1."""
    if not 0 <= skill <= 1:
        raise ValueError(f"skill is {skill}; it lies from 0 to 1.")

    def choose(worth: FloatArray, asked: Sequence[int]) -> int:
        if rng.random() < skill:
            return greediest(worth, asked)
        return _draw([q for q in range(len(worth)) if q not in set(asked)], rng)

    return _play(facts, deal, choose, threshold=threshold, budget=budget, eps=eps)


def play_random(deal: Deal, rng: Chance) -> Played:
    """Guess at once."""
    guessed = _draw(deal.candidates, rng)
    return Played((), guessed, won=guessed == deal.target)


Choose = Callable[[FloatArray, Sequence[int]], int]


def greediest(worth: FloatArray, asked: Sequence[int]) -> int:
    """The question with the highest expected gain that was not asked; of equals the first."""
    fresh = worth.copy()
    fresh[list(asked)] = -1.0
    return int(fresh.argmax())


@dataclass(frozen=True)
class _Reader:
    questions: Sequence[int]

    def __call__(self, worth: FloatArray, asked: Sequence[int]) -> int:
        return self.questions[len(asked)]


def _draw(options: Sequence[int], rng: Chance) -> int:
    return options[int(rng.random() * len(options))]


def _play(
    facts: Facts, deal: Deal, choose: Choose, *, threshold: float, budget: int, eps: float
) -> Played:
    """Ask what `choose` says until the belief passes the threshold, then guess its best."""
    table = belief.likelihood_table(
        facts.labels, facts.answers, candidates=deal.candidates, hidden=deal.hidden
    )
    chances = belief.clip(table, eps)
    held = belief.uniform(len(deal.candidates))
    asked: list[int] = []
    while len(asked) < min(budget, len(chances)) and held.max() < threshold:
        question = choose(belief.expected_gain(held, chances), asked)
        answer = Answer.YES if facts.answers[deal.hidden, question] else Answer.NO
        held = np.array(belief.observe(held, chances[question], answer, eps).belief)
        asked.append(question)
    guessed = deal.candidates[int(held.argmax())]
    return Played(tuple(asked), guessed, won=guessed == deal.target)
