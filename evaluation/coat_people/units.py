"""A catalogue as units for people to judge: what annotation's kinds of COAT are made of.

Keys say what a unit is about, so that what is published of it finds its way back.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from annotation.kinds.coat_cards import VARIABLES as ASKED
from annotation.publishing.documents import ALREADY_IN_USE, IN_USE
from evaluation.coat.generate import generator
from evaluation.coat.labels import Labels
from evaluation.coat.records import VOCABULARY, Catalogue, Configuration, Pair, Values
from evaluation.coat.references import ASKED_FOR_IDEALS
from games.formats.lines import Json

FORMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "object_utility": (),
        "context_objects": (),
        "variable_values": ("common", "ideal"),
        "configuration_rating": ("materials", "whole"),
        "material_ranking": (),
    }
)
"""Kind of study -> the forms that its units have, none where all are alike."""
GLOSSES: Mapping[str, str] = MappingProxyType(
    {
        "light": "up to 1 kg",
        "medium": "1 to 5 kg",
        "heavy": "5 to 10 kg",
        "super-heavy": "more than 10 kg",
        "free": "nobody and nothing uses it",
        "reversible-using": "in use, and soon free again without loss",
        "irreversible-using": "used up, or in use for good",
    }
)
USUAL: Mapping[str, str] = MappingProxyType(
    {"temperature": "RoomTemp", "already_in_use": "free", "condition": "clean"}
)
"""Ticked when a card of ideal values opens, where the object commonly has it."""

Bad = Mapping[Pair, Mapping[str, Sequence[str]]]
"""Pair -> object -> its materials that are bad."""
Row = dict[str, Json]


class UnknownUnits(ValueError):
    """No units of this kind or form are made."""


@dataclass(frozen=True)
class Wanted:
    """kind, form: as in FORMS; "" for a kind's first form. count: a random sample of so many.

    bad: left out where materials are ranked; what the catalogue calls bad where not given.
    """

    kind: str
    form: str = ""
    count: int | None = None
    seed: int = 1
    bad: Bad | None = field(default=None)


def unit_lines(catalogue: Catalogue, labels: Labels, wanted: Wanted) -> Iterator[str]:
    """A unit a line, as the import of units reads them, in the order of the catalogue.

    Raises UnknownUnits.
    """
    rows = list(_rows(_Cards(catalogue, labels), wanted))
    for at in _sample(len(rows), wanted):
        yield json.dumps(rows[at], ensure_ascii=False) + "\n"


def form_of(wanted: Wanted) -> str:
    """The form of all units that are wanted. Raises UnknownUnits."""
    if wanted.kind not in FORMS:
        raise UnknownUnits(f"{wanted.kind!r} is none of {', '.join(FORMS)}.")
    forms = FORMS[wanted.kind] or ("",)
    form = wanted.form or forms[0]
    if form not in forms:
        known = ", ".join(forms) if forms[0] else "no forms"
        raise UnknownUnits(f"{wanted.kind} has {known}, not {wanted.form!r}.")
    return form


def _sample(count: int, wanted: Wanted) -> Iterable[int]:
    if wanted.count is None or wanted.count >= count:
        return range(count)
    rng = generator(wanted.seed, wanted.kind, wanted.form, "units")
    return sorted(rng.sample(range(count), wanted.count))


def _rows(cards: "_Cards", wanted: Wanted) -> Iterator[Row]:
    makers: Mapping[tuple[str, str], Callable[[], Iterator[Row]]] = {
        ("object_utility", ""): cards.utilities,
        ("context_objects", ""): cards.context,
        ("variable_values", "common"): cards.common,
        ("variable_values", "ideal"): cards.ideal,
        ("configuration_rating", "materials"): cards.materials,
        ("configuration_rating", "whole"): cards.whole,
        ("material_ranking", ""): lambda: cards.ranking(wanted.bad),
    }
    yield from makers[wanted.kind, form_of(wanted)]()


class _Cards:
    """What cards of one catalogue say; people read labels, keys stand beside them."""

    def __init__(self, catalogue: Catalogue, labels: Labels) -> None:
        self._catalogue, self._judged, self._labels = catalogue, catalogue.judged, labels
        self._objects = tuple(dict.fromkeys((*self._judged.objects, *self._judged.common)))

    def utilities(self) -> Iterator[Row]:
        told: list[Json] = [
            {"key": key, "label": self._labels.utility(key), "phrase": self._labels.phrase(key)}
            for key in self._judged.utilities
        ]
        for name in self._objects:
            yield {"key": name, **self._object(name), "utilities": told}

    def context(self) -> Iterator[Row]:
        for pair in self._judged.pairs:
            objects: list[Json] = [
                {"key": name, "label": self._labels.object(name)}
                for name in self._judged.objects_of[pair.utility]
            ]
            yield {"key": str(pair), **self._pair(pair), "objects": objects}

    def common(self) -> Iterator[Row]:
        every = dict.fromkeys(each for of in self._judged.common.values() for each in of.material)
        values = {name: [*VOCABULARY.get(name, every)] for name in map(_published, ASKED)}
        glosses: dict[str, Json] = {**GLOSSES}
        for name in self._objects:
            yield {
                "key": f"{name} common",
                **self._object(name),
                "form": "common",
                "variables": _asked(values),
                "glosses": glosses,
            }

    def ideal(self) -> Iterator[Row]:
        for name in self._objects:
            common = self._judged.common.get(name)
            if common is None or not all(common.of(each) for each in ASKED_FOR_IDEALS):
                continue
            yield {
                "key": f"{name} ideal",
                **self._object(name),
                "form": "ideal",
                "variables": _asked({each: common.of(each) for each in ASKED_FOR_IDEALS}),
                "glosses": _glosses(common),
                "defaults": _asked(
                    {each: [value] for each, value in USUAL.items() if value in common.of(each)}
                ),
            }

    def materials(self) -> Iterator[Row]:
        for pair, name in self._in_several_materials():
            yield {
                **self._of_pair(pair, name),
                "form": "materials",
                "materials": [*self._judged.common[name].material],
            }

    def whole(self) -> Iterator[Row]:
        for pair in self._judged.pairs:
            for name in self._judged.context_of[pair]:
                for each in self._catalogue.configurations_of[name]:
                    unit = self._of_pair(pair, name)
                    key = f"{unit['key']} / {each.id}"
                    state = _asked_state(each)
                    yield {**unit, "key": key, "form": "whole", "configuration": state}

    def ranking(self, bad: Bad | None) -> Iterator[Row]:
        for pair, name in self._in_several_materials():
            out = self._judged.preferences[pair][name].bad
            if bad is not None:
                out = tuple(bad.get(pair, {}).get(name, ()))
            left: list[Json] = [
                each for each in self._judged.common[name].material if each not in out
            ]
            if len(left) > 1:
                yield {**self._of_pair(pair, name), "materials": left}

    def _in_several_materials(self) -> Iterator[tuple[Pair, str]]:
        for pair in self._judged.pairs:
            for name in self._judged.context_of[pair]:
                if len(self._judged.common[name].material) > 1:
                    yield pair, name

    def _of_pair(self, pair: Pair, name: str) -> Row:
        return {"key": f"{pair} / {name}", **self._pair(pair), **self._object(name)}

    def _pair(self, pair: Pair) -> Row:
        return {
            "task": pair.task,
            "task_text": self._labels.task(pair.task),
            "utility": pair.utility,
            "utility_text": self._labels.phrase(pair.utility),
        }

    def _object(self, name: str) -> Row:
        return {"object": name, "name": self._labels.object(name)}


def _asked(values: Mapping[str, Sequence[str]]) -> Row:
    """By the names that cards have for variables."""
    return {_carded(name): [*of] for name, of in values.items()}


def _asked_state(configuration: Configuration) -> Row:
    return {name: getattr(configuration.state, _published(name)) for name in ASKED}


def _glosses(common: Values) -> Row:
    shown = {value for each in ASKED_FOR_IDEALS for value in common.of(each)}
    return {value: text for value, text in GLOSSES.items() if value in shown}


def _published(variable: str) -> str:
    return ALREADY_IN_USE if variable == IN_USE else variable


def _carded(variable: str) -> str:
    return IN_USE if variable == ALREADY_IN_USE else variable
