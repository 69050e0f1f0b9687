"""From the values that an object commonly has to every configuration in which it can be met."""

from collections.abc import Iterator, Mapping
from itertools import product

from evaluation.coat.records import VARIABLES, Configuration, State, Values

BROKEN, USED_UP = "broken", "irreversible-using"


def states_of(name: str, values: Values) -> Iterator[State]:
    """Every combination; the last variable changes fastest, values in the order of their file."""
    for combined in product(*(values.of(variable) for variable in VARIABLES)):
        yield State(name, *combined)


def can_be_met(state: State) -> bool:
    """What is broken counts as used up, so that a broken object is in no other use."""
    return state.condition != BROKEN or state.already_in_use == USED_UP


def expand(common: Mapping[str, Values]) -> tuple[Configuration, ...]:
    """Numbered from 1 without gaps, objects in their order."""
    every = (state for name, values in common.items() for state in states_of(name, values))
    met = (state for state in every if can_be_met(state))
    return tuple(Configuration(number, state) for number, state in enumerate(met, start=1))
