"""Units of a study from a catalogue of invented words."""

import pytest

from annotation import catalogue_units
from annotation.catalogue_units import BadWish, Pairing, Wish
from annotation.kinds.registry import KINDS
from annotation.label_passes import Pair
from games.formats import AffordanceRow, CatalogueContent, LabelRow, Manifest, ObjectRow
from games.formats.rows import VocabularyValue
from games.labels import Decided, Raters
from games.sheets import Dimension, ObjectSheet, Property

STEEL = Property(Dimension.MATERIAL, "steel", "handle")
ROUND = Property(Dimension.SHAPE, "round")


def thing(key, *properties):
    name = key.replace("_", " ")
    return ObjectRow(ObjectSheet(key, name, f"A {name}.", frozenset(properties)), {})


def affordance(key):
    return AffordanceRow(key, f"Defines {key}.", "in air", 1, {})


def label(key, decided=Decided.CONSENSUS, *, yes=(), no=(), not_deducible=()):
    reasons = dict.fromkeys(not_deducible, "unsaid")
    return LabelRow(key, tuple(yes), tuple(no), reasons, decided, Raters.MODEL)


CONTENT = CatalogueContent(
    manifest=Manifest("vrelk-1", "Vrelks", "none", "canary", "invented"),
    vocabulary=tuple(
        VocabularyValue(dimension, value)
        for dimension, value in (
            (Dimension.MATERIAL, "steel"),
            (Dimension.MATERIAL, "wood"),
            (Dimension.SHAPE, "round"),
        )
    ),
    objects=(thing("big_gnorb", STEEL, ROUND), thing("quomb")),
    affordances=(affordance("float_up"), affordance("roll")),
    labels=(
        label("big_gnorb", yes=["float_up"], no=["roll"]),
        label("quomb", no=["float_up"]),
        label("quomb", Decided.ADJUDICATION, not_deducible=["roll"]),
    ),
)


def keys(kind, **wish):
    return [row.key for row in catalogue_units.rows(kind, CONTENT, Wish(**wish))]


@pytest.mark.parametrize("kind", catalogue_units.MAKERS)
def test_each_kind_can_show_the_units_that_are_made_for_it(kind):
    for row in catalogue_units.rows(kind, CONTENT, Wish()):
        KINDS[kind].check(row.snapshot)


def test_objects_are_called_by_their_keys_and_shown_by_their_names():
    row = catalogue_units.rows("object_filter", CONTENT, Wish())[0]
    assert row.key == "big_gnorb"
    assert row.snapshot == {
        "object": "big_gnorb", "name": "big gnorb", "description": "A big gnorb."
    }  # fmt: skip


def test_a_definition_comes_with_its_conditions():
    row = catalogue_units.rows("affordance_definition", CONTENT, Wish())[0]
    assert row.key == "float_up"
    assert row.snapshot == {
        "affordance": "float up", "definition": "Defines float_up.", "conditions": "in air"
    }  # fmt: skip


def test_properties_come_with_their_parts_and_the_whole_vocabulary():
    row = catalogue_units.rows("object_properties", CONTENT, Wish())[0]
    assert row.snapshot["properties"] == {"material": {"steel": ["handle"]}, "shape": {"round": []}}
    assert row.snapshot["values"] == {"material": ["steel", "wood"], "shape": ["round"]}


def test_a_pair_is_called_by_both_keys():
    row = catalogue_units.rows("object_affordance", CONTENT, Wish())[0]
    assert row.key == "big_gnorb float_up"
    assert row.snapshot == {
        "object": "big gnorb",
        "description": "A big gnorb.",
        "affordance": "float up",
        "definition": "Defines float_up.",
        "conditions": "in air",
    }


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ({}, ["big_gnorb float_up", "big_gnorb roll", "quomb float_up", "quomb roll"]),
        ({"pairing": Pairing.DISPUTED}, ["quomb roll"]),
        ({"pairing": Pairing.NOT_DEDUCIBLE}, ["quomb roll"]),
        ({"objects": frozenset({"quomb"})}, ["quomb float_up", "quomb roll"]),
        ({"affordances": frozenset({"roll"})}, ["big_gnorb roll", "quomb roll"]),
        ({"listed": (Pair("quomb", "roll"), Pair("big_gnorb", "roll"))},
         ["quomb roll", "big_gnorb roll"]),
    ],
)  # fmt: skip
def test_pairs_can_be_narrowed_down(wish, found):
    assert keys("object_affordance", **wish) == found


def test_the_same_seed_draws_the_same_pairs_object_by_object():
    drawn = keys("object_affordance", count=3, seed=5)
    assert drawn == keys("object_affordance", count=3, seed=5)
    assert len(set(drawn)) == 3
    # Three of four pairs of two objects: one object has two, which stand together.
    objects = [key.split()[0] for key in drawn]
    assert objects in (sorted(objects), sorted(objects, reverse=True))


@pytest.mark.parametrize("kind", catalogue_units.MAKERS)
def test_a_sample_of_more_than_there_is_is_refused(kind):
    with pytest.raises(BadWish) as bad:
        keys(kind, count=9)
    assert bad.value.about == "count"


def test_a_sample_of_objects_keeps_their_order():
    assert keys("object_filter", count=1, seed=1) == keys("object_filter", count=1, seed=1)
    assert keys("object_filter", count=2, seed=1) == ["big_gnorb", "quomb"]


@pytest.mark.parametrize(
    ("wish", "about"),
    [
        ({"objects": frozenset({"splindow"})}, "objects"),
        ({"affordances": frozenset({"splindow"})}, "affordances"),
        ({"listed": (Pair("splindow", "roll"),)}, "listed"),
    ],
)
def test_what_the_catalogue_has_not_is_named(wish, about):
    with pytest.raises(BadWish, match="1 not in vrelk-1: splindow.") as bad:
        keys("object_affordance", **wish)
    assert bad.value.about == about


def test_the_key_of_a_numbered_sample_is_read():
    data = b'{"pair": 1, "object": "quomb", "affordance": "roll"}\n'
    reading = catalogue_units.read_pairs(data, "a.key.jsonl")
    assert reading.content == (Pair("quomb", "roll"),)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"pair": 1, "object": "quomb"}\n', "a.key.jsonl:1: affordance: "),
        (b'{"object": "a", "affordance": "b"}\n' * 2, "a b stands here twice."),
        (b"no\n", "a.key.jsonl:1: "),
    ],
)
def test_a_broken_key_is_refused_with_its_line(data, said):
    reading = catalogue_units.read_pairs(data, "a.key.jsonl")
    assert reading.content is None
    assert said in str(reading.errors[0])


@pytest.mark.parametrize(
    ("said", "keys"),
    [
        ("hang on hook", {"hang_on_hook"}),
        ("hang_on_hook, Float", {"hang_on_hook", "float"}),
        ("float hang_on_hook", {"hang_on_hook", "float"}),
        ("Carpenter’s square\nfloat", {"carpenter_s_square", "float"}),
        ("carpenter's square", {"carpenter_s_square"}),
        ("hang on nail; float", {"hang on nail", "float"}),
        (" , \n", set()),
    ],
)
def test_keys_are_found_in_words_too(said, keys):
    known = {
        "hang_on_hook": "hang on hook",
        "float": "float",
        "carpenter_s_square": "carpenter's square",
    }
    assert catalogue_units.keys_in(said, known) == keys
