"""Which configurations are ideal for a pair: by the order of materials, or by people's labels."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from evaluation.coat.penalties import PenaltyScheme, best_materials
from evaluation.coat.records import Judged, Pair, State

BestMaterials = Callable[[Pair, str], tuple[str, ...]]
"""From a pair and an object to the object's ideal materials there."""


@dataclass(frozen=True)
class Labelled:
    """The materials that people called ideal; pair -> object -> those of its materials."""

    ideal: Mapping[Pair, Mapping[str, tuple[str, ...]]]


def by_order(judged: Judged, scheme: PenaltyScheme) -> BestMaterials:
    """The best of the good materials: how many, the scheme says."""

    def best(pair: Pair, name: str) -> tuple[str, ...]:
        common = judged.common[name].material
        several = len(common) > 1
        return best_materials(scheme, judged.preferences[pair][name]) if several else common

    return best


def by_labels(judged: Judged, labelled: Labelled) -> BestMaterials:
    """What people called ideal; of an object with one material that one, which nobody labels."""

    def best(pair: Pair, name: str) -> tuple[str, ...]:
        common = judged.common[name].material
        if len(common) == 1:
            return common
        found = labelled.ideal.get(pair, {}).get(name, ())
        return tuple(each for each in common if each in found)

    return best


def ideal_states(judged: Judged, pair: Pair, best: BestMaterials) -> Iterator[State]:
    """Objects in their order; of each, mass, then temperature, then material, then the rest."""
    for name in judged.context_of[pair]:
        ideal = judged.ideal[name]
        values = (
            judged.common[name].mass,
            ideal.temperature,
            best(pair, name),
            ideal.already_in_use,
            ideal.condition,
        )
        for mass, temperature, material, in_use, condition in product(*values):
            yield State(name, mass, material, temperature, in_use, condition)
