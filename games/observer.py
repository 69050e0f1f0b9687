"""The reference observer at the stored plays: it hears what was answered and knows the catalogue.

What it computes stands in `belief`; here is where its evidence comes from.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from games import backends, belief, matrices, rules, selectors
from games.rules import TurnStatus
from games.selectors import FrozenGame


class Heard(Protocol):
    """What the observer needs of a stored turn, which has it all."""

    @property
    def question(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def answer(self) -> str: ...
    @property
    def probe(self) -> str: ...


def follow(game: FrozenGame, turns: Sequence[Heard]) -> belief.Trace:
    """The reference observer's path through the answered turns."""
    matrix = matrices.labels_of(game.catalogue_id)
    answered = [turn for turn in turns if turn.status == TurnStatus.ANSWERED]
    columns = tuple(matrix.affordances.index(key) for key in game.spec.candidates)
    hidden = matrix.objects.index(game.object_id)
    evidence = [
        belief.Evidence(
            pair=turn.probe or turn.question.casefold(),
            likelihood=_likelihood(game.catalogue_id, turn.question, columns, hidden),
            answer=rules.Answer(turn.answer),
        )
        for turn in answered
    ]
    return belief.trace(evidence, candidates=len(columns))


# Many plays of one game ask the same questions.
@lru_cache(maxsize=16384)
def _likelihood(
    catalogue_id: int, question: str, candidates: tuple[int, ...], hidden: int
) -> tuple[float, ...] | None:
    """(candidates,): the chance of a yes to this question for each of them.

    None where the property table answers it for no object but the hidden one.
    """
    labels = matrices.labels_of(catalogue_id).labels
    said = answers_to(catalogue_id, question)
    known = ~np.isnan(said)
    known[hidden] = False
    if not known.any():
        return None
    return tuple(belief.likelihoods(labels, said, candidates=candidates, hidden=hidden).tolist())


@lru_cache(maxsize=4096)
def answers_to(catalogue_id: int, question: str) -> NDArray[np.float64]:
    """(objects,): what the property table answers for every object: yes 1, no 0, else nan."""
    table = backends.table_oracle(catalogue_id)
    probe = table.read(question)
    said = [table.decide(probe, sheet) for sheet in selectors.sheets_of(catalogue_id).values()]
    numbers = {rules.Answer.YES: 1.0, rules.Answer.NO: 0.0, rules.Answer.CANNOT_TELL: np.nan}
    return np.array([numbers[verdict.answer] for verdict in said])


def forget() -> None:
    """Empty what this process keeps, for tests that make their own catalogues."""
    answers_to.cache_clear()
    _likelihood.cache_clear()
