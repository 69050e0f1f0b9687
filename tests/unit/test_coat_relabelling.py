"""Labels of a catalogue changed by hand: what is kept, what is made from keys, what is refused."""

import pytest

from evaluation.coat import relabelling
from evaluation.coat.editing import Unfit
from evaluation.coat.labels import Labels, labels_document, read_labels
from tests.unit.coat_cases import own

JUDGED = own().judged
NONE = Labels(objects={}, utilities={}, tasks={}, phrases={})


def relabelled(labels=NONE, **texts):
    return relabelling.relabelled(JUDGED, labels, texts)


def test_a_text_takes_the_place_of_a_key_and_the_others_stay_as_they_are():
    told = Labels(objects={"Rope": "Line"}, utilities={}, tasks={}, phrases={})
    found = relabelled(told, objects={"Twine": "String", "Rope": "Line"})
    assert found.objects == {"Twine": "String", "Rope": "Line"}
    assert (found.utilities, found.tasks, found.phrases) == ({}, {}, {})


def test_a_text_that_is_left_as_made_from_its_key_is_not_told():
    found = relabelled(objects={name: NONE.object(name) for name in JUDGED.objects} | {"Rope": "R"})
    assert found.objects == {"Rope": "R"}


def test_an_empty_text_is_made_from_the_key_again():
    told = Labels(objects={"Rope": "Line"}, utilities={}, tasks={}, phrases={})
    assert relabelled(told, objects={"Rope": ""}).object("Rope") == "Rope"


def test_a_phrase_that_was_never_told_follows_its_utility():
    phrases = {key: NONE.phrase(key) for key in JUDGED.utilities}
    found = relabelled(utilities={"binding": "Tying up"}, phrases=phrases)
    assert found.phrase("binding") == "something for tying up"


def test_labels_of_keys_that_the_catalogue_lacks_are_left_out_so_that_it_can_be_read():
    found = relabelled(Labels(), objects={"Rope": "Line"})
    read = read_labels(labels_document(found).encode(), JUDGED)
    assert (read.errors, read.content) == ((), found)


@pytest.mark.parametrize("text", ["twine", "Twine", "  TWINE "])
def test_two_keys_are_not_read_alike(text):
    with pytest.raises(Unfit, match="Rope and Twine would both be read as 'Twine'"):
        relabelled(objects={"Rope": text})


def test_without_a_change_there_is_nothing_to_store():
    with pytest.raises(Unfit, match="No label differs"):
        relabelled(objects={"Rope": "Rope"})
