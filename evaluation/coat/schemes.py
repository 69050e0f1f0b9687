"""A penalty scheme as a table that can be edited: JSON to a scheme and back."""

from collections.abc import Iterator
from dataclasses import asdict
from enum import StrEnum
from typing import TypeVar

from evaluation.coat import json_files
from evaluation.coat.penalties import (
    BestCount,
    MaterialMode,
    PenaltyScheme,
    TemperatureMode,
    largest_moderate,
)
from evaluation.coat.places import Place
from evaluation.coat.records import VOCABULARY
from games.formats.rows import Reading, RowError

M = TypeVar("M", bound=StrEnum)

IN_USE = "already_in_use"
NUMBERS = ("time_cap", "bad_material", "worst_material", "place_step", "threshold")
FIELDS = (
    "condition",
    "in_use",
    "temperature",
    *NUMBERS,
    "best_counts",
    "temperature_mode",
    "material_mode",
)


def scheme_document(scheme: PenaltyScheme) -> str:
    """The scheme as JSON, each table a JSON object."""
    told = asdict(scheme)
    return json_files.document({name: told[name] for name in FIELDS})


def read_scheme(data: bytes, file: str = "penalties.json") -> Reading[PenaltyScheme]:
    """A whole scheme; refused where a moderate configuration could cost as much as a bad one."""
    noted: list[RowError] = []
    value = json_files.json_in(data, file, noted)
    place = Place(value, "", file, noted)
    fields = None if noted else place.fields(FIELDS)
    scheme = _scheme(fields) if fields else None
    if scheme is not None and not noted:
        for problem in scheme_faults(scheme):
            place.fault(problem)
    return Reading(None if noted else scheme, tuple(noted))


def scheme_faults(scheme: PenaltyScheme) -> Iterator[str]:
    largest = largest_moderate(scheme)
    if largest >= scheme.threshold:
        yield (
            f"A configuration that is not bad can cost {largest}; the threshold is"
            f" {scheme.threshold} and has to be larger."
        )
    if scheme.best_counts[-1].most is not None:
        yield "The last of best_counts has to hold for any number: its most is null."


def _scheme(fields: dict[str, Place]) -> PenaltyScheme:
    numbers = {name: fields[name].whole(least=0) for name in NUMBERS}
    temperatures = VOCABULARY["temperature"]
    of_actual = fields["temperature"].fields(temperatures) or {}
    return PenaltyScheme(
        condition=_table(fields["condition"], VOCABULARY["condition"]),
        in_use=_table(fields["in_use"], VOCABULARY[IN_USE]),
        temperature={each: _table(place, temperatures) for each, place in of_actual.items()},
        best_counts=tuple(_best_counts(fields["best_counts"])) or (BestCount(None, 1),),
        temperature_mode=_mode(fields["temperature_mode"], TemperatureMode, TemperatureMode.LEAST),
        material_mode=_mode(fields["material_mode"], MaterialMode, MaterialMode.BEST_FIRST),
        **numbers,
    )


def _table(place: Place, values: tuple[str, ...]) -> dict[str, int]:
    fields = place.fields(values) or {}
    return {name: inner.whole(least=0) for name, inner in fields.items()}


def _best_counts(place: Place) -> Iterator[BestCount]:
    for item in place.items(least=1):
        fields = item.fields(("most", "best"))
        if fields:
            most = fields["most"]
            limit = None if most.value is None else most.whole(least=1)
            yield BestCount(limit, fields["best"].whole(least=1))


def _mode(place: Place, modes: type[M], neutral: M) -> M:
    text = place.text(tuple(modes))
    return modes(text) if text in list(modes) else neutral
