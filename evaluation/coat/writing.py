"""A catalogue as the eleven published files: equal JSON, keys and lists in their order."""

from collections.abc import Iterable, Mapping

from evaluation.coat import json_files
from evaluation.coat.json_files import document
from evaluation.coat.records import (
    VARIABLES,
    Catalogue,
    Configuration,
    Judged,
    Pair,
    Preference,
    Rated,
    State,
    Suboptimal,
    Values,
)
from games.formats.lines import Json

IDEAL_ORDER = ("object_name", "mass", "temperature", "material", "already_in_use", "condition")
"""The published file of ideals names temperature before material; all others do not."""


def write(catalogue: Catalogue) -> dict[str, str]:
    """Name -> text, in the order of `json_files.FILES`."""
    return {name: document(value) for name, value in _documents(catalogue).items()}


def row(configuration: Configuration) -> dict[str, Json]:
    """A row of the file of configurations."""
    return {"id": configuration.id, **state_row(configuration.state)}


def state_row(state: State) -> dict[str, Json]:
    return {name: getattr(state, name) for name in ("object_name", *VARIABLES)}


def _documents(catalogue: Catalogue) -> dict[str, Json]:
    judged = catalogue.judged
    told: dict[str, Json] = {
        json_files.UTILITIES: list(judged.utilities),
        json_files.OBJECTS: _lists(judged.objects_of),
        json_files.TASKS: _lists(judged.tasks_of),
        json_files.CONTEXT: _by_pair({pair: list(of) for pair, of in judged.context_of.items()}),
        json_files.COMMON: _values(judged.common),
        json_files.CONFIGURATIONS: [row(each) for each in catalogue.configurations],
        json_files.CHOICE_IDEAL: _values(catalogue.choice_ideal),
        json_files.IDEALS: _by_pair(
            {pair: _ideals(states) for pair, states in catalogue.ideals_of.items()}
        ),
        json_files.IDEAL_VALUES: _values(judged.ideal),
        json_files.PREFERENCES: _preferences(judged),
        json_files.SUBOPTIMAL: _by_pair(
            {pair: _suboptimal(held) for pair, held in catalogue.suboptimal_of.items()}
        ),
    }
    return {name: told[name] for name in json_files.FILES}


def _lists(of: Mapping[str, tuple[str, ...]]) -> Json:
    return {key: list(names) for key, names in of.items()}


def _by_pair(of: Mapping[Pair, Json]) -> Json:
    found: dict[str, dict[str, Json]] = {}
    for pair, value in of.items():
        found.setdefault(pair.utility, {})[pair.task] = value
    return {**found}


def _values(of: Mapping[str, Values]) -> Json:
    return {
        name: {variable: list(values.of(variable)) for variable in VARIABLES}
        for name, values in of.items()
    }


def _ideals(states: Iterable[State]) -> Json:
    return [{name: getattr(state, name) for name in IDEAL_ORDER} for state in states]


def _suboptimal(held: Suboptimal) -> Json:
    return {"bad": _rated(held.bad), "moderate": _rated(held.moderate)}


def _rated(rows: Iterable[Rated]) -> Json:
    return [
        {
            **row(each.configuration),
            "time_penalty": each.time,
            "material_penalty": each.material,
        }
        for each in rows
    ]


def _preferences(judged: Judged) -> Json:
    of_utility: dict[str, list[Json]] = {}
    for pair, items in judged.preferences.items():
        told: dict[str, Json] = {name: _preference(each) for name, each in items.items()}
        of_utility.setdefault(pair.utility, []).append({"task": pair.task, "items": told})
    rows: list[Json] = [{"concept": key, "tasks": list(of)} for key, of in of_utility.items()]
    return {"mat_gt": rows}


def _preference(preference: Preference) -> Json:
    return {"good": list(preference.good), "bad": list(preference.bad)}
