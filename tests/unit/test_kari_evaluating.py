import pytest
from hypothesis import given

from evaluation.kari import branches
from evaluation.kari.branches import TooManyBranches
from evaluation.kari.evaluating import evaluate
from evaluation.kari.syntax import parse, render
from evaluation.kari.tree import atoms
from evaluation.kari.worlds import ToldWorld, of_sheet
from games.roles import Pair
from games.rules import Answer
from games.sheets import Dimension, ObjectSheet, Property
from tests.unit.kari_rules import completions, patiently, rules, truth, worlds

STEEL = Pair(Dimension.MATERIAL, "steel")
METAL = Pair(Dimension.MATERIAL, "metal")
WOOD = Pair(Dimension.MATERIAL, "wood")
POINTED = Pair(Dimension.SHAPE, "pointed")
LONG = Pair(Dimension.SIZE, "long")
VOCABULARY = frozenset({STEEL, METAL, WOOD, POINTED, LONG})
AWL = ObjectSheet(
    "awl",
    "awl",
    "",
    frozenset(
        {
            Property(Dimension.MATERIAL, "steel", "spike"),
            Property(Dimension.SHAPE, "pointed", "spike"),
            Property(Dimension.MATERIAL, "wood"),
            Property(Dimension.SIZE, "long"),
        }
    ),
)


def on_awl(text):
    return evaluate(parse(text), of_sheet(AWL, VOCABULARY, {STEEL: ("metal",)}))


@patiently
@given(rules(), worlds())
def test_an_answer_is_what_all_completions_agree_on(node, world):
    # Unknown exactly where the rule is true in one completion and false in another.
    held = {truth(node, whole) for whole in completions(world)}
    expected = {frozenset({True}): Answer.YES, frozenset({False}): Answer.NO}
    assert evaluate(node, world).answer == expected.get(frozenset(held), Answer.CANNOT_TELL)


@patiently
@given(rules(), worlds())
def test_what_failed_and_what_is_unknown_account_for_each_way(node, world):
    for tried in evaluate(node, world).tried:
        assert (tried.answer == Answer.YES) == (not tried.failed and not tried.unknown)
        assert (tried.answer == Answer.NO) == bool(tried.failed)


def test_properties_of_one_named_part_must_be_on_one_part():
    assert on_awl("PART(object, x) AND SHAPE(x, pointed) AND MADE_OF(x, steel)").fired == 0
    apart = on_awl("PART(object, x) AND SHAPE(x, pointed) AND SIZE(x, long)")
    assert apart.answer == Answer.NO
    assert [render(atom) for atom in apart.tried[0].failed] == ["SIZE(x, long)"]
    assert apart.tried[0].bound == (("x", "spike"),)


def test_what_is_said_of_the_object_may_be_of_any_part():
    assert on_awl("SHAPE(object, pointed) AND SIZE(object, long)").answer == Answer.YES


def test_a_broader_value_holds_with_a_narrower_one():
    assert on_awl("MADE_OF(object, metal)").answer == Answer.YES


def test_the_first_way_that_holds_is_named():
    found = on_awl("SHAPE(object, round) OR SIZE(object, long) OR MADE_OF(object, steel)")
    assert [tried.answer for tried in found.tried] == [
        Answer.CANNOT_TELL,  # round is no value of the vocabulary
        Answer.YES,
        Answer.YES,
    ]
    assert found.fired == 1


def test_a_part_shares_the_material_of_the_whole_unless_it_has_its_own():
    sheet = ObjectSheet("a", "a", "", AWL.properties | {Property(Dimension.SHAPE, "knob", "end")})
    world = of_sheet(sheet, VOCABULARY, {})
    assert world.holds(WOOD, "end") == Answer.YES
    assert world.holds(WOOD, "spike") == Answer.CANNOT_TELL
    assert world.holds(LONG, "end") == Answer.NO


def test_what_was_told_of_an_object_answers_for_every_part():
    told = ToldWorld({POINTED: Answer.YES, STEEL: Answer.NO})
    tried = evaluate(parse("PART(object, x) AND SHAPE(x, pointed) AND MADE_OF(x, steel)"), told)
    assert tried.answer == Answer.NO
    assert evaluate(parse("SIZE(object, long)"), told).answer == Answer.CANNOT_TELL


@patiently
@given(rules())
def test_ways_are_counted_as_they_are_multiplied_out(node):
    assert branches.count(node) == len(branches.branches(node))
    assert {a for way in branches.branches(node) for a in way.atoms} == set(atoms(node))


def test_a_rule_of_too_many_ways_is_refused_without_multiplying_it_out():
    either = "(SHAPE(object, a) OR SHAPE(object, b))"
    with pytest.raises(TooManyBranches, match="1099511627776 ways; 500 at most"):
        branches.branches(parse(" AND ".join([either] * 40)))
