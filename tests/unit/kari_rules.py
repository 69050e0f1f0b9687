"""Sound rules, worlds and their completions for property tests, without what is tested."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

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


@dataclass(frozen=True)
class Table:
    """A world as a table: (part, property) -> answer; what is not in it cannot be told."""

    parts: tuple[str, ...]
    said: dict[tuple[str, Pair], Answer]

    def holds(self, pair: Pair, part: str) -> Answer:
        return self.said.get((part, pair), Answer.CANNOT_TELL)


def rules(depth: int = 2) -> st.SearchStrategy[Node]:
    """Sound rules with up to three parts, whose names are all different."""
    return _conditions((OBJECT,), depth).flatmap(_with_parts(depth))


def _with_parts(depth: int):
    def build(first: Node) -> st.SearchStrategy[Node]:
        counts = st.integers(0, len(NAMES))
        return counts.flatmap(lambda many: _parted(first, NAMES[:many], depth))

    return build


def _parted(first: Node, names: tuple[str, ...], depth: int) -> st.SearchStrategy[Node]:
    """Each part is of the object or of the part before it, and something is said of each."""
    if not names:
        return st.just(first)
    owners = st.tuples(*(st.sampled_from((OBJECT, *names[:at])) for at in range(len(names))))
    about = st.tuples(*(st.builds(Atom, st.just(name), st.sampled_from(PAIRS)) for name in names))
    rest = _conditions((OBJECT, *names), depth)
    joins = st.sampled_from(["and", "or"])
    return st.tuples(owners, about, rest, joins).map(lambda drawn: _put(first, names, *drawn))


def _put(first: Node, names: tuple[str, ...], owners, about, rest: Node, join: str) -> Node:
    inside = all_of([*map(Part, owners, names), *about, rest])
    return all_of([first, inside]) if join == "and" else any_of([first, inside])


def _conditions(subjects: tuple[str, ...], depth: int) -> st.SearchStrategy[Node]:
    atom = st.builds(Atom, st.sampled_from(subjects), st.sampled_from(PAIRS))
    if depth == 0:
        return atom
    inner = st.lists(_conditions(subjects, depth - 1), min_size=1, max_size=3)
    return st.one_of(atom, inner.map(all_of), inner.map(any_of))


def worlds(answers=tuple(Answer)) -> st.SearchStrategy[Table]:
    names = st.sampled_from([(), ("a",), ("a", "b")])

    def table(parts: tuple[str, ...]) -> st.SearchStrategy[Table]:
        keys = [(part, pair) for part in (WHOLE, *parts) for pair in PAIRS]
        drawn = st.tuples(*(st.sampled_from(answers) for _ in keys))
        return drawn.map(lambda said: Table(parts, dict(zip(keys, said, strict=True))))

    return names.flatmap(table)


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
