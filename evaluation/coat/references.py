"""What the files of a catalogue say of each other: names that one knows and another does not."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from evaluation.coat import json_files
from evaluation.coat.json_files import within
from evaluation.coat.records import (
    VARIABLES,
    Catalogue,
    Configuration,
    Judged,
    Pair,
    Preference,
    State,
    Values,
)
from games.formats.rows import RowError

ASKED_FOR_IDEALS = ("temperature", "already_in_use", "condition")


def faults(catalogue: Catalogue) -> Iterator[RowError]:
    judged = catalogue.judged
    yield from judged_faults(judged)
    yield from _ideal_values(judged, catalogue.choice_ideal, json_files.CHOICE_IDEAL)
    yield from _configurations(catalogue)
    yield from _pairs(judged, catalogue.ideals_of, json_files.IDEALS)
    yield from _pairs(judged, catalogue.suboptimal_of, json_files.SUBOPTIMAL)
    for pair, states in catalogue.ideals_of.items():
        yield from _ideals(catalogue, pair, states)
    known = {each.id: each for each in catalogue.configurations}
    for pair in catalogue.suboptimal_of:
        yield from _suboptimal(catalogue, pair, known)


def judged_faults(judged: Judged) -> Iterator[RowError]:
    for file, known in (
        (json_files.OBJECTS, judged.objects_of),
        (json_files.TASKS, judged.tasks_of),
    ):
        yield from _same(file, "", "utility", judged.utilities, known)
    yield from _pairs(judged, judged.context_of, json_files.CONTEXT)
    yield from _pairs(judged, judged.preferences, json_files.PREFERENCES)
    for pair, names in judged.context_of.items():
        path = within(within("", pair.utility), pair.task)
        for name in names:
            if name not in judged.objects:
                yield _unknown(json_files.CONTEXT, path, name)
    yield from _common(judged)
    yield from _ideal_values(judged, judged.ideal, json_files.IDEAL_VALUES)
    for pair, items in judged.preferences.items():
        yield from _preferences(judged, pair, items)


def _same(
    file: str, path: str, what: str, wanted: Collection[str], found: Collection[str]
) -> Iterator[RowError]:
    for name in wanted:
        if name not in found:
            yield RowError(0, path, f"The {what} {name!r} is missing.", file)
    for name in found:
        if name not in wanted:
            yield RowError(0, path, f"The {what} {name!r} is unknown.", file)


def _unknown(file: str, path: str, name: str) -> RowError:
    return RowError(0, path, f"The object {name!r} is in no list of {json_files.OBJECTS}.", file)


def _pairs(judged: Judged, found: Collection[Pair], file: str) -> Iterator[RowError]:
    wanted = {str(pair) for pair in judged.pairs}
    yield from _same(file, "", "pair of utility and task", wanted, {str(pair) for pair in found})


def _common(judged: Judged) -> Iterator[RowError]:
    """An object may have no values at all, but not values of some variables alone."""
    file = json_files.COMMON
    for name in judged.objects:
        if name not in judged.common:
            yield RowError(0, "", f"The object {name!r} is missing.", file)
    for name, values in judged.common.items():
        empty = [variable for variable in VARIABLES if not values.of(variable)]
        if empty and len(empty) < len(VARIABLES):
            problem = f"{', '.join(empty)} has no value; each variable needs one, or none has any."
            yield RowError(0, within("", name), problem, file)
        if not empty and name not in judged.objects:
            yield _unknown(file, within("", name), name)


def _ideal_values(judged: Judged, ideal: Mapping[str, Values], file: str) -> Iterator[RowError]:
    for name in judged.objects:
        if name not in ideal:
            yield RowError(0, "", f"The object {name!r} is missing.", file)
    for name, values in ideal.items():
        if name not in judged.objects:
            yield _unknown(file, within("", name), name)
            continue
        for variable in VARIABLES:
            path = within(within("", name), variable)
            for problem in _of_variable(variable, values, judged.common.get(name)):
                yield RowError(0, path, problem, file)


def _of_variable(variable: str, ideal: Values, common: Values | None) -> Iterator[str]:
    values = ideal.of(variable)
    if variable not in ASKED_FOR_IDEALS:
        if values:
            yield "This variable is not asked for; an empty list stands here."
        return
    has_values = common is not None and bool(common.of(variable))
    if has_values and not values:
        yield "The list is empty; one ideal value at least is needed."
    for value in values:
        if common is None or value not in common.of(variable):
            yield f"{value!r} is no common value of the object."


def _configurations(catalogue: Catalogue) -> Iterator[RowError]:
    file = json_files.CONFIGURATIONS
    ids = Counter(each.id for each in catalogue.configurations)
    states = Counter(each.state for each in catalogue.configurations)
    for at, each in enumerate(catalogue.configurations):
        path = within("", at)
        if ids[each.id] > 1:
            yield RowError(0, path, f"The id {each.id} stands {ids[each.id]} times.", file)
        if states[each.state] > 1:
            yield RowError(0, path, "Another row has the same object and values.", file)
        for problem in _of_state(catalogue.judged, each.state):
            yield RowError(0, path, problem, file)


def _of_state(judged: Judged, state: State) -> Iterator[str]:
    if state.object_name not in judged.objects:
        yield f"The object {state.object_name!r} is in no list of {json_files.OBJECTS}."
        return
    common = judged.common.get(state.object_name)
    if common is None:
        return  # that it is missing there is told already
    for variable in VARIABLES:
        value = getattr(state, variable)
        if value not in common.of(variable):
            yield f"{value!r} is no common {variable} of {state.object_name}."


def _ideals(catalogue: Catalogue, pair: Pair, states: tuple[State, ...]) -> Iterator[RowError]:
    path = within(within("", pair.utility), pair.task)
    times = Counter(states)
    for at, state in enumerate(states):
        problems = list(_placed(catalogue, pair, state))
        if times[state] > 1:
            problems.append("Another row of the pair has the same object and values.")
        if not problems and state not in catalogue.by_state:
            problems.append(f"These values are in no row of {json_files.CONFIGURATIONS}.")
        for problem in problems:
            yield RowError(0, within(path, at), problem, json_files.IDEALS)


def _placed(catalogue: Catalogue, pair: Pair, state: State) -> Iterator[str]:
    if state.object_name not in catalogue.judged.context_of.get(pair, ()):
        yield f"{state.object_name!r} does not stand for {pair} in {json_files.CONTEXT}."


def _suboptimal(
    catalogue: Catalogue, pair: Pair, known: Mapping[int, Configuration]
) -> Iterator[RowError]:
    held = catalogue.suboptimal_of[pair]
    times = Counter(each.configuration.id for each in (*held.bad, *held.moderate))
    for name, rows in (("bad", held.bad), ("moderate", held.moderate)):
        path = within(within(within("", pair.utility), pair.task), name)
        for at, row in enumerate(rows):
            problems = list(_placed(catalogue, pair, row.configuration.state))
            if times[row.configuration.id] > 1:
                problems.append(f"The id {row.configuration.id} stands twice in the pair.")
            if known.get(row.configuration.id) != row.configuration:
                problems.append(
                    f"It differs from the row of its id in {json_files.CONFIGURATIONS}."
                )
            for problem in problems:
                yield RowError(0, within(path, at), problem, json_files.SUBOPTIMAL)


def _preferences(judged: Judged, pair: Pair, items: Mapping[str, Preference]) -> Iterator[RowError]:
    file, path = json_files.PREFERENCES, str(pair)
    yield from _same(file, path, "object", judged.context_of.get(pair, ()), items)
    for name, preference in items.items():
        place = f"{path} / {name}"
        both = sorted({*preference.good} & {*preference.bad})
        if both:
            yield RowError(0, place, f"{', '.join(both)} is called good and bad.", file)
        if name in judged.common:
            common = judged.common[name].material
            yield from _same(file, place, "material", common, {*preference.good, *preference.bad})
