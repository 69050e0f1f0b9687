import re

import pytest
from hypothesis import given

from evaluation.kari import vocabulary, words
from evaluation.kari.faults import Code, Standard, faults
from evaluation.kari.syntax import parse
from games.roles import Pair
from games.sheets import Dimension
from tests.unit.kari_rules import patiently, rules

KNOWN = vocabulary.with_synonym(
    vocabulary.of_values([Pair(Dimension.SHAPE, "flat"), Pair(Dimension.MATERIAL, "metal")]),
    Pair(Dimension.MATERIAL, "metal"),
    "metallic",
)


def said(text, standard=None):
    return [str(fault) for fault in faults(parse(text), standard or Standard())]


@patiently
@given(rules())
def test_a_sound_rule_has_no_faults(node):
    assert faults(node) == ()


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("SHAPE(tip, flat)", Code.UNDECLARED, "Line 1, column 1: tip is no part"),
        (
            "SHAPE(tip, flat) AND PART(object, tip) AND SIZE(tip, long)",
            Code.NOT_YET,
            "Line 1, column 1: tip is used where no PART before it",
        ),
        (
            "PART(object, tip) AND SHAPE(tip, flat) OR\nSIZE(tip, long)",
            Code.NOT_YET,
            "Line 2, column 1: tip is used where no PART before it",
        ),
        (
            "PART(object, tip) AND SHAPE(tip, a) OR PART(object, tip) AND SHAPE(tip, b)",
            Code.TWICE,
            "Line 1, column 40: tip is taken",
        ),
        ("PART(object, object) AND SHAPE(object, a)", Code.TWICE, "Line 1, column 1: object is"),
        (
            "PART(object, tip) AND SHAPE(object, flat)",
            Code.IDLE,
            "Line 1, column 1: tip is introduced and nothing",
        ),
        ("PART(object, tip)", Code.ALONE, "Line 1, column 1: PART introduces tip and no AND"),
        (
            "SHAPE(object, a) OR PART(object, tip)",
            Code.ALONE,
            "Line 1, column 21: PART introduces tip and no AND",
        ),
        (
            "PART(x, y) AND PART(y, x) AND SHAPE(x, flat)",
            Code.CYCLE,
            "Line 1, column 1: A part is a part of itself: y of x of y.",
        ),
        ("PART(x, x) AND SHAPE(x, a)", Code.CYCLE, "A part is a part of itself: x of x."),
    ],
)
def test_each_fault_of_parts_has_its_place(text, code, place):
    found = [str(fault) for fault in faults(parse(text)) if fault.code == code]
    assert any(place in problem for problem in found)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("SHAPE(object, knobbly)", "knobbly is no value of shape in the vocabulary."),
        ("SHAPE(object, metal)", "metal is a value of material, not of shape."),
        ("MADE_OF(object, metallic)", "metallic is written metal here."),
    ],
)
def test_a_value_outside_the_vocabulary_is_named(text, problem):
    assert said(text, Standard(vocabulary=KNOWN)) == [f"Line 1, column 1: {problem}"]


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("foldable", "foldable speaks of an affordance: foldable is from fold."),
        ("sharp_cutting_edge", "speaks of an affordance: cutting is from cut."),
        ("slicer", "slicer speaks of an affordance: slicer is from slice."),
        ("pierce", "pierce speaks of an affordance: pierce is from pierce."),
        ("rotating_head", "rotating_head speaks of what happens, not of what is: rotating."),
    ],
)
def test_words_of_affordances_and_of_motion_are_refused(value, problem):
    standard = Standard("pierce_through", ("fold_flat", "slice_butter", "cut_paper"))
    (fault,) = said(f"SHAPE(object, {value})", standard)
    assert problem in fault


@pytest.mark.parametrize("value", ["hook_shaped", "folded", "string", "rubber", "ring", "flat"])
def test_static_words_that_look_like_verbs_are_allowed(value):
    verbs = words.verbs_of(("hook_up_bucket", "fold_flat", "rub_out", "ring_bell"))
    assert words.forbidden(value, verbs=verbs, own_verb="hook") == ()


def test_all_faults_come_at_once_in_the_order_of_the_text():
    text = "SHAPE(a, metal)\nAND SHAPE(object, flat)\nAND MADE_OF(b, spinning)"
    places = [re.match(r"Line (\d)", fault)[1] for fault in said(text, Standard(vocabulary=KNOWN))]
    assert places == ["1", "1", "3", "3", "3"]


def test_a_rule_of_too_many_conditions_or_ways_is_a_fault():
    either = "(SHAPE(object, a) OR SHAPE(object, b))"
    assert said(" AND ".join([either] * 9)) == [
        "The rule has 512 ways once multiplied out; 500 at most are allowed."
    ]
    assert said(" AND ".join(["SHAPE(object, a)"] * 201)) == [
        "The rule has 201 conditions; 200 at most are allowed."
    ]
