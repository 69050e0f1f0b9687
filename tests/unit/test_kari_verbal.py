import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from evaluation.kari.plurals import is_plural
from evaluation.kari.syntax import parse
from evaluation.kari.tree import atoms, parts
from evaluation.kari.verbal import sentences, statement, verbalise, verbalise_all
from games.pool import question_text
from games.roles import Pair
from games.sheets import Dimension
from tests.unit.kari_rules import patiently, rules

VOCABULARY = Path(games.__file__).parent / "catalogue" / "open-1" / "vocabulary.jsonl"


def test_one_way_is_one_sentence():
    rule = parse(
        "PART(object, blade) AND PART(blade, edge) AND SHAPE(edge, sharp)"
        " AND MADE_OF(blade, metal) AND SIZE(object, long) AND SURFACE(object, smooth)"
    )
    assert verbalise("slice_butter", rule) == (
        "slice butter: possible where the edge of its blade is sharp; its blade is made of metal;"
        " it is long and is smooth."
    )


def test_several_ways_are_numbered():
    rule = parse("PART(object, tip_2) AND SHAPE(tip_2, pointed) OR SIZE(object, fits_in_hand)")
    assert verbalise("pierce through", rule) == (
        "pierce through: possible in any of these 2 ways.\n"
        "1. Its tip is pointed.\n"
        "2. It fits in a hand."
    )


def test_where_the_affordance_is_named_already_it_is_not_said_again():
    assert sentences(parse("SHAPE(object, flat)")) == ["Possible where it is flat."]
    assert sentences(parse("SHAPE(object, flat) OR SIZE(object, thin)")) == [
        "Possible in any of these 2 ways.", "1. It is flat.", "2. It is thin.",
    ]  # fmt: skip


def test_alternatives_within_a_way_say_either():
    rule = parse(
        "SHAPE(object, flat) AND (MADE_OF(object, paper) OR PART(object, seam)"
        " AND SIZE(object, thin) AND MADE_OF(seam, cloth))"
    )
    assert verbalise("fold_flat", rule) == (
        "fold flat: possible where it is flat;"
        " either it is made of paper, or it is thin and its seam is made of cloth."
    )


def test_parts_that_are_several_are_spoken_of_as_several():
    rule = parse(
        "PART(object, tines_2) AND PART(tines_2, tip) AND SHAPE(tines_2, pointed)"
        " AND MADE_OF(tines_2, metal) AND SHAPE(tines_2, hole_through) AND SIZE(tip, thin)"
    )
    assert verbalise("dig", rule) == (
        "dig: possible where its tines are pointed, are made of metal and have a hole through them;"
        " the tip of its tines is thin."
    )


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        (Pair(Dimension.SURFACE, "ridges"), "have ridges on their surface"),
        (Pair(Dimension.SIZE, "fits_in_hand"), "fit in a hand"),
        (Pair(Dimension.SHAPE, "slot"), "have a slot"),
        (Pair(Dimension.SIZE, "longer_than_a_hand"), "are longer than a hand"),
    ],
)
def test_a_property_can_be_stated_of_several(pair, said):
    assert statement(pair, plural=True) == said


@pytest.mark.parametrize(
    "name", ["tines", "teeth", "cutting edges", "pins", "rows of teeth", "handle and blade", "skis"]
)
def test_names_of_several(name):
    assert is_plural(name)


@pytest.mark.parametrize(
    "name",
    [
        "tine",
        "lens",
        "row of teeth",
        "glass",
        "axis",
        "canvas",
        "base",
        "compass",
        "tip",
        "s",
        "us",
    ],
)
def test_names_of_one(name):
    assert not is_plural(name)


def test_rules_are_parted_by_a_blank_line():
    rule = parse("SHAPE(object, flat)")
    assert verbalise_all([("a", rule), ("b", rule)]) == (
        "a: possible where it is flat.\n\nb: possible where it is flat."
    )


@patiently
@given(
    st.sampled_from(Dimension),
    st.lists(
        st.sampled_from(
            ["in", "of", "with", "than", "larger", "fits", "as", "a", "look", "like", "part", "7"]
            + ["holes", "shaped", "metal", "s", "long", "hair", "u", "wooden", "edge", "x"]
        ),
        min_size=1,
        max_size=4,
    ).map("_".join),
)
def test_every_value_that_a_rule_can_have_can_be_stated(dimension, value):
    pair = Pair(dimension, value)
    assert statement(pair).split()[0] in ("is", "has", "fits")
    assert statement(pair, plural=True).split()[0] in ("are", "have", "fit")


@patiently
@given(rules())
def test_every_property_and_every_part_with_one_is_said(node):
    said = verbalise("do_it", node)
    assert all(statement(atom.pair) in said or _in_a_list(atom.pair, said) for atom in atoms(node))
    about = {atom.of for atom in atoms(node)}
    assert all(
        f"its {p.name}" in said.lower() or f"the {p.name}" in said.lower()
        for p in parts(node)
        if p.name in about
    )


def _in_a_list(pair, said):
    return statement(pair).removeprefix("is ") in said


@pytest.mark.parametrize(
    "pair",
    [
        Pair(Dimension(row["dimension"]), row["value"])
        for row in map(json.loads, VOCABULARY.read_text().splitlines())
    ],
    ids=str,
)
def test_every_property_of_the_shipped_catalogue_can_be_stated(pair):
    assert statement(pair).split()[0] in ("is", "has", "fits"), question_text(pair)
