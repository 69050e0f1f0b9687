import pytest

from games import pool
from games.roles import Pair
from games.sheets import Dimension, ObjectSheet, Property

MATERIAL, SHAPE, SIZE, SURFACE = Dimension


def sheet(key, *properties):
    return ObjectSheet(key, key, "", frozenset(properties))


HAMMER = sheet(
    "hammer", Property(MATERIAL, "steel", "head"), Property(SHAPE, "handle"), Property(SIZE, "long")
)
TOWEL = sheet("towel", Property(MATERIAL, "cotton"), Property(SURFACE, "soft"))
BROADER = {
    Pair(MATERIAL, "steel"): ("iron_alloy",),
    Pair(MATERIAL, "iron_alloy"): ("metal",),
    Pair(MATERIAL, "cotton"): ("fabric",),
}


def test_the_pool_is_every_pair_that_some_object_has_sorted():
    pairs = [str(question.pair) for question in pool.build([TOWEL, HAMMER], BROADER).questions]
    assert pairs == [
        "MATERIAL:cotton",
        "MATERIAL:fabric",
        "MATERIAL:iron_alloy",
        "MATERIAL:metal",
        "MATERIAL:steel",
        "SHAPE:handle",
        "SIZE:long",
        "SURFACE:soft",
    ]


def test_an_object_answers_yes_to_what_it_lists_and_to_what_is_broader():
    # The hammer's head is steel, so it is an iron alloy, so it is metal.
    built = pool.build([TOWEL, HAMMER], BROADER)
    yes = [q.pair.value for q, said in zip(built.questions, built.answers[1], strict=True) if said]
    assert yes == ["iron_alloy", "metal", "steel", "handle", "long"]


def test_a_circle_of_broader_values_comes_to_an_end():
    circle = {Pair(SIZE, "long"): ("lengthy",), Pair(SIZE, "lengthy"): ("long",)}
    assert Pair(SIZE, "lengthy") in pool.pairs_of(HAMMER, circle)


def test_a_catalogue_without_properties_has_no_question():
    assert pool.build([sheet("ghost")], {}).answers.shape == (1, 0)


@pytest.mark.parametrize(
    ("dimension", "value", "text"),
    [
        (MATERIAL, "stainless_steel", "Is it made of stainless steel?"),
        (MATERIAL, "pvc", "Is it made of PVC?"),
        (MATERIAL, "flexible", "Is any part of it flexible?"),
        (SHAPE, "handle", "Does it have a handle?"),
        (SHAPE, "legs", "Does it have legs?"),
        (SHAPE, "open_top", "Does it have an open top?"),
        (SHAPE, "hole_through", "Does it have a hole through it?"),
        (SHAPE, "ring_part", "Does it have a ring?"),
        (SHAPE, "hollow", "Is any part of it hollow?"),
        (SHAPE, "hexagonal", "Is any part of it hexagonal?"),
        (SHAPE, "cylinder", "Is any part of it a cylinder?"),
        (SHAPE, "u_shaped", "Is any part of it U-shaped?"),
        (SHAPE, "filling", "Does it have a filling?"),
        (SIZE, "heavy", "Is it heavy?"),
        (SIZE, "thin_walled", "Is any part of it thin-walled?"),
        (SIZE, "larger_than_hand", "Is it larger than a hand?"),
        (SIZE, "lighter_than_egg", "Is it lighter than an egg?"),
        (SIZE, "fits_in_pocket", "Does it fit in a pocket?"),
        (SIZE, "hand_sized", "Is it hand-sized?"),
        (SURFACE, "smooth", "Is any part of it smooth?"),
        (SURFACE, "ridges", "Does its surface have ridges?"),
        (SURFACE, "metallic_look", "Does it have a metallic look?"),
    ],
)
def test_a_question_reads_as_plain_english(dimension, value, text):
    assert pool.question_text(Pair(dimension, value)) == text
