"""Decided units of COAT's kinds as the documents that COAT publishes, keys and orders alike.

Entries stand in the order of the units; what nobody decided is left out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from annotation.kinds.answers import texts
from annotation.kinds.coat_cards import VARIABLES
from annotation.kinds.configuration_rating import VALUES, question_of
from annotation.publishing.lines import document
from annotation.publishing.settled import Change, Misfit, SettledUnit
from games.formats.lines import Json

IN_USE, ALREADY_IN_USE = "in_use", "already_in_use"
"""What the cards and what the published files call one variable."""


@dataclass(frozen=True)
class Documents:
    """files: name -> text. changes: what comes out otherwise than a model had it.

    misfits: units that contradict others or themselves.
    """

    files: Mapping[str, str] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    misfits: tuple[Misfit, ...] = ()


Write = Callable[[Sequence[SettledUnit]], Documents]


def objects_of_utilities(units: Sequence[SettledUnit]) -> Documents:
    """objects.json: utility -> objects that commonly serve for it."""
    utilities: dict[str, list[Json]] = {}
    for unit in units:
        for key in _keys(unit, "utilities"):
            utilities.setdefault(key, [])
        for key in unit.texts("utilities"):
            utilities[key].append(unit.told("object"))
    twice = _twice(units, ("object",))
    return Documents({"objects.json": document({**utilities})}, misfits=twice)


def objects_of_tasks(units: Sequence[SettledUnit]) -> Documents:
    """oracle.json: utility -> task -> objects that fit.

    A suggestion counts only where an adjudicator took it over; it comes last.
    """
    utilities: dict[str, dict[str, Json]] = {}
    for unit in units:
        fitting = unit.texts("objects")
        suggested = unit.text("suggestion")
        if suggested and suggested not in fitting:
            fitting.append(suggested)
        tasks = utilities.setdefault(unit.told("utility"), {})
        tasks[unit.told("task")] = list[Json](fitting)
    twice = _twice(units, ("utility", "task"))
    return Documents({"oracle.json": document({**utilities})}, misfits=twice)


def values_of_objects(units: Sequence[SettledUnit]) -> Documents:
    """The common values of objects, and the ideal ones: a file for each form that was judged.

    Mass and material of the ideal form are empty lists: they were not asked for.
    """
    names = {"common": "common_var_responses.json", "ideal": "3_var_ideal_config.json"}
    of_form: dict[str, dict[str, Json]] = {}
    for unit in units:
        values = {_published(name): list[Json](unit.texts(name)) for name in VARIABLES}
        of_form.setdefault(unit.told("form"), {})[unit.told("object")] = {**values}
    files = {names[form]: document(objects) for form, objects in of_form.items()}
    return Documents(files, misfits=_twice(units, ("form", "object")))


def ratings(units: Sequence[SettledUnit]) -> Documents:
    """Categories of materials, and ratings of whole configurations: a file for each form."""
    of_form: dict[str, list[SettledUnit]] = {}
    for unit in units:
        of_form.setdefault(unit.told("form"), []).append(unit)
    files: dict[str, str] = {}
    if "materials" in of_form:
        files["material_categories.json"] = _by_task(of_form["materials"], _categories)
    if "whole" in of_form:
        files["configuration_ratings.json"] = _rated(of_form["whole"])
    misfits = _twice(of_form.get("materials", ()), ("utility", "task", "object"))
    return Documents(files, misfits=misfits)


def preferences(units: Sequence[SettledUnit]) -> Documents:
    """material_preference.json: what is good, the best last, and what is bad."""
    torn = tuple(
        Misfit(unit.key, f"{', '.join(left)} is neither in the order nor bad.")
        for unit in units
        if (left := _placeless(unit))
    )
    files = {"material_preference.json": _by_task(units, _preference)}
    twice = _twice(units, ("utility", "task", "object"))
    return Documents(files, misfits=(*twice, *torn))


DOCUMENTS: Mapping[str, Write] = {
    "object_utility": objects_of_utilities,
    "context_objects": objects_of_tasks,
    "variable_values": values_of_objects,
    "configuration_rating": ratings,
    "material_ranking": preferences,
}


def _published(variable: str) -> str:
    return ALREADY_IN_USE if variable == IN_USE else variable


def _keys(unit: SettledUnit, field: str) -> list[str]:
    listed = unit.snapshot.get(field)
    entries = listed if isinstance(listed, list) else []
    return [str(each["key"]) for each in entries if isinstance(each, dict)]


def _materials(unit: SettledUnit) -> list[str]:
    return texts(unit.snapshot.get("materials"))


def _twice(units: Iterable[SettledUnit], fields: Sequence[str]) -> tuple[Misfit, ...]:
    """Units that speak of what an earlier one speaks of, so that one would hide the other."""
    first: dict[tuple[str, ...], str] = {}
    found: list[Misfit] = []
    for unit in units:
        about = tuple(unit.told(each) for each in fields)
        earlier = first.setdefault(about, unit.key)
        if earlier != unit.key:
            found.append(Misfit(unit.key, f"It is about {', '.join(about)}, as {earlier} is."))
    return tuple(found)


def _by_task(units: Sequence[SettledUnit], told: Callable[[SettledUnit], Json]) -> str:
    """In the shape of material_preference.json: utilities, their tasks, what is told of objects."""
    utilities: dict[str, dict[str, dict[str, Json]]] = {}
    for unit in units:
        tasks = utilities.setdefault(unit.told("utility"), {})
        tasks.setdefault(unit.told("task"), {})[unit.told("object")] = told(unit)
    rows: list[Json] = [
        {"concept": utility, "tasks": [{"task": task, "items": {**items}} for task, items in of]}
        for utility, of in ((key, tasks.items()) for key, tasks in utilities.items())
    ]
    return document({"mat_gt": rows})


def _categories(unit: SettledUnit) -> Json:
    rated = {material: unit.text(question_of(material)) for material in _materials(unit)}
    return {
        value: [material for material, found in rated.items() if found == value]
        for value in reversed(VALUES)
    }


def _preference(unit: SettledUnit) -> Json:
    bad = unit.texts("bad")
    good: list[Json] = [each for each in unit.texts("order") if each not in bad]
    return {"good": good, "bad": list[Json](bad)}


def _placeless(unit: SettledUnit) -> list[str]:
    placed = {*unit.texts("order"), *unit.texts("bad")}
    return [material for material in _materials(unit) if material not in placed]


def _rated(units: Sequence[SettledUnit]) -> str:
    """Utility -> task -> rows of a configuration with its rating, a format of our own."""
    utilities: dict[str, dict[str, list[Json]]] = {}
    for unit in units:
        held = unit.snapshot.get("configuration")
        state = held if isinstance(held, dict) else {}
        row: dict[str, Json] = {"object_name": unit.told("object")}
        row |= {_published(name): state.get(name) for name in VARIABLES}
        row["rating"] = unit.text("configuration")
        tasks = utilities.setdefault(unit.told("utility"), {})
        tasks.setdefault(unit.told("task"), []).append(row)
    return document({key: {**tasks} for key, tasks in utilities.items()})
