"""Players that are no language models: the theoretical minimum, fixed, greedy, noisy and random.

They ask from a pool of property questions and know the catalogue's labels and answers, but of
the hidden object only what they are told; OPTIMAL alone knows it, since it is a bound.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from games import belief, covers
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
    rows, differs = _rivals(facts, deal)
    hopeless = ~differs.any(axis=1)
    if hopeless.any():
        return Optimum(None, tuple(rows[hopeless].tolist()))
    return Optimum(covers.smallest_cover(differs))


def inseparable(facts: Facts, deal: Deal) -> tuple[int, ...]:
    """The rivals (rows) that no pool question tells from the hidden object; empty for a game
    that can be settled. Quick, where `find_optimum` also finds the questions.
    """
    rows, differs = _rivals(facts, deal)
    return tuple(rows[~differs.any(axis=1)].tolist())


def _rivals(facts: Facts, deal: Deal) -> tuple[NDArray[np.intp], BoolArray]:
    """Rows of the rivals, and (rivals, questions), what is answered otherwise for them."""
    alone = belief.alone(facts.labels, deal.candidates)
    rival = alone.any(axis=1) & ~facts.labels[:, deal.target]
    rival[deal.hidden] = False
    rows = np.flatnonzero(rival)
    return rows, facts.answers[rows] != facts.answers[deal.hidden]


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
    choose = noisily(skill, rng)
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


def noisily(skill: float, rng: Chance) -> Choose:
    """Choose greedily with chance `skill`, else any question that was not asked."""
    if not 0 <= skill <= 1:
        raise ValueError(f"skill is {skill}; it lies from 0 to 1.")

    def choose(worth: FloatArray, asked: Sequence[int]) -> int:
        if rng.random() < skill:
            return greediest(worth, asked)
        spent = set(asked)
        return _draw([q for q in range(len(worth)) if q not in spent], rng)

    return choose


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
    while (
        question := next_question(held, chances, asked, choose, threshold=threshold, budget=budget)
    ) is not None:
        answer = Answer.YES if facts.answers[deal.hidden, question] else Answer.NO
        held = np.array(belief.observe(held, chances[question], answer, eps).belief)
        asked.append(question)
    guessed = deal.candidates[int(held.argmax())]
    return Played(tuple(asked), guessed, won=guessed == deal.target)


def next_question(
    held: FloatArray,
    chances: FloatArray,
    asked: Sequence[int],
    choose: Choose,
    *,
    threshold: float = belief.GUESS_THRESHOLD,
    budget: int = BUDGET,
) -> int | None:
    """The pool question to ask next, or None where it is time to guess the best candidate.

    held: the belief over the candidates. chances: (questions, candidates), the chance of a yes.
    """
    if len(asked) >= min(budget, len(chances)) or held.max() >= threshold:
        return None
    return choose(belief.expected_gain(held, chances), asked)
