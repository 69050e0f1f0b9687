"""FIX20Q's list of questions for a catalogue."""

from collections.abc import Sequence

import numpy as np

from games import belief
from games.players import Deal, Facts
from games.pool import Pool
from games.sheets import Dimension

COUNT = 20
OF_EACH_DIMENSION = 2


def fixed_list(facts: Facts, questions: Pool, deals: Sequence[Deal]) -> tuple[int, ...]:
    """The default list: the pool questions worth most bits over these games, of the dev split.

    By the mean expected gain at the start of a game, with at least two questions of each
    dimension. Returns pool positions, the best first. Raises ValueError for no games.
    """
    if not deals:
        raise ValueError("A fixed list is made on the dev split, and it has no games.")
    worth = np.mean([_worth_at_start(facts, deal) for deal in deals], axis=0)
    best_first = np.argsort(-worth, kind="stable").tolist()
    return covering(best_first, [question.pair.dimension for question in questions.questions])


def covering(best_first: Sequence[int], dimensions: Sequence[Dimension]) -> tuple[int, ...]:
    """The first COUNT of the questions, but at least two of each dimension where there are two.

    best_first: places in the pool. dimensions: of each pool question. Returns them in order.
    """
    kept: list[int] = []
    for dimension in Dimension:
        of_it = [place for place in best_first if dimensions[place] == dimension]
        kept += of_it[:OF_EACH_DIMENSION]
    kept += [place for place in best_first if place not in kept][: COUNT - len(kept)]
    return tuple(sorted(kept, key=best_first.index))


def _worth_at_start(facts: Facts, deal: Deal) -> belief.FloatArray:
    table = belief.likelihood_table(
        facts.labels, facts.answers, candidates=deal.candidates, hidden=deal.hidden
    )
    return belief.expected_gain(belief.uniform(len(deal.candidates)), belief.clip(table))
