"""Whether an object fulfils a rule: yes, no, or unknown, and what each way of the rule lacked.

Unknown means that it depends: with some of the unknown properties the rule holds, with others not.
The language has no negation, so that taking the worst of an AND and the best of an OR says exactly
that.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.kari.branches import Branch, Group, branches
from evaluation.kari.tree import OBJECT, Atom, Node
from evaluation.kari.worlds import WHOLE, World
from games.roles import Pair
from games.rules import Answer

RANK = {Answer.NO: 0, Answer.CANNOT_TELL: 1, Answer.YES: 2}


@dataclass(frozen=True)
class Tried:
    """One way of the rule, tried on an object.

    failed, unknown: its atoms that do not hold or cannot be told, on the part that comes closest.
    bound: the rule's name of a part -> the object's part that comes closest, "" for the whole.
    """

    branch: Branch
    answer: Answer
    failed: tuple[Atom, ...]
    unknown: tuple[Atom, ...]
    bound: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Evaluation:
    """tried: every way in the order of the text."""

    answer: Answer
    tried: tuple[Tried, ...]

    @property
    def fired(self) -> int | None:
        """The place of the first way that holds, or None."""
        return next((at for at, one in enumerate(self.tried) if one.answer == Answer.YES), None)


@dataclass(frozen=True)
class _Closest:
    part: str
    answers: dict[Pair, Answer]


def evaluate(node: Node, world: World) -> Evaluation:
    """Try the rule on the object. Raises TooManyBranches; what `faults` refuses is not refused."""
    return evaluate_ways(branches(node), world)


def evaluate_ways(ways: Sequence[Branch], world: World) -> Evaluation:
    """The same for a rule that was multiplied out before: many objects, one rule."""
    tried = tuple(_try(way, world) for way in ways)
    return Evaluation(best([one.answer for one in tried]), tried)


def best(answers: Sequence[Answer]) -> Answer:
    """Of an OR; no for none."""
    return max(answers, key=RANK.__getitem__, default=Answer.NO)


def worst(answers: Sequence[Answer]) -> Answer:
    """Of an AND; yes for none."""
    return min(answers, key=RANK.__getitem__, default=Answer.YES)


def _try(branch: Branch, world: World) -> Tried:
    answers: dict[tuple[str, Pair], Answer] = {}
    bound: list[tuple[str, str]] = []
    for group in branch.groups:
        closest = _closest(group, world)
        answers |= {(group.of, pair): answer for pair, answer in closest.answers.items()}
        if group.of != OBJECT:
            bound.append((group.of, closest.part))
    said = {atom: answers[atom.of, atom.pair] for atom in branch.atoms}
    return Tried(
        branch,
        worst(list(said.values())),
        failed=tuple(atom for atom, answer in said.items() if answer == Answer.NO),
        unknown=tuple(atom for atom, answer in said.items() if answer == Answer.CANNOT_TELL),
        bound=tuple(bound),
    )


def _closest(group: Group, world: World) -> _Closest:
    """The part, or the whole, on which most of the group is found; of equals the first."""
    options = [
        _Closest(part, {pair: world.holds(pair, part) for pair in group.pairs})
        for part in (*world.parts, WHOLE)
    ]
    return max(options, key=_closeness)


def _closeness(option: _Closest) -> tuple[int, int, int]:
    answers = list(option.answers.values())
    return (
        RANK[worst(answers)],
        -answers.count(Answer.NO),
        answers.count(Answer.YES),
    )
