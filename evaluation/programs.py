"""Questioners that are no models: they ask the pool's questions and hear the Oracle's answers.

Each reads what was asked and answered out of the View, so that a game goes on after a stop as if
there had been none. A question that is refused is not asked again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np

from evaluation.seats import Moved, Questioner
from games import belief, players
from games.players import Choose, Deal, Facts, Optimum
from games.pool import Pool
from games.roles import Guess, Move, Question, Unparseable
from games.rules import Answer, View


@dataclass(frozen=True, eq=False)
class World:
    """A catalogue as programs know it. facts: their answers are those of the questions."""

    facts: Facts
    questions: Pool

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """A question's text -> its places in the pool: two properties may be asked in one way."""
        found: dict[str, list[int]] = {}
        for place, question in enumerate(self.questions.questions):
            found.setdefault(question.text, []).append(place)
        return found

    @cached_property
    def place_of_pair(self) -> dict[str, int]:
        return {str(question.pair): at for at, question in enumerate(self.questions.questions)}


@dataclass(frozen=True)
class Heard:
    """A question of the pool that was asked. answer: None where it was refused."""

    places: Sequence[int]
    answer: Answer | None


@dataclass(frozen=True, eq=False)
class Program:
    """One game before a program, which may follow it as the reference observer would."""

    world: World
    deal: Deal

    @cached_property
    def chances(self) -> belief.FloatArray:
        """(questions, candidates): the chance of a yes to each question for each candidate."""
        facts, deal = self.world.facts, self.deal
        table = belief.likelihood_table(
            facts.labels, facts.answers, candidates=deal.candidates, hidden=deal.hidden
        )
        return belief.clip(table)

    def heard(self, view: View) -> list[Heard]:
        """The pool's questions among the turns, in their order."""
        return [
            Heard(self.world.places[turn.question], turn.answer)
            for turn in view.turns
            if turn.question in self.world.places
        ]

    def held(self, heard: Sequence[Heard]) -> belief.FloatArray:
        """(candidates,): the belief after what was heard."""
        held = belief.uniform(len(self.deal.candidates))
        for each in heard:
            if each.answer:
                chances = self.chances[each.places[0]]
                held = np.array(belief.observe(held, chances, each.answer).belief)
        return held

    def likeliest(self, view: View, held: belief.FloatArray) -> Moved:
        """The guess of the candidate that is believed most, of equals the first."""
        return _guess(view, int(held.argmax()))

    def ask(self, place: int) -> Moved:
        return Moved(Question(self.world.questions.questions[place].text))


@dataclass(frozen=True, eq=False)
class Chooser:
    """Asks what `choose` makes of the position until one candidate passes the threshold.

    choose: how many turns there were -> how the next question is chosen.
    """

    game: Program
    choose: Callable[[int], Choose]
    threshold: float = belief.GUESS_THRESHOLD

    async def move(self, view: View) -> Moved:
        heard = self.game.heard(view)
        held = self.game.held(heard)
        question = players.next_question(
            held,
            self.game.chances,
            _places(heard),
            self.choose(len(view.turns)),
            threshold=self.threshold,
            budget=len(_places(heard)) + view.questions_left,
        )
        return self.game.likeliest(view, held) if question is None else self.game.ask(question)


def greedy(game: Program) -> Chooser:
    """Asks the question with the highest expected gain."""
    return Chooser(game, lambda turns: players.greediest)


def noisy(game: Program, *, skill: float, seed: str) -> Chooser:
    """Greedy with chance `skill` at each question, else any question that was not asked.

    seed: of this game alone. Each position has a generator of its own, so that a game resumed
    there goes on as it would have.
    """
    return Chooser(game, lambda turns: players.noisily(skill, Random(f"{seed}/{turns}")))


@dataclass(frozen=True, eq=False)
class Lister:
    """FIX20Q: asks the whole list in order whatever the answers are, then guesses.

    questions: places in the pool. guesser: None guesses as the reference observer would.
    """

    game: Program
    questions: Sequence[int]
    guesser: Questioner | None = None

    async def move(self, view: View) -> Moved:
        heard = self.game.heard(view)
        unasked = _unasked(self.questions, heard)
        if unasked and view.questions_left:
            return self.game.ask(unasked[0])
        if self.guesser is None:
            return self.game.likeliest(view, self.game.held(heard))
        moved = await self.guesser.move(view)
        return Moved(_only_a_guess(moved.move), moved.reply, moved.invented, moved.belief)


@dataclass(frozen=True, eq=False)
class Optimal:
    """OPTIMAL: knows the object and asks the fewest questions that settle its game.

    A game that no questions settle is lost: it guesses what the first object has that no question
    tells from the hidden one.
    """

    game: Program

    async def move(self, view: View) -> Moved:
        heard = self.game.heard(view)
        refused = _places([each for each in heard if each.answer is None])
        found = self._without(refused) if refused else self._plan
        if found.questions is None:
            return _guess(view, self._rivals_candidate(found.remaining[0]))
        unasked = _unasked(found.questions, heard)
        if unasked and view.questions_left:
            return self.game.ask(unasked[0])
        return _guess(view, self.game.deal.candidates.index(self.game.deal.target))

    @cached_property
    def _plan(self) -> Optimum:
        return players.find_optimum(self.game.world.facts, self.game.deal)

    def _without(self, refused: Sequence[int]) -> Optimum:
        """The fewest questions but for these: as if every object answered them alike."""
        facts = self.game.world.facts
        allowed = np.ones(facts.answers.shape[1], dtype=bool)
        allowed[list(refused)] = False
        return players.find_optimum(Facts(facts.labels, facts.answers & allowed), self.game.deal)

    def _rivals_candidate(self, rival: int) -> int:
        has = self.game.world.facts.labels[rival, list(self.game.deal.candidates)]
        return int(has.argmax())


@dataclass(frozen=True)
class AtRandom:
    """Guesses at once. seed: of this game alone."""

    seed: str

    async def move(self, view: View) -> Moved:
        return _guess(view, Random(self.seed).randrange(len(view.candidates)))


def _unasked(questions: Sequence[int], heard: Sequence[Heard]) -> list[int]:
    asked = set(_places(heard))
    return [place for place in questions if place not in asked]


def _places(heard: Sequence[Heard]) -> list[int]:
    return [place for each in heard for place in each.places]


def _guess(view: View, at: int) -> Moved:
    return Moved(Guess(view.candidates[at]))


def _only_a_guess(move: Move) -> Move:
    """A model that is to guess for a list, and asks on, has not guessed."""
    return Unparseable(move.text, "no_guess") if isinstance(move, Question) else move
