"""Everything that is wrong with a rule that can be read, at once, each with its place."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from evaluation.kari import words
from evaluation.kari.branches import MOST, count
from evaluation.kari.lemmas import PLAIN, Lemmas
from evaluation.kari.tree import OBJECT, And, Atom, Node, Or, Part, Place, atoms, leaves, parts
from evaluation.kari.vocabulary import Vocabulary

MOST_ATOMS = 200


class Code(StrEnum):
    UNDECLARED = "undeclared"
    NOT_YET = "not_yet"
    TWICE = "twice"
    CYCLE = "cycle"
    IDLE = "idle"
    ALONE = "alone"
    UNKNOWN_VALUE = "unknown_value"
    OTHER_DIMENSION = "other_dimension"
    AFFORDANCE_WORD = "affordance_word"
    DYNAMIC_WORD = "dynamic_word"
    TOO_LARGE = "too_large"


@dataclass(frozen=True)
class Fault:
    """problem: a sentence. place: None for a rule that was built and never read."""

    code: Code
    place: Place | None
    problem: str

    def __str__(self) -> str:
        return f"{str(self.place).capitalize()}: {self.problem}" if self.place else self.problem


@dataclass(frozen=True, eq=False)
class Standard:
    """What rules are held against.

    affordance: the rule's own, "" for none. affordances: all whose verbs make forbidden words.
    vocabulary: None where values are not settled yet.
    """

    affordance: str = ""
    affordances: tuple[str, ...] = ()
    vocabulary: Vocabulary | None = None
    lemmas: Lemmas = field(default=PLAIN)


ANY = Standard()


def faults(node: Node, standard: Standard = ANY) -> tuple[Fault, ...]:
    """In the order of the text; none for a sound rule."""
    found = [*_faults_of_parts(node), *_faults_of_values(node, standard), *_faults_of_size(node)]
    return tuple(sorted(found, key=_where))


def _faults_of_parts(node: Node) -> Iterator[Fault]:
    yield from _scoped(node, set(), declared={part.name for part in parts(node)})
    yield from _repeated(node)
    yield from _cycles(node)
    yield from _idle(node)


def _scoped(node: Node, scope: set[str], declared: set[str]) -> Iterator[Fault]:
    """Names that are used where they are not known, and parts that are known nowhere.

    A part is known in the AND that its PART stands in, from there on, and in all within.
    """
    if isinstance(node, And):
        scope = set(scope)
        for member in node.members:
            yield from _scoped(member, scope, declared)
            if isinstance(member, Part):
                scope.add(member.name)
    elif isinstance(node, Or):
        for member in node.members:
            yield from _scoped(member, scope, declared)
            yield from _alone(member)
    elif node.of != OBJECT and node.of not in scope:
        if node.of in declared:
            problem = f"{node.of} is used where no PART before it, in the same AND, introduced it."
            yield Fault(Code.NOT_YET, node.place, problem)
        else:
            problem = f"{node.of} is no part that a PART introduces, nor {OBJECT}."
            yield Fault(Code.UNDECLARED, node.place, problem)


def _alone(member: Node) -> Iterator[Fault]:
    if isinstance(member, Part):
        problem = f"PART introduces {member.name} and no AND goes on about it."
        yield Fault(Code.ALONE, member.place, problem)


def _repeated(node: Node) -> Iterator[Fault]:
    seen = {OBJECT}
    for part in parts(node):
        if part.name in seen:
            problem = f"{part.name} is taken; each PART needs a name of its own."
            yield Fault(Code.TWICE, part.place, problem)
        seen.add(part.name)


def _cycles(node: Node) -> Iterator[Fault]:
    owners = {part.name: part.of for part in parts(node)}
    for part in parts(node):
        path = [part.name]
        while (owner := owners.get(path[-1])) is not None and owner not in path:
            path.append(owner)
        if owner == part.name:
            told = " of ".join([*path, owner])
            yield Fault(Code.CYCLE, part.place, f"A part is a part of itself: {told}.")


def _idle(node: Node) -> Iterator[Fault]:
    used = {leaf.of for leaf in leaves(node)}
    if isinstance(node, Part):
        yield from _alone(node)
    for part in parts(node):
        if part.name not in used:
            problem = f"{part.name} is introduced and nothing is said of it."
            yield Fault(Code.IDLE, part.place, problem)


def _faults_of_values(node: Node, standard: Standard) -> Iterator[Fault]:
    checks: tuple[Callable[[Atom, Standard], Iterator[Fault]], ...] = (_unknown, _forbidden)
    for atom in atoms(node):
        for check in checks:
            yield from check(atom, standard)


def _unknown(atom: Atom, standard: Standard) -> Iterator[Fault]:
    vocabulary, value = standard.vocabulary, atom.pair.value
    if vocabulary is None or vocabulary.has(atom.pair):
        return
    canonical = vocabulary.canonical(atom.pair)
    others = vocabulary.dimensions_of(value)
    if canonical is not None:
        problem = f"{value} is written {canonical.value} here."
        yield Fault(Code.UNKNOWN_VALUE, atom.place, problem)
    elif others:
        problem = f"{value} is a value of {' and '.join(others)}, not of {atom.pair.dimension}."
        yield Fault(Code.OTHER_DIMENSION, atom.place, problem)
    else:
        problem = f"{value} is no value of {atom.pair.dimension} in the vocabulary."
        yield Fault(Code.UNKNOWN_VALUE, atom.place, problem)


def _forbidden(atom: Atom, standard: Standard) -> Iterator[Fault]:
    value = atom.pair.value
    own = words.verbs_of((standard.affordance,)) if standard.affordance else frozenset()
    found = words.forbidden(
        value,
        verbs=words.verbs_of(standard.affordances) | own,
        own_verb=next(iter(own), ""),
        lemmas=standard.lemmas,
    )
    for each in found:
        if each.verb:
            problem = f"{value} speaks of an affordance: {each.word} is from {each.verb}."
            yield Fault(Code.AFFORDANCE_WORD, atom.place, problem)
        else:
            problem = f"{value} speaks of what happens, not of what is: {each.word}."
            yield Fault(Code.DYNAMIC_WORD, atom.place, problem)


def _faults_of_size(node: Node) -> Iterator[Fault]:
    many = sum(1 for _ in atoms(node))
    if many > MOST_ATOMS:
        problem = f"The rule has {many} conditions; {MOST_ATOMS} at most are allowed."
        yield Fault(Code.TOO_LARGE, None, problem)
    ways = count(node)
    if ways > MOST:
        problem = f"The rule has {ways} ways once multiplied out; {MOST} at most are allowed."
        yield Fault(Code.TOO_LARGE, None, problem)


def _where(fault: Fault) -> tuple[int, int]:
    return (fault.place.line, fault.place.column) if fault.place else (0, 0)
