"""A Questioner that has nothing but the candidates' rules, without model or catalogue.

Each way of each candidate's rule is a guess at what the hidden object is like. A property that the
way asks for is probably there, another one may be; answers weigh the ways, and what is left for a
candidate is the weight of its ways. The next question is on the property that splits the
candidates best. A candidate without a rule is one way that asks for nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from evaluation.kari.branches import Branch, branches
from evaluation.kari.implying import NOTHING_BROADER, widened
from evaluation.kari.tree import Node
from evaluation.seats import Moved
from games import belief, players
from games.pool import Broader, question_text
from games.roles import Guess, Pair, Question
from games.rules import Answer, View

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int_]

ASKED_FOR = 0.9
"""The chance of a yes to a property that the way asks for."""
ELSE = 0.3
"""The chance of a yes to any other property."""


@dataclass(frozen=True, eq=False)
class Ways:
    """pairs: what can be asked, in the order of the rules. owner: (ways,), the candidate of each.

    chances: (pairs, ways), the chance of a yes if the object is as the way asks.
    """

    candidates: int
    pairs: tuple[Pair, ...]
    owner: IntArray
    chances: FloatArray

    @property
    def start(self) -> FloatArray:
        """(ways,): before any answer; the candidates weigh alike, and so do the ways of each."""
        shared = np.bincount(self.owner, minlength=self.candidates)
        return np.asarray(1.0 / (self.candidates * shared[self.owner]))


def ways_of(rules: Sequence[Node | None], broader: Broader = NOTHING_BROADER) -> Ways:
    """The ways of the candidates' rules; None for a candidate without one.

    Raises TooManyBranches.
    """
    empty = (Branch(()),)
    found = [branches(rule) if rule is not None else empty for rule in rules]
    says = [widened(way.pairs, broader) for ways in found for way in ways]
    pairs = tuple(dict.fromkeys(a.pair for ways in found for way in ways for a in way.atoms))
    asked = np.array([[pair in said for said in says] for pair in pairs], dtype=bool)
    return Ways(
        candidates=len(rules),
        pairs=pairs,
        owner=np.repeat(np.arange(len(rules)), [len(ways) for ways in found]),
        chances=np.where(asked.reshape(len(pairs), len(says)), ASKED_FOR, ELSE),
    )


def weigh(ways: Ways, answers: Mapping[int, Answer]) -> FloatArray:
    """(ways,): how likely each is after these answers, in all 1. answers: place of a pair -> yes
    or no; what cannot be told weighs nothing.
    """
    weights = ways.start
    for place, answer in answers.items():
        if answer != Answer.CANNOT_TELL:
            chances = ways.chances[place]
            weights = weights * (chances if answer == Answer.YES else 1.0 - chances)
    return np.asarray(weights / weights.sum())


def held_by(ways: Ways, weights: FloatArray) -> FloatArray:
    """(candidates,): the belief in each candidate."""
    return np.asarray(np.bincount(ways.owner, weights, ways.candidates), dtype=float)


def chances_of(ways: Ways, weights: FloatArray) -> FloatArray:
    """(pairs, candidates): the chance of a yes for each candidate, over its ways."""
    held = held_by(ways, weights)
    of_candidate = np.arange(ways.candidates)[:, np.newaxis] == ways.owner
    return np.asarray((ways.chances * weights) @ of_candidate.T / held)


def best_split(
    ways: Ways,
    answers: Mapping[int, Answer],
    asked: Sequence[int],
    *,
    threshold: float = belief.GUESS_THRESHOLD,
    budget: int = players.BUDGET,
) -> int | None:
    """The place of the pair that splits the candidates best, of those that were not asked.

    None where it is time to guess: a candidate passes the threshold, the budget is spent, or
    nothing that is left splits them at all.
    """
    weights = weigh(ways, answers)
    held, chances = held_by(ways, weights), chances_of(ways, weights)
    place = players.next_question(
        held, chances, asked, players.greediest, threshold=threshold, budget=budget
    )
    if place is None or belief.expected_gain(held, chances[place]) < belief.USELESS_BITS:
        return None
    return place


@dataclass(frozen=True, eq=False)
class RuleAsker:
    """One game before the rules alone. ways: of the candidates, in their order.

    It reads what was asked and answered out of the View, so that a game goes on after a stop as
    if there had been none. A question that is refused is not asked again.
    """

    ways: Ways
    threshold: float = belief.GUESS_THRESHOLD

    async def move(self, view: View) -> Moved:
        turns = [turn for turn in view.turns if turn.question in self._places]
        asked = [place for turn in turns for place in self._places[turn.question]]
        answers = {self._places[t.question][0]: t.answer for t in turns if t.answer}
        place = best_split(
            self.ways,
            answers,
            asked,
            threshold=self.threshold,
            budget=len(asked) + view.questions_left,
        )
        if place is not None:
            return Moved(Question(question_text(self.ways.pairs[place])))
        held = held_by(self.ways, weigh(self.ways, answers))
        return Moved(Guess(view.candidates[int(held.argmax())]))

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """A question's text -> its places: two properties may be asked in one way."""
        found: dict[str, list[int]] = {}
        for place, pair in enumerate(self.ways.pairs):
            found.setdefault(question_text(pair), []).append(place)
        return found
