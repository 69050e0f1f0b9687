"""The Questioner that has rules alone on a deal of the property table, for tables of programs."""

from collections.abc import Sequence

from evaluation.kari import asking
from evaluation.kari.tree import Node
from games.players import Deal, Facts, Played
from games.pool import Pool
from games.rules import Answer


def play_by_rules(
    facts: Facts, questions: Pool, deal: Deal, rules: Sequence[Node | None]
) -> Played:
    """The play that asking.RuleAsker would make. rules: of the candidates, None for no rule.

    A property that no object of the pool has is answered with no, and is in no list of questions
    asked, though its turn is spent.
    """
    ways = asking.ways_of(rules)
    place_of = {question.pair: place for place, question in enumerate(questions.questions)}
    answers: dict[int, Answer] = {}
    while (place := asking.best_split(ways, answers, list(answers))) is not None:
        known = place_of.get(ways.pairs[place])
        yes = known is not None and bool(facts.answers[deal.hidden, known])
        answers[place] = Answer.YES if yes else Answer.NO
    held = asking.held_by(ways, asking.weigh(ways, answers))
    guessed = deal.candidates[int(held.argmax())]
    asked = tuple(place_of[ways.pairs[each]] for each in answers if ways.pairs[each] in place_of)
    return Played(asked, guessed, won=guessed == deal.target)
