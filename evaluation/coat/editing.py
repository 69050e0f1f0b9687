"""A catalogue grows by an object, a task, a utility or a use; all else is made anew from it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from evaluation.coat.records import Judged, Pair, Preference, Values

Use = tuple[str, str]
"""An object and a utility that it serves."""


class Unfit(ValueError):
    """What cannot be added; the message says why."""


@dataclass(frozen=True)
class AddedObject:
    """utilities: those that it serves, one at least. ideal: no mass and no material."""

    name: str
    utilities: tuple[str, ...]
    common: Values
    ideal: Values


@dataclass(frozen=True)
class AddedTask:
    """context: the objects that fit. materials: of those that come in several."""

    utility: str
    task: str
    context: tuple[str, ...]
    materials: Mapping[str, Preference]


@dataclass(frozen=True)
class AddedUtility:
    """objects: those that serve it. first: its first task, for no utility is without one."""

    objects: tuple[str, ...]
    first: AddedTask


def with_object(judged: Judged, added: AddedObject) -> Judged:
    """Raises Unfit."""
    if added.name in judged.objects:
        raise Unfit(f"The catalogue has an object {added.name} already.")
    serving = {
        utility: (*names, added.name) if utility in added.utilities else names
        for utility, names in judged.objects_of.items()
    }
    return replace(
        judged,
        objects_of=serving,
        common={**judged.common, added.name: added.common},
        ideal={**judged.ideal, added.name: added.ideal},
    )


def with_uses(judged: Judged, uses: Iterable[Use]) -> Judged:
    """More objects for utilities that are there. Raises Unfit."""
    serving = {utility: [*names] for utility, names in judged.objects_of.items()}
    for name, utility in uses:
        if utility not in serving:
            raise Unfit(f"The catalogue has no utility {utility}.")
        if name not in judged.common:
            raise Unfit(f"The catalogue has no object {name}.")
        if name in serving[utility]:
            raise Unfit(f"{name} serves {utility} already.")
        serving[utility].append(name)
    return replace(judged, objects_of={key: tuple(of) for key, of in serving.items()})


def with_task(judged: Judged, added: AddedTask) -> Judged:
    """Raises Unfit."""
    pair = Pair(added.utility, added.task)
    if pair in judged.pairs:
        raise Unfit(f"The catalogue has the pair {pair} already.")
    preferences = dict(_preferences(judged, added))
    tasks = {**judged.tasks_of}
    tasks[added.utility] = (*tasks.get(added.utility, ()), added.task)
    return replace(
        judged,
        tasks_of=tasks,
        context_of={**judged.context_of, pair: added.context},
        preferences={**judged.preferences, pair: preferences},
    )


def with_utility(judged: Judged, added: AddedUtility) -> Judged:
    """Raises Unfit."""
    utility = added.first.utility
    if utility in judged.utilities:
        raise Unfit(f"The catalogue has a utility {utility} already.")
    grown = replace(
        judged,
        utilities=(*judged.utilities, utility),
        objects_of={**judged.objects_of, utility: added.objects},
    )
    return with_task(grown, added.first)


def materials_in(text: str) -> dict[str, Preference]:
    """Of lines such as `Mug: Wood < Plastic < Ceramic; bad: Paper`, from the worst to the best.

    Raises Unfit for a line of another form.
    """
    found: dict[str, Preference] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        name, colon, told = line.partition(":")
        good, _, bad = told.partition(";")
        mark, second, worse = bad.partition(":")
        if not colon or not name.strip() or (bad.strip() and (mark.strip() != "bad" or not second)):
            raise Unfit(f"Line {number}: write it as Mug: Wood < Ceramic; bad: Paper.")
        if name.strip() in found:
            raise Unfit(f"Line {number}: {name.strip()} stands here a second time.")
        found[name.strip()] = Preference(_words(good, "<"), _words(worse, ","))
    return found


def _words(text: str, between: str) -> tuple[str, ...]:
    return tuple(word for each in text.split(between) if (word := each.strip()))


def _preferences(judged: Judged, added: AddedTask) -> Iterator[tuple[str, Preference]]:
    """Of an object in one material nothing is asked: that one is good."""
    if strange := sorted(added.materials.keys() - set(added.context)):
        raise Unfit(f"{', '.join(strange)}: materials of an object that does not fit the task.")
    for name in added.context:
        materials = judged.common[name].material if name in judged.common else ()
        if len(materials) < 2:
            yield name, Preference(materials, ())
            continue
        told = added.materials.get(name)
        if told is None or {*told.good, *told.bad} != {*materials} or not told.good:
            raise Unfit(
                f"{name} comes in {', '.join(materials)}: put each of them in order or call it"
                " bad, one good one at least."
            )
        yield name, told
