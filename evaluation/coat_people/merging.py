"""What people say now over what a catalogue holds: what nobody judged stays as it is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evaluation.coat import json_files, references
from evaluation.coat.ideals import Labelled
from evaluation.coat.records import VARIABLES, Judged, Pair, Preference, Values
from evaluation.coat_people.published import CATEGORIES, Called, Said
from games.formats.rows import Reading, RowError


@dataclass(frozen=True)
class Merged:
    """labelled: the materials that people called ideal, where they were asked of all."""

    judged: Judged
    labelled: Labelled | None


def merged(base: Judged, said: Said, *, by_labels: bool) -> Reading[Merged]:
    """by_labels: whether the materials that people called ideal are to decide.

    Lists keep the base's order, for numbers follow from it; what is new comes last. Everything
    that contradicts, is unknown or is missing is told.
    """
    errors = list(_unknown(base, said))
    common = _without(gone(said), _values(base.common, said.common))
    merging = _Preferences(base, said, common)
    context_of = {
        pair: _ordered(said.context_of.get(pair, of), base.context_of.get(pair, ()))
        for pair, of in base.context_of.items()
    }
    judged = Judged(
        utilities=base.utilities,
        objects_of=_objects_of(base, said),
        tasks_of=base.tasks_of,
        context_of=context_of,
        common=common,
        ideal=_without(gone(said), _values(base.ideal, said.ideal)),
        preferences={
            pair: {name: merging.of(pair, name) for name in names}
            for pair, names in context_of.items()
        },
    )
    errors += merging.errors
    told = {error.field for error in merging.errors}
    errors += [each for each in references.judged_faults(judged) if each.field not in told]
    labelled = Labelled(_ideal(said)) if by_labels else None
    if by_labels:
        errors += _unlabelled(judged, said)
    return Reading(None if errors else Merged(judged, labelled), tuple(errors))


def kept(base: Judged, said: Said) -> dict[str, int]:
    """What nobody judged and stays as it was: what it is -> how many."""
    several = [
        (pair, name)
        for pair, names in base.context_of.items()
        for name in said.context_of.get(pair, names)
        if name in base.common and len(base.common[name].material) > 1
    ]
    ranked = {*said.preferences, *said.called}
    return {
        "utilities of objects": len(set(base.objects) - set(said.utilities_of)),
        "objects of pairs": len(set(base.pairs) - set(said.context_of)),
        "common values of objects": len(set(base.common) - set(said.common)),
        "ideal values of objects": len(set(base.ideal) - set(said.ideal)),
        "materials of pairs and objects": len(set(several) - ranked),
    }


def gone(said: Said) -> tuple[str, ...]:
    """Objects that serve nothing, as people say; they leave the catalogue."""
    return tuple(name for name, of in said.utilities_of.items() if not of)


class _Preferences:
    """The materials of each object for each pair; what is wrong with them is noted."""

    def __init__(self, base: Judged, said: Said, common: Mapping[str, Values]) -> None:
        self._base, self._said, self._common = base, said, common
        self.errors: list[RowError] = []

    def of(self, pair: Pair, name: str) -> Preference:
        values = self._common.get(name)
        materials = values.material if values else ()
        if len(materials) < 2:
            return Preference(materials, ())  # nobody orders what is one
        found = self._found(pair, name, materials)
        for problem in _problems(found, materials):
            self._fault(pair, name, problem)
        return found

    def _found(self, pair: Pair, name: str, materials: Sequence[str]) -> Preference:
        before = self._base.preferences.get(pair, {}).get(name) or Preference((), ())
        ranked = self._said.preferences.get((pair, name))
        called = self._said.called.get((pair, name))
        if called is None:
            if ranked is None:
                return before
            bad = {*ranked.bad, *(each for each in before.bad if each not in ranked.good)}
        else:
            bad = set(called.bad)
            for each in ranked.bad if ranked else ():
                if each not in bad:
                    self._fault(pair, name, f"{each} is bad, but not so in {CATEGORIES}.")
        order = ranked.good if ranked else before.good
        good = tuple(each for each in order if each not in bad)
        left = tuple(each for each in materials if each not in bad)
        if not ranked and len(left) == 1:
            good = left
        return Preference(good, _ordered(tuple(bad), (*before.bad, *materials)))

    def _fault(self, pair: Pair, name: str, problem: str) -> None:
        file = json_files.PREFERENCES
        self.errors.append(RowError(0, f"{pair} / {name}", problem, file))


def _problems(found: Preference, materials: Sequence[str]) -> Iterator[str]:
    placed = (*found.good, *found.bad)
    missing = [each for each in materials if each not in placed]
    strange = [each for each in placed if each not in materials]
    if missing:
        yield f"{', '.join(missing)} has no place in the order and is not bad."
    if strange:
        yield f"{', '.join(strange)} is no common material of the object."
    if not found.good:
        yield "All its materials are bad; one at least is needed that is not."


def _unknown(base: Judged, said: Said) -> Iterator[RowError]:
    """What is said of utilities and pairs that the catalogue does not have."""
    for name, of in said.utilities_of.items():
        for utility in of:
            if utility not in base.utilities:
                yield RowError(0, name, f"The utility {utility!r} is unknown.", json_files.OBJECTS)
    for pair in said.context_of:
        if pair not in base.context_of:
            yield RowError(0, str(pair), "This pair is unknown.", json_files.CONTEXT)
    yield from _strange(base, said, said.preferences, file=json_files.PREFERENCES)
    yield from _strange(base, said, said.called, file=CATEGORIES)


def _strange(
    base: Judged, said: Said, found: Iterable[tuple[Pair, str]], *, file: str
) -> Iterator[RowError]:
    for pair, name in found:
        if name not in said.context_of.get(pair, base.context_of.get(pair, ())):
            problem = f"The object does not stand for the pair in {json_files.CONTEXT}."
            yield RowError(0, f"{pair} / {name}", problem, file)


def _objects_of(base: Judged, said: Said) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for utility, before in base.objects_of.items():
        stay = [name for name in before if name not in said.utilities_of]
        have = [name for name, of in said.utilities_of.items() if utility in of]
        found[utility] = _ordered((*stay, *have), before)
    return found


def _values(before: Mapping[str, Values], now: Mapping[str, Values]) -> dict[str, Values]:
    """In the order of the objects before; each list in the order that it had."""
    nothing = Values((), (), (), (), ())
    return {
        name: _in_order(now.get(name, before.get(name, nothing)), before.get(name, nothing))
        for name in (*before, *(each for each in now if each not in before))
    }


def _without(names: Sequence[str], values: Mapping[str, Values]) -> dict[str, Values]:
    return {name: each for name, each in values.items() if name not in names}


def _in_order(now: Values, before: Values) -> Values:
    return Values(**{each: _ordered(now.of(each), before.of(each)) for each in VARIABLES})


def _ordered(found: Iterable[str], before: Iterable[str]) -> tuple[str, ...]:
    wanted, known = dict.fromkeys(found), dict.fromkeys(before)
    old = [each for each in known if each in wanted]
    return (*old, *(each for each in wanted if each not in known))


def _ideal(said: Said) -> dict[Pair, dict[str, tuple[str, ...]]]:
    found: dict[Pair, dict[str, tuple[str, ...]]] = {}
    for (pair, name), called in said.called.items():
        found.setdefault(pair, {})[name] = called.ideal
    return found


def _unlabelled(judged: Judged, said: Said) -> Iterator[RowError]:
    for pair, names in judged.context_of.items():
        for name in names:
            several = name in judged.common and len(judged.common[name].material) > 1
            problem = _problem(said.called.get((pair, name)), judged, name)
            if several and problem:
                yield RowError(0, f"{pair} / {name}", problem, CATEGORIES)


def _problem(called: Called | None, judged: Judged, name: str) -> str:
    if called is None:
        return "The object comes in several materials and has no labels."
    if sorted(called.all) != sorted(judged.common[name].material):
        return "Its common materials are not called ideal, moderate or bad once each."
    return ""
