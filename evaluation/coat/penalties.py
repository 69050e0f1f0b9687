"""What a state costs: the time until an object can be used, and how ill its material suits."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from evaluation.coat.records import Preference, State


class TemperatureMode(StrEnum):
    """Which of several ideal temperatures a state is compared with."""

    LAST = "last"
    LEAST = "least"


class MaterialMode(StrEnum):
    """Which of two is asked first, where a material is among the best and among the worst."""

    WORST_FIRST = "worst_first"
    BEST_FIRST = "best_first"


class MaterialPlace(StrEnum):
    """Where a material stands among those of an object for a pair; it decides what it costs."""

    BAD = "bad"
    WORST = "worst"
    BEST = "best"
    BETWEEN = "between"


@dataclass(frozen=True)
class BestCount:
    """Of at most so many good materials, how many are the best; most None: of any number."""

    most: int | None
    best: int


@dataclass(frozen=True)
class PenaltyScheme:
    """condition, in_use: value -> penalty. temperature: actual -> ideal -> penalty.

    time_cap: the largest time penalty. best_counts: the first that fits holds.
    place_step: what a material between the best and the worst costs for each place it stands
    below the end of its list. threshold: from which penalty on a configuration is bad.
    """

    condition: Mapping[str, int]
    in_use: Mapping[str, int]
    temperature: Mapping[str, Mapping[str, int]]
    time_cap: int
    bad_material: int
    worst_material: int
    place_step: int
    best_counts: tuple[BestCount, ...]
    threshold: int
    temperature_mode: TemperatureMode
    material_mode: MaterialMode


CORRECTED = PenaltyScheme(
    condition={"clean": 0, "dirty": 50, "broken": 500},
    in_use={"free": 0, "reversible-using": 80, "irreversible-using": 500},
    temperature={
        "RoomTemp": {"RoomTemp": 0, "Hot": 30, "Cold": 30},
        "Hot": {"RoomTemp": 100, "Hot": 0, "Cold": 60},
        "Cold": {"RoomTemp": 100, "Hot": 60, "Cold": 0},
    },
    time_cap=2000,
    bad_material=500,
    worst_material=200,
    place_step=10,
    best_counts=(BestCount(3, 1), BestCount(5, 2), BestCount(None, 3)),
    threshold=500,
    temperature_mode=TemperatureMode.LEAST,
    material_mode=MaterialMode.BEST_FIRST,
)

LEGACY = replace(
    CORRECTED, temperature_mode=TemperatureMode.LAST, material_mode=MaterialMode.WORST_FIRST
)


def time_parts(
    scheme: PenaltyScheme, state: State, ideal_temperatures: Iterable[str]
) -> tuple[int, int, int]:
    """What condition, availability and temperature cost; their sum may be above the cap.

    ideal_temperatures: of the object, one at least.
    """
    of_actual = scheme.temperature[state.temperature]
    warming = [of_actual[ideal] for ideal in ideal_temperatures]
    last = scheme.temperature_mode == TemperatureMode.LAST
    return (
        scheme.condition[state.condition],
        scheme.in_use[state.already_in_use],
        warming[-1] if last else min(warming),
    )


def time_penalty(scheme: PenaltyScheme, state: State, ideal_temperatures: Iterable[str]) -> int:
    """ideal_temperatures: of the object, one at least."""
    return min(sum(time_parts(scheme, state, ideal_temperatures)), scheme.time_cap)


def best_count(scheme: PenaltyScheme, good: int) -> int:
    """How many of so many good materials are the best."""
    fitting = (each.best for each in scheme.best_counts if each.most is None or good <= each.most)
    return next(fitting)


def best_materials(scheme: PenaltyScheme, preference: Preference) -> tuple[str, ...]:
    """The top of the order, the best last."""
    return preference.good[-best_count(scheme, len(preference.good)) :]


def material_place(
    scheme: PenaltyScheme, material: str, preference: Preference, best: Collection[str]
) -> MaterialPlace:
    """Of an object that comes in several materials, whose best ones are told.

    The material is one of the preference's.
    """
    if material in preference.bad:
        return MaterialPlace.BAD
    good = preference.good
    among_worst = good.index(material) < best_count(scheme, len(good))
    if among_worst and scheme.material_mode == MaterialMode.WORST_FIRST:
        return MaterialPlace.WORST
    if material in best:
        return MaterialPlace.BEST
    return MaterialPlace.WORST if among_worst else MaterialPlace.BETWEEN


def place_from_best(material: str, preference: Preference) -> int:
    """1 for the last of the good materials, which is the best."""
    return len(preference.good) - preference.good.index(material)


def material_penalty(
    scheme: PenaltyScheme, material: str, preference: Preference, best: Collection[str]
) -> int:
    """What the place of the material costs; as for `material_place`."""
    match material_place(scheme, material, preference, best):
        case MaterialPlace.BAD:
            return scheme.bad_material
        case MaterialPlace.WORST:
            return scheme.worst_material
        case MaterialPlace.BEST:
            return 0
        case MaterialPlace.BETWEEN:
            return scheme.place_step * place_from_best(material, preference)


def largest_moderate(scheme: PenaltyScheme) -> int:
    """The largest sum of time and material that is not bad by either.

    Below the threshold every moderate configuration beats every bad one in either order.
    """
    warming = {cost for of_actual in scheme.temperature.values() for cost in of_actual.values()}
    parts = product(scheme.condition.values(), scheme.in_use.values(), warming)
    times = [min(sum(each), scheme.time_cap) for each in parts]
    materials = (0, scheme.worst_material, scheme.bad_material)
    return _largest_below(scheme.threshold, times) + _largest_below(scheme.threshold, materials)


def _largest_below(threshold: int, costs: Iterable[int]) -> int:
    return max((cost for cost in costs if cost < threshold), default=0)
