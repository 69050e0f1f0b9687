"""What is odd in a catalogue though nothing is wrong with its files."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from evaluation.coat import expansion, json_files
from evaluation.coat.ideals import by_order, ideal_states
from evaluation.coat.penalties import LEGACY
from evaluation.coat.records import VARIABLES, Catalogue, Pair


class Oddity(StrEnum):
    NO_VALUES = "no_values"
    OUTSIDE_UTILITY = "outside_utility"
    COPIED_FILE = "copied_file"
    OTHER_CONFIGURATIONS = "other_configurations"
    OTHER_IDEALS = "other_ideals"
    UNCATEGORISED = "uncategorised"
    TWO_CATEGORIES = "two_categories"


@dataclass(frozen=True)
class Notice:
    """about: the objects, pairs or configurations that it speaks of, as text."""

    oddity: Oddity
    text: str
    about: tuple[str, ...]


def notices(catalogue: Catalogue) -> tuple[Notice, ...]:
    found = (
        _no_values(catalogue),
        *_outside_utility(catalogue),
        _copied_file(catalogue),
        _other_configurations(catalogue),
        _other_ideals(catalogue),
        *_categories(catalogue),
    )
    return tuple(each for each in found if each is not None and each.about)


def differing_ideals(catalogue: Catalogue) -> tuple[Pair, ...]:
    """The pairs whose published ideals are not those that the order of materials gives."""
    best = by_order(catalogue.judged, LEGACY)
    return tuple(
        pair
        for pair in catalogue.judged.pairs
        if tuple(ideal_states(catalogue.judged, pair, best)) != catalogue.ideals_of[pair]
    )


def _no_values(catalogue: Catalogue) -> Notice:
    common = catalogue.judged.common
    empty = tuple(name for name in common if not any(common[name].of(v) for v in VARIABLES))
    text = f"{', '.join(empty)}: no common values, so no configuration."
    return Notice(Oddity.NO_VALUES, text, empty)


def _outside_utility(catalogue: Catalogue) -> Iterator[Notice]:
    judged = catalogue.judged
    for pair, names in judged.context_of.items():
        for name in names:
            if name not in judged.objects_of[pair.utility]:
                text = f"{name} stands for {pair}, but is no object of {pair.utility}."
                yield Notice(Oddity.OUTSIDE_UTILITY, text, (f"{pair} / {name}",))


def _copied_file(catalogue: Catalogue) -> Notice | None:
    if catalogue.choice_ideal != catalogue.judged.ideal:
        return None
    text = f"{json_files.CHOICE_IDEAL} repeats {json_files.IDEAL_VALUES}."
    return Notice(Oddity.COPIED_FILE, text, (json_files.CHOICE_IDEAL,))


def _other_configurations(catalogue: Catalogue) -> Notice:
    expected = expansion.expand(catalogue.judged.common)
    differing = set(expected) ^ set(catalogue.configurations)
    about = tuple(str(id) for id in sorted({each.id for each in differing}))
    text = f"{len(about)} ids of configurations differ from what the common values give."
    return Notice(Oddity.OTHER_CONFIGURATIONS, text, about)


def _other_ideals(catalogue: Catalogue) -> Notice:
    about = tuple(str(pair) for pair in differing_ideals(catalogue))
    text = f"{len(about)} pairs have other ideal configurations than their materials' order gives."
    return Notice(Oddity.OTHER_IDEALS, text, about)


def _categories(catalogue: Catalogue) -> Iterator[Notice]:
    """Of triples of pair, object and configuration, as the files have them."""
    none: list[str] = []
    two: list[str] = []
    for pair, names in catalogue.judged.context_of.items():
        held = catalogue.suboptimal_of[pair]
        suboptimal = {each.configuration for each in (*held.bad, *held.moderate)}
        ideal = {catalogue.by_state[state] for state in catalogue.ideals_of[pair]}
        met = {each for name in names for each in catalogue.configurations_of[name]}
        none += [f"{pair} / {each.id}" for each in met - ideal - suboptimal]
        two += [f"{pair} / {each.id}" for each in ideal & suboptimal]
    text = f"{len(none)} triples of pair, object and configuration are in no category."
    yield Notice(Oddity.UNCATEGORISED, text, tuple(sorted(none)))
    text = f"{len(two)} triples of pair, object and configuration are in two categories."
    yield Notice(Oddity.TWO_CATEGORIES, text, tuple(sorted(two)))
