"""How a simulated player thinks: noisy greedy, over what the catalogue says of all its objects.

It knows the catalogue's labels and answers as a person knows the world, and of the hidden object
only what the page told.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from games import belief, players
from games.players import Deal, Facts
from games.rules import Answer

# What people type besides plain questions; every one of them may be refused.
ODD_SHARE = 0.04
ODD_QUESTIONS = (
    '=HYPERLINK("http://x","y")?',
    "Ist es spröde? 🪨 هل هو ثقيل؟",
    "@SUM(A1)+1",
    "它是金属做的吗？",
    "<b>Is it flat?</b>",
)
ODD_DRESSES = ("  {}  ", "{} 🪨", "ＯＫ {}", "{}\u00a0", "-{}")


@dataclass(frozen=True, eq=False)
class Known:
    """affordances: keys of the label columns. questions: texts of the answer columns."""

    facts: Facts
    affordances: Sequence[str]
    questions: Sequence[str]


@dataclass(frozen=True)
class Bent:
    """How well a simulated person plays.

    skill: the chance that a question is the best one, else it is any. questions: at most so many.
    """

    skill: float
    questions: int


class Mind:
    """One player in one game: `question`, then `hear` or `be_refused`, at last `guess`."""

    def __init__(self, known: Known, candidates: Sequence[str], bent: Bent, rng: Random) -> None:
        column = {key: at for at, key in enumerate(known.affordances)}
        self._known = known
        self._candidates = candidates
        self._bent = bent
        self._rng = rng
        self._choose = players.noisily(bent.skill, rng)
        self._chances = _chances(known.facts, [column[key] for key in candidates])
        self._held = belief.uniform(len(candidates))
        self._asked: list[int] = []
        self._refused = 0
        self._beside_it = False

    def question(self) -> int | None:
        """The pool question to ask next; None where it is time to guess."""
        return players.next_question(
            self._held,
            self._chances,
            self._asked,
            self._choose,
            budget=self._bent.questions + self._refused,
        )

    def wording(self, question: int) -> str:
        """The question as it is typed, now and then in an odd form, or something else instead."""
        text = self._known.questions[question]
        self._beside_it = False
        if self._rng.random() >= ODD_SHARE:
            return text
        if self._rng.random() < 0.5:
            self._beside_it = True
            return self._rng.choice(ODD_QUESTIONS)
        return self._rng.choice(ODD_DRESSES).format(text)

    def hear(self, question: int, answer: Answer) -> None:
        """Learn from the answer, unless something else was typed: that answer tells nothing."""
        if self._beside_it:
            self.be_refused(question)
            return
        self._asked.append(question)
        chances = self._chances[question]
        self._held = np.array(belief.observe(self._held, chances, answer).belief)

    def be_refused(self, question: int) -> None:
        """The question is not asked again, and did not count."""
        self._asked.append(question)
        self._refused += 1

    def guess(self) -> str:
        """The likeliest candidate, of equals any."""
        best = np.flatnonzero(self._held >= self._held.max() - 1e-12)
        return self._candidates[self._rng.choice(best.tolist())]


def expected_success(
    known: Known, deals: Sequence[Deal], bent: Bent, rng: Random, *, rounds: int
) -> float:
    """The share of these games that such minds win, by playing them where nothing goes wrong."""
    won = [_plays_through(known, deal, bent, rng) for deal in deals for _ in range(rounds)]
    return sum(won) / len(won)


def _plays_through(known: Known, deal: Deal, bent: Bent, rng: Random) -> bool:
    mind = Mind(known, [known.affordances[column] for column in deal.candidates], bent, rng)
    while (question := mind.question()) is not None:
        yes = known.facts.answers[deal.hidden, question]
        mind.hear(question, Answer.YES if yes else Answer.NO)
    return mind.guess() == known.affordances[deal.target]


def _chances(facts: Facts, candidates: Sequence[int]) -> belief.FloatArray:
    table = belief.likelihood_table(facts.labels, facts.answers, candidates=candidates)
    return belief.clip(table)
