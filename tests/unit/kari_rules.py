"""Sound rules, worlds and their completions for property tests, without what is tested."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from evaluation.kari.tree import OBJECT, And, Atom, Node, Or, Part, all_of, any_of, parts
from evaluation.kari.worlds import WHOLE
from games.roles import Pair
from games.rules import Answer
from games.sheets import Dimension

PAIRS = (
    Pair(Dimension.MATERIAL, "metal"),
    Pair(Dimension.SHAPE, "pointed"),
    Pair(Dimension.SHAPE, "flat"),
    Pair(Dimension.SIZE, "long"),
)
NAMES = ("tip", "edge", "base")
# A busy machine makes no test fail.
patiently = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@dataclass(frozen=True)
class Table:
    """A world as a table: (part, property) -> answer; what is not in it cannot be told."""

    parts: tuple[str, ...]
    said: dict[tuple[str, Pair], Answer]

    def holds(self, pair: Pair, part: str) -> Answer:
        return self.said.get((part, pair), Answer.CANNOT_TELL)


def rules(depth: int = 2) -> st.SearchStrategy[Node]:
    """Sound rules with up to three parts, whose names are all different.

    A rule is built from a tape of numbers, of which each decides one thing: many times as fast as
    strategies within strategies.
    """
    return st.binary(min_size=20, max_size=40).map(lambda tape: _rule(Tape(tape), depth))


class Tape:
    """Numbers from a row of bytes, then zeros."""

    def __init__(self, data: bytes) -> None:
        self.rest = iter(data)

    def below(self, limit: int) -> int:
        return next(self.rest, 0) % limit


def _rule(tape: Tape, depth: int) -> Node:
    """Each part is of the object or of a part before it, and something is said of each."""
    first = _condition(tape, (OBJECT,), depth)
    names = NAMES[: tape.below(len(NAMES) + 1)]
    if not names:
        return first
    heads = [Part((OBJECT, *names)[tape.below(at + 1)], name) for at, name in enumerate(names)]
    about = [Atom(name, PAIRS[tape.below(len(PAIRS))]) for name in names]
    inside = all_of([*heads, *about, _condition(tape, (OBJECT, *names), depth)])
    return (all_of if tape.below(2) else any_of)([first, inside])


def _condition(tape: Tape, subjects: tuple[str, ...], depth: int) -> Node:
    kind = tape.below(3) if depth else 0
    if kind == 0:
        return Atom(subjects[tape.below(len(subjects))], PAIRS[tape.below(len(PAIRS))])
    members = [_condition(tape, subjects, depth - 1) for _ in range(1 + tape.below(3))]
    return (all_of if kind == 1 else any_of)(members)


def worlds() -> st.SearchStrategy[Table]:
    """Tables of up to two named parts."""
    return st.binary(min_size=13, max_size=13).map(lambda tape: _world(Tape(tape)))


def _world(tape: Tape) -> Table:
    names = ("a", "b")[: tape.below(3)]
    answers = tuple(Answer)
    keys = [(part, pair) for part in (WHOLE, *names) for pair in PAIRS]
    return Table(names, {key: answers[tape.below(len(answers))] for key in keys})


def completions(world: Table) -> Iterator[Table]:
    """Every way to decide what the table cannot tell."""
    open_keys = [key for key, answer in world.said.items() if answer == Answer.CANNOT_TELL]
    for decided in product((Answer.YES, Answer.NO), repeat=len(open_keys)):
        yield Table(world.parts, {**world.said, **dict(zip(open_keys, decided, strict=True))})


def truth(node: Node, world: Table) -> bool:
    """The rule read word by word: for some choice of a part for each name, the tree is true."""
    names = [part.name for part in parts(node)]
    places = (*world.parts, WHOLE)
    return any(
        _true(node, world, dict(zip(names, choice, strict=True)))
        for choice in product(places, repeat=len(names))
    )


def _true(node: Node, world: Table, chosen: dict[str, str]) -> bool:
    if isinstance(node, And):
        return all(_true(member, world, chosen) for member in node.members)
    if isinstance(node, Or):
        return any(_true(member, world, chosen) for member in node.members)
    if isinstance(node, Part):
        return True
    places = (*world.parts, WHOLE) if node.of == OBJECT else (chosen[node.of],)
    return any(world.holds(node.pair, place) == Answer.YES for place in places)
