"""Which candidate is guessed for which."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.metrics.intervals import Figure, share
from evaluation.metrics.plays import EndedPlay


@dataclass(frozen=True)
class CandidateConfusion:
    """How often an affordance was guessed, of all plays that offered it, guess or no guess.

    as_target: of the plays where it was the target, which is their success rate.
    as_distractor: of those where it was not.
    """

    affordance: str
    as_target: Figure
    as_distractor: Figure


@dataclass(frozen=True)
class Confusion:
    """affordances: those that were ever offered, in order; the lines and columns of both tables.

    guessed: (targets, guesses), plays with this target in which that was guessed.
    offered: (targets, candidates), plays with this target that offered that candidate.
    unguessed: (targets,), plays without a guess; with the line of `guessed` all plays.
    """

    candidates: Sequence[CandidateConfusion]
    affordances: tuple[str, ...]
    guessed: tuple[tuple[int, ...], ...]
    offered: tuple[tuple[int, ...], ...]
    unguessed: tuple[int, ...]


def confusion(plays: Sequence[EndedPlay]) -> Confusion:
    """Of plays that say what they offered; the others are in no count."""
    known = [play for play in plays if play.candidates]
    guessed = Counter((play.target, play.guess) for play in known)
    offered = Counter((play.target, each) for play in known for each in play.candidates)
    names = tuple(sorted({candidate for _, candidate in offered}))
    return Confusion(
        candidates=[_candidate(name, names, guessed, offered) for name in names],
        affordances=names,
        guessed=_table(names, guessed),
        offered=_table(names, offered),
        unguessed=tuple(guessed[name, ""] for name in names),
    )


def _candidate(
    name: str,
    names: Sequence[str],
    guessed: Counter[tuple[str, str]],
    offered: Counter[tuple[str, str]],
) -> CandidateConfusion:
    others = [(target, name) for target in names if target != name]
    return CandidateConfusion(
        affordance=name,
        as_target=share(guessed[name, name], offered[name, name]),
        as_distractor=share(sum(guessed[at] for at in others), sum(offered[at] for at in others)),
    )


def _table(names: Sequence[str], counts: Counter[tuple[str, str]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(counts[row, column] for column in names) for row in names)
