"""The kinds of question sets and their variations: how many distractors of which role."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from evaluation.coat.questions import Role


class Kind(StrEnum):
    TASK_U = "task-u"
    TASK_0 = "task-0"
    TASK_1 = "task-1"
    TASK_2 = "task-2"
    FULL_IDEAL = "full-ideal"
    FULL_MODERATE = "full-moderate"


PHYSICAL = frozenset([Kind.TASK_1, Kind.TASK_2, Kind.FULL_IDEAL, Kind.FULL_MODERATE])
"""The kinds whose options show a state; the others show an object's name alone."""
FULL = frozenset([Kind.FULL_IDEAL, Kind.FULL_MODERATE])


@dataclass(frozen=True)
class Variation:
    """name: as in the paper; of full sets the composition, context-utility-random.

    taken: role -> how many distractors. original: its number in the original program, where that
    has another one.
    """

    kind: Kind
    name: str
    taken: Mapping[Role, int]
    original: int | None = None

    @property
    def options(self) -> int:
        return 1 + sum(self.taken.values())

    @property
    def chance(self) -> float:
        return 1 / self.options

    @property
    def can_be_bad(self) -> bool:
        """Whether an option may be one that is bad for the pair."""
        if self.kind == Kind.TASK_2:
            return self.taken[Role.BAD] > 0
        return self.kind == Kind.TASK_1 or (self.kind in FULL and self.taken[Role.CONTEXT] > 0)


# Configurations of the same object and of others that are not ideal.
_TASK_1 = (
    *((4, 0), (2, 2), (0, 4)),
    *((3, 0), (2, 1), (1, 2), (0, 3)),
    *((2, 0), (1, 1), (0, 2)),
    *((1, 0), (0, 1)),
)
_TASK_1_ORIGINAL = (1, 3, 2, 4, 7, 6, 5, 8, 10, 9, 11, 12)
# Moderate and bad configurations; the best of the moderate ones is the answer.
_TASK_2 = tuple(
    (moderate, options - moderate) for options in (5, 4, 3, 2) for moderate in range(options, 0, -1)
)
_TASK_2_ORIGINAL = (6, 4, 2, 3, 5, 15, 12, 14, 13, 11, 9, 10, 7, 8)
# Of five options the paper has no composition of two and two.
_UNUSED = frozenset([(2, 2, 0), (2, 0, 2), (0, 2, 2)])


def _by_options(kind: Kind, role: Role) -> Iterator[Variation]:
    for number, options in enumerate((2, 3, 4, 5), start=1):
        name = str(options if kind == Kind.TASK_U else number)
        yield Variation(kind, name, {role: options - 1})


def _task_1() -> Iterator[Variation]:
    numbered = zip(_TASK_1, _TASK_1_ORIGINAL, strict=True)
    for number, ((same, different), original) in enumerate(numbered, start=1):
        taken = {Role.SAME: same, Role.DIFFERENT: different}
        yield Variation(Kind.TASK_1, str(number), taken, original)


def _task_2() -> Iterator[Variation]:
    numbered = zip(_TASK_2, _TASK_2_ORIGINAL, strict=True)
    for number, ((moderate, bad), original) in enumerate(numbered, start=1):
        taken = {Role.MODERATE: moderate - 1, Role.BAD: bad}
        yield Variation(Kind.TASK_2, str(number), taken, original)


def compositions() -> Iterator[tuple[int, int, int]]:
    """How many options of context, utility and random stand beside the correct one."""
    for others in range(1, 5):
        for context in range(others + 1):
            for utility in range(others - context + 1):
                found = (context, utility, others - context - utility)
                if found not in _UNUSED:
                    yield found


def _full(kind: Kind) -> Iterator[Variation]:
    for context, utility, random in compositions():
        taken = {Role.CONTEXT: context, Role.UTILITY: utility, Role.RANDOM: random}
        yield Variation(kind, f"{context}-{utility}-{random}", taken)


VARIATIONS: Mapping[Kind, Mapping[str, Variation]] = {
    kind: {each.name: each for each in found}
    for kind, found in (
        (Kind.TASK_U, _by_options(Kind.TASK_U, Role.RANDOM)),
        (Kind.TASK_0, _by_options(Kind.TASK_0, Role.UTILITY)),
        (Kind.TASK_1, _task_1()),
        (Kind.TASK_2, _task_2()),
        (Kind.FULL_IDEAL, _full(Kind.FULL_IDEAL)),
        (Kind.FULL_MODERATE, _full(Kind.FULL_MODERATE)),
    )
}
