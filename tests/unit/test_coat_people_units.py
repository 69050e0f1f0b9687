"""Units of a catalogue: studies take them all, and people are asked only what is to be asked."""

import json

import pytest

from annotation import unit_faults, unit_files
from annotation.kinds.registry import KINDS
from evaluation.coat.labels import Labels
from evaluation.coat_people import units
from evaluation.coat_people.units import FORMS, UnknownUnits, Wanted
from tests.unit.coat_cases import needs_published, own, published

EVERY = [(kind, form) for kind, forms in FORMS.items() for form in forms or ("",)]


def lines(kind, form="", catalogue=None, **options):
    return list(units.unit_lines(catalogue or own(), Labels(), Wanted(kind, form, **options)))


def rows(kind, form="", catalogue=None, **options):
    return {row["key"]: row for row in map(json.loads, lines(kind, form, catalogue, **options))}


def wrong(kind, found):
    read, noted = unit_files.read_rows("".join(found).encode(), "units.jsonl")
    assert len(read) == len(found) > 0
    return unit_faults.faults(KINDS[kind], read, "units.jsonl", noted)


@pytest.mark.parametrize(("kind", "form"), EVERY)
def test_a_study_takes_every_unit(kind, form):
    assert wrong(kind, lines(kind, form)) == []


@needs_published
@pytest.mark.parametrize(("kind", "form"), EVERY)
def test_the_published_catalogue_gives_as_many_units_and_a_study_takes_them(kind, form):
    found = lines(kind, form, published())
    assert wrong(kind, found[::60]) == []
    # 100 objects and TargetCircle, which has no values; 98 items in several materials, of which
    # 95 have two or more that are not bad; 6,311 configurations of the pairs' objects.
    expected = {
        ("object_utility", ""): 101,
        ("context_objects", ""): 96,
        ("variable_values", "common"): 101,
        ("variable_values", "ideal"): 100,
        ("configuration_rating", "materials"): 98,
        ("configuration_rating", "whole"): 6311,
        ("material_ranking", ""): 95,
    }
    assert len(found) == expected[kind, form]


def test_ideal_values_are_asked_among_the_common_ones_and_the_usual_are_ticked():
    asked = rows("variable_values", "ideal")
    for name, common in own().judged.common.items():
        unit = asked[f"{name} ideal"]
        assert unit["variables"] == {
            "temperature": list(common.temperature),
            "in_use": list(common.already_in_use),
            "condition": list(common.condition),
        }
        for variable, ticked in unit["defaults"].items():
            assert set(ticked) <= set(unit["variables"][variable])


def test_materials_are_rated_where_there_are_several_and_ranked_where_two_are_not_bad():
    judged = own().judged
    several = {
        f"{pair} / {name}"
        for pair, names in judged.context_of.items()
        for name in names
        if len(judged.common[name].material) > 1
    }
    assert set(rows("configuration_rating", "materials")) == several
    ranked = rows("material_ranking")
    assert set(ranked) < several
    for pair, items in judged.preferences.items():
        for name, preference in items.items():
            unit = ranked.get(f"{pair} / {name}")
            if unit is None:
                assert len(preference.good) < 2
            else:
                assert sorted(unit["materials"]) == sorted(preference.good)


def test_what_people_called_bad_is_not_ranked_whatever_the_catalogue_says():
    pair, name = next(
        (pair, name)
        for pair, items in own().judged.preferences.items()
        for name, of in items.items()
        if len(of.good) > 2
    )
    bad = {pair: {name: own().judged.preferences[pair][name].good[:1]}}
    found = rows("material_ranking", bad=bad)[f"{pair} / {name}"]["materials"]
    common = own().judged.common[name].material
    assert found == [each for each in common if each not in bad[pair][name]]


def test_a_sample_follows_from_its_seed_and_keeps_the_order():
    every = lines("configuration_rating", "whole")
    some = lines("configuration_rating", "whole", count=20, seed=3)
    assert some == lines("configuration_rating", "whole", count=20, seed=3)
    assert some != lines("configuration_rating", "whole", count=20, seed=4)
    assert some == [line for line in every if line in some]
    assert len(some) == 20


def test_an_unknown_kind_or_form_is_named():
    with pytest.raises(UnknownUnits, match="'object_affordance' is none of object_utility"):
        lines("object_affordance")
    with pytest.raises(UnknownUnits, match="context_objects has no forms, not 'common'"):
        lines("context_objects", "common")
