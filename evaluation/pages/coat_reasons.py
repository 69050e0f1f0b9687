"""Why a configuration costs what it costs, in words with the numbers that add up."""

from collections.abc import Iterable, Iterator

from evaluation import coat_stored
from evaluation.coat.ideals import by_order
from evaluation.coat.labels import Labels
from evaluation.coat.partition import several_materials
from evaluation.coat.penalties import (
    MaterialPlace,
    PenaltyScheme,
    best_count,
    material_place,
    place_from_best,
    time_parts,
)
from evaluation.coat.pools import Pools
from evaluation.coat.records import Pair, Preference, State
from evaluation.pages import coat_words


def time_reasons(pools: Pools, states: Iterable[State]) -> list[str]:
    """Such as "dirty 50 + in use (reversible) 80", each once; nothing where nothing is lost."""
    reasons = dict.fromkeys(_time_reason(pools, each) for each in states)
    return [each for each in reasons if each]


def _time_reason(pools: Pools, state: State) -> str:
    scheme = coat_stored.used_scheme(pools)
    ideal = pools.catalogue.judged.ideal[state.object_name].temperature
    parts = time_parts(scheme, state, ideal)
    wanted = " or ".join(map(coat_words.value, ideal))
    names = (
        coat_words.value(state.condition),
        coat_words.value(state.already_in_use),
        f"{coat_words.value(state.temperature)} where {wanted} is ideal",
    )
    said = [f"{name} {cost:,}" for name, cost in zip(names, parts, strict=True) if cost]
    capped = f", {scheme.time_cap:,} at most" if sum(parts) > scheme.time_cap else ""
    return " + ".join(said) + capped


def material_reasons(
    pools: Pools, pair: Pair, states: Iterable[State], labels: Labels
) -> list[str]:
    """Such as "Bucket (Wood, Rubber): among the worst 2 of 4 good ones", each reason once.

    Nothing where a material costs nothing.
    """
    materials: dict[tuple[str, str], dict[str, None]] = {}
    for each in states:
        reason = _material_reason(pools, pair, each)
        if reason:
            materials.setdefault((each.object_name, reason), {})[each.material] = None
    return [
        f"{labels.object(name)} ({', '.join(map(coat_words.value, found))}): {reason}"
        for (name, reason), found in materials.items()
    ]


def _material_reason(pools: Pools, pair: Pair, state: State) -> str:
    judged, name = pools.catalogue.judged, state.object_name
    if not several_materials(judged, name):
        return ""
    scheme, preference = coat_stored.used_scheme(pools), judged.preferences[pair][name]
    best = by_order(judged, scheme)(pair, name)
    place = material_place(scheme, state.material, preference, best)
    return "".join(_of_place(place, scheme, state.material, preference))


def _of_place(
    place: MaterialPlace, scheme: PenaltyScheme, material: str, preference: Preference
) -> Iterator[str]:
    good = len(preference.good)
    if place == MaterialPlace.BAD:
        yield "bad for this task"
    if place == MaterialPlace.WORST and good == 1:
        yield "the only good one, yet charged as the worst"
    elif place == MaterialPlace.WORST:
        yield f"among the worst {best_count(scheme, good)} of {good} good ones"
    if place == MaterialPlace.BETWEEN:
        yield f"place {place_from_best(material, preference)} of {good} good ones from the best,"
        yield f" {scheme.place_step} a place"
