"""What people say over a catalogue: the same gives the same, and orders stay."""

import json
from dataclasses import replace

import pytest

from evaluation.coat import json_files
from evaluation.coat_people import merging, published
from evaluation.coat_people.published import Published, Said
from tests.unit.coat_cases import needs_published, own, own_files, published_files
from tests.unit.coat_cases import published as published_catalogue

PARTS = (
    json_files.OBJECTS,
    json_files.CONTEXT,
    json_files.COMMON,
    json_files.IDEAL_VALUES,
    json_files.PREFERENCES,
)


def all_of(files):
    """A catalogue's files as publications have them: by their names, without folders."""
    return Published("all", {name.rpartition("/")[2]: files[name] for name in PARTS})


def merged(base, *found):
    read = published.read_published(found)
    assert read.errors == ()
    result = merging.merged(base, read.content, by_labels=False)
    return result.content.judged, merging.kept(base, read.content)


def test_our_own_files_over_our_own_catalogue_change_nothing():
    judged, kept = merged(own().judged, all_of(own_files()))
    assert judged == own().judged
    assert not any(kept.values())


@needs_published
def test_the_published_files_over_the_published_catalogue_change_nothing():
    # TargetCircle has no values and serves nothing; Desktop fits a pair outside its utility.
    judged, _ = merged(published_catalogue().judged, all_of(published_files()))
    assert judged == published_catalogue().judged


@pytest.mark.parametrize("name", [json_files.OBJECTS, json_files.CONTEXT])
def test_lists_keep_the_order_of_the_catalogue(name):
    turned = json.loads(own_files()[name])
    first = next(iter(turned))
    if name == json_files.OBJECTS:
        turned[first].reverse()
    else:
        for of in turned.values():
            for names in of.values():
                names.reverse()
    judged, _ = merged(own().judged, Published("turned", {name: json.dumps(turned).encode()}))
    assert judged == own().judged


def test_a_new_value_comes_last_and_an_order_of_materials_is_people_s():
    pair, name = next(
        (pair, name)
        for pair, items in own().judged.preferences.items()
        for name, of in items.items()
        if len(of.good) > 1 and "Cold" not in own().judged.common[name].temperature
    )
    turned = own().judged.preferences[pair][name].good[::-1]
    said = Said()
    said.preferences[pair, name] = replace(own().judged.preferences[pair][name], good=turned)
    values = own().judged.common[name]
    said.common[name] = replace(values, temperature=("Cold", *values.temperature))
    result = merging.merged(own().judged, said, by_labels=False).content.judged
    assert result.preferences[pair][name].good == turned
    assert result.common[name].temperature == (*values.temperature, "Cold")
