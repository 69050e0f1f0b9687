"""Configurations of a pair's objects as ideal, moderate and bad, by the rules of old or by ours."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from evaluation.coat import penalties
from evaluation.coat.ideals import BestMaterials, by_order
from evaluation.coat.penalties import PenaltyScheme, material_penalty, time_penalty
from evaluation.coat.records import Catalogue, Configuration, Judged, Pair, Rated


class Policy(StrEnum):
    """legacy: what the published files hold, and nothing for what they leave out."""

    LEGACY = "legacy"
    CORRECTED = "corrected"


class Category(StrEnum):
    IDEAL = "ideal"
    MODERATE = "moderate"
    BAD = "bad"
    NONE = "none"


SCHEMES: Mapping[Policy, PenaltyScheme] = {
    Policy.LEGACY: penalties.LEGACY,
    Policy.CORRECTED: penalties.CORRECTED,
}


@dataclass(frozen=True)
class Partition:
    """All configurations of a pair's objects, each list by ascending id.

    In the corrected partition each stands in one list, and none in `uncategorised`. In the
    legacy one an ideal configuration may be moderate too.
    """

    ideal: tuple[Rated, ...]
    moderate: tuple[Rated, ...]
    bad: tuple[Rated, ...]
    uncategorised: tuple[Rated, ...]

    @cached_property
    def non_ideal(self) -> tuple[Rated, ...]:
        ideal = {each.configuration.id for each in self.ideal}
        others = (*self.moderate, *self.bad, *self.uncategorised)
        left = {
            each.configuration.id: each for each in others if each.configuration.id not in ideal
        }
        return tuple(left[id] for id in sorted(left))

    @cached_property
    def categories(self) -> Mapping[int, Category]:
        """Id -> category; what is both ideal and moderate is ideal."""
        lists = (
            (Category.NONE, self.uncategorised),
            (Category.BAD, self.bad),
            (Category.MODERATE, self.moderate),
            (Category.IDEAL, self.ideal),
        )
        return {each.configuration.id: category for category, rows in lists for each in rows}


def partitions(
    catalogue: Catalogue,
    policy: Policy,
    *,
    scheme: PenaltyScheme | None = None,
    best: BestMaterials | None = None,
) -> dict[Pair, Partition]:
    """Of every pair. scheme: the policy's own where none is given.

    best: which materials are ideal; the best of the order where not given.
    """
    used = scheme or SCHEMES[policy]
    materials = best or by_order(catalogue.judged, used)
    found: dict[Pair, Partition] = {}
    for pair in catalogue.judged.pairs:
        rows = rated(catalogue, pair, used, materials)
        found[pair] = (
            _legacy(catalogue, pair, rows, used)
            if policy == Policy.LEGACY
            else _corrected(rows, used)
        )
    return found


def rated(
    catalogue: Catalogue, pair: Pair, scheme: PenaltyScheme, best: BestMaterials
) -> tuple[Rated, ...]:
    """Every configuration of the pair's objects with its penalties, by ascending id."""
    judged = catalogue.judged
    found = [
        _rated(judged, pair, each, scheme, best(pair, name))
        for name in judged.context_of[pair]
        for each in catalogue.configurations_of[name]
    ]
    return tuple(sorted(found, key=lambda each: each.configuration.id))


def several_materials(judged: Judged, name: str) -> bool:
    return len(judged.common[name].material) > 1


def _rated(
    judged: Judged,
    pair: Pair,
    configuration: Configuration,
    scheme: PenaltyScheme,
    best: tuple[str, ...],
) -> Rated:
    state = configuration.state
    name = state.object_name
    material = 0
    if several_materials(judged, name):
        preference = judged.preferences[pair][name]
        material = material_penalty(scheme, state.material, preference, best)
    time = time_penalty(scheme, state, judged.ideal[name].temperature)
    return Rated(configuration, time, material)


def _corrected(rows: tuple[Rated, ...], scheme: PenaltyScheme) -> Partition:
    bad = tuple(each for each in rows if is_bad(each, scheme))
    ideal = tuple(each for each in rows if each.time == 0 and each.material == 0)
    placed = {*bad, *ideal}
    return Partition(ideal, tuple(each for each in rows if each not in placed), bad, ())


def is_bad(rated: Rated, scheme: PenaltyScheme) -> bool:
    return rated.time >= scheme.threshold or rated.material >= scheme.threshold


def _legacy(
    catalogue: Catalogue, pair: Pair, rows: tuple[Rated, ...], scheme: PenaltyScheme
) -> Partition:
    """Ideal is what the file lists.

    The original left out of the moderate ones whatever costs nothing in time, and of objects in
    several materials whatever costs nothing in material: so some are in no list.
    """
    published = set(catalogue.ideals_of[pair])
    ideal = tuple(each for each in rows if each.configuration.state in published)
    bad = tuple(each for each in rows if is_bad(each, scheme))
    moderate = tuple(
        each for each in rows if not is_bad(each, scheme) and not _left_out(catalogue.judged, each)
    )
    placed = {*ideal, *bad, *moderate}
    return Partition(ideal, moderate, bad, tuple(each for each in rows if each not in placed))


def _left_out(judged: Judged, each: Rated) -> bool:
    several = several_materials(judged, each.configuration.state.object_name)
    return each.time == 0 or (several and each.material == 0)
