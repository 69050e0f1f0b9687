"""What a COAT catalogue holds, in the words and the orders of its published files."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

VARIABLES = ("mass", "material", "temperature", "already_in_use", "condition")
"""In the order in which they are multiplied; materials are any words, the others are closed."""

VOCABULARY: Mapping[str, tuple[str, ...]] = {
    "mass": ("light", "medium", "heavy", "super-heavy"),
    "temperature": ("RoomTemp", "Hot", "Cold"),
    "already_in_use": ("free", "reversible-using", "irreversible-using"),
    "condition": ("clean", "dirty", "broken"),
}


@dataclass(frozen=True, slots=True)
class Pair:
    """A task, and what an object is needed for in it; no task where the utility alone counts."""

    utility: str
    task: str

    def __str__(self) -> str:
        return f"{self.utility} / {self.task}" if self.task else self.utility


@dataclass(frozen=True, slots=True)
class State:
    """An object with one value of each variable."""

    object_name: str
    mass: str
    material: str
    temperature: str
    already_in_use: str
    condition: str


@dataclass(frozen=True, slots=True)
class Configuration:
    """A state that can be met; ids count from 1."""

    id: int
    state: State


@dataclass(frozen=True, slots=True)
class Rated:
    """A configuration with its penalties for a pair."""

    configuration: Configuration
    time: int
    material: int


@dataclass(frozen=True)
class Values:
    """Values of each variable, in the order of their file; an empty one was not asked for."""

    mass: tuple[str, ...]
    material: tuple[str, ...]
    temperature: tuple[str, ...]
    already_in_use: tuple[str, ...]
    condition: tuple[str, ...]

    def of(self, variable: str) -> tuple[str, ...]:
        found: tuple[str, ...] = getattr(self, variable)
        return found


@dataclass(frozen=True)
class Preference:
    """good: from the least to the most suitable material. bad: what cannot be used."""

    good: tuple[str, ...]
    bad: tuple[str, ...]


@dataclass(frozen=True)
class Suboptimal:
    """What the published file calls bad and moderate for a pair."""

    bad: tuple[Rated, ...]
    moderate: tuple[Rated, ...]


@dataclass(frozen=True)
class Judged:
    """What people say, from which all else can be derived.

    objects_of: utility -> objects. tasks_of: utility -> tasks. context_of: pair -> the objects
    that fit. common, ideal: object -> values. preferences: pair -> object -> materials.
    Orders are those of the files: ids and allocations follow from them.
    """

    utilities: tuple[str, ...]
    objects_of: Mapping[str, tuple[str, ...]]
    tasks_of: Mapping[str, tuple[str, ...]]
    context_of: Mapping[Pair, tuple[str, ...]]
    common: Mapping[str, Values]
    ideal: Mapping[str, Values]
    preferences: Mapping[Pair, Mapping[str, Preference]]

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """In the order of the file of tasks."""
        return tuple(Pair(utility, task) for utility, of in self.tasks_of.items() for task in of)

    @cached_property
    def objects(self) -> tuple[str, ...]:
        """Every object of a utility, once, in the order in which they are first named."""
        return tuple(dict.fromkeys(name for of in self.objects_of.values() for name in of))


@dataclass(frozen=True)
class Catalogue:
    """judged: what people say. choice_ideal: the published copy of the ideal values.

    configurations: all that can be met, by ascending id. ideals_of: what the published file
    calls ideal for a pair. suboptimal_of: what it calls bad and moderate.
    """

    judged: Judged
    choice_ideal: Mapping[str, Values]
    configurations: tuple[Configuration, ...]
    ideals_of: Mapping[Pair, tuple[State, ...]]
    suboptimal_of: Mapping[Pair, Suboptimal]

    @cached_property
    def configurations_of(self) -> Mapping[str, tuple[Configuration, ...]]:
        """Object -> its configurations by ascending id; none for an object without values."""
        found: dict[str, list[Configuration]] = {name: [] for name in self.judged.objects}
        for each in self.configurations:
            found[each.state.object_name].append(each)
        return {name: tuple(of) for name, of in found.items()}

    @cached_property
    def by_state(self) -> Mapping[State, Configuration]:
        return {each.state: each for each in self.configurations}
