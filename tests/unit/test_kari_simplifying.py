import pytest
from hypothesis import given

from evaluation.kari.branches import count
from evaluation.kari.evaluating import evaluate
from evaluation.kari.faults import faults
from evaluation.kari.implying import implies
from evaluation.kari.simplifying import simplify
from evaluation.kari.syntax import parse, render
from games.roles import Pair
from games.sheets import Dimension
from tests.unit.kari_rules import completions, patiently, rules, truth, worlds

STEEL = Pair(Dimension.MATERIAL, "steel")


@patiently
@given(rules(), worlds())
def test_a_simpler_rule_means_the_same(node, world):
    simple = simplify(node)
    assert evaluate(simple, world).answer == evaluate(node, world).answer


@patiently
@given(rules())
def test_a_simpler_rule_is_sound_no_longer_and_as_simple_as_it_gets(node):
    simple = simplify(node)
    assert not faults(simple)
    assert count(simple) <= count(node)
    assert simplify(simple) == simple


@patiently
@given(rules(), rules(), worlds())
def test_one_rule_implies_another_only_where_that_always_holds(one, other, world):
    if implies(one, other):
        assert all(truth(other, each) for each in completions(world) if truth(one, each))


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("SHAPE(object, flat) OR SHAPE(object, flat)", "SHAPE(object, flat)"),
        ("SHAPE(object, flat) AND SHAPE(object, flat)", "SHAPE(object, flat)"),
        # What asks for more than another way does is never needed.
        (
            "SHAPE(object, flat) AND SIZE(object, long) OR SHAPE(object, flat)",
            "SHAPE(object, flat)",
        ),
        # A pointed metal part is a pointed part.
        (
            "PART(object, x) AND SHAPE(x, pointed) AND MADE_OF(x, metal) OR SHAPE(object, pointed)",
            "SHAPE(object, pointed)",
        ),
        # Parts may have other names and say the same.
        (
            "PART(object, x) AND SHAPE(x, pointed) AND MADE_OF(x, metal)"
            " OR PART(object, y) AND MADE_OF(y, metal) AND SHAPE(y, pointed)",
            "PART(object, x) AND SHAPE(x, pointed) AND MADE_OF(x, metal)",
        ),
        # Two parts that were named outside are two parts.
        (
            "PART(object, x) AND PART(object, y) AND SIZE(x, long)"
            " AND MADE_OF(y, metal) AND (SHAPE(x, flat) OR SHAPE(y, flat))",
            "PART(object, x) AND PART(object, y) AND SIZE(x, long)"
            " AND MADE_OF(y, metal) AND (SHAPE(x, flat) OR SHAPE(y, flat))",
        ),
    ],
)
def test_what_is_said_twice_goes(text, simple):
    assert render(simplify(parse(text))) == simple


def test_a_narrower_value_follows_from_a_broader_one():
    one, other = parse("MADE_OF(object, steel)"), parse("MADE_OF(object, metal)")
    assert implies(one, other, {STEEL: ("metal",)})
    assert not implies(one, other)
    assert not implies(other, one, {STEEL: ("metal",)})


def test_two_parts_do_not_make_one():
    apart = parse("PART(object, x) AND SHAPE(x, flat) AND PART(object, y) AND SIZE(y, long)")
    together = parse("PART(object, x) AND SHAPE(x, flat) AND SIZE(x, long)")
    assert implies(together, apart)
    assert not implies(apart, together)
