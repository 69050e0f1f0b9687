"""The reference observer at the stored plays: it hears what was answered and knows the catalogue.

What it computes stands in `belief`; here is where its evidence comes from.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from games import backends, belief, many_beliefs, matrices, rules, selectors
from games.rules import GameSpec, TurnStatus
from games.table.probe import Probe


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


class Dealt(Protocol):
    """What the observer needs of a game."""

    @property
    def spec(self) -> GameSpec: ...
    @property
    def object_id(self) -> int: ...
    @property
    def catalogue_id(self) -> int: ...


def follow(game: Dealt, turns: Sequence[Heard]) -> belief.Trace:
    """The reference observer's path through the answered turns."""
    return belief.trace(_evidence(game, turns), candidates=len(game.spec.candidates))


def follow_all(plays: Sequence[tuple[Dealt, Sequence[Heard]]]) -> list[belief.Trace]:
    """The same of many plays, each a game with its turns and as many candidates as the others."""
    if not plays:
        return []
    candidates = len(plays[0][0].spec.candidates)
    evidence = [_evidence(game, turns) for game, turns in plays]
    return many_beliefs.traces(evidence, candidates=candidates)


def _evidence(game: Dealt, turns: Sequence[Heard]) -> list[belief.Evidence]:
    answered = [turn for turn in turns if turn.status == TurnStatus.ANSWERED]
    likelihoods = _likelihoods(game, [turn.question for turn in answered])
    return [
        belief.Evidence(
            pair=turn.probe or turn.question.casefold(),
            likelihood=likelihood,
            answer=rules.Answer(turn.answer),
        )
        for turn, likelihood in zip(answered, likelihoods, strict=True)
    ]


def _likelihoods(game: Dealt, questions: Sequence[str]) -> list[tuple[float, ...] | None]:
    """For each question (candidates,): the chance of a yes to it for each of them.

    None where the property table answers it for no object but the hidden one.
    """
    if not questions:
        return []
    matrix = matrices.labels_of(game.catalogue_id)
    hidden = matrix.objects.index(game.object_id)
    said = np.column_stack([answers_to(game.catalogue_id, each) for each in questions])
    chances = belief.likelihood_table(
        matrix.labels,
        said,
        candidates=[matrix.affordances.index(key) for key in game.spec.candidates],
        hidden=hidden,
    )
    known = ~np.isnan(said)
    known[hidden] = False
    return [
        tuple(chance) if read else None
        for chance, read in zip(chances.tolist(), map(bool, known.any(axis=0).flat), strict=True)
    ]


def answers_to(catalogue_id: int, question: str) -> NDArray[np.float64]:
    """(objects,): what the property table answers for every object: yes 1, no 0, else nan."""
    return _answers(catalogue_id, backends.table_oracle(catalogue_id).read(question))


# Many questions ask the same in other words.
@lru_cache(maxsize=8192)
def _answers(catalogue_id: int, probe: Probe) -> NDArray[np.float64]:
    table = backends.table_oracle(catalogue_id)
    said = [table.decide(probe, sheet) for sheet in selectors.sheets_of(catalogue_id).values()]
    numbers = {rules.Answer.YES: 1.0, rules.Answer.NO: 0.0, rules.Answer.CANNOT_TELL: np.nan}
    return np.array([numbers[verdict.answer] for verdict in said])


def forget() -> None:
    """Empty what this process keeps, for tests that make their own catalogues."""
    _answers.cache_clear()
