import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.kari.syntax import RuleUnreadable, parse, render
from evaluation.kari.tree import And, Atom, Or, Part, Place
from games.roles import Pair
from games.sheets import Dimension
from tests.unit.kari_rules import patiently, rules

POINTED = Atom("tip", Pair(Dimension.SHAPE, "pointed"))
FLAT = Atom("object", Pair(Dimension.SHAPE, "flat"))
TIP = Part("object", "tip")
# Everything that the language is written with, and what it is not.
SCRAPS = st.sampled_from(
    ["AND", "OR", "PART", "MADE_OF", "SHAPE(", "(", ")", ",", "object", "tip", "\n", "é", "Wood"]
)


def test_and_binds_more_tightly_than_or():
    read = parse("SHAPE(object, flat) OR PART(object, tip) AND SHAPE(tip, pointed)")
    assert read == Or((FLAT, And((TIP, POINTED))))


def test_the_form_of_a_function_call_is_read_too():
    called = "OR(SHAPE(object, flat), AND(PART(object, tip), SHAPE(tip, pointed)))"
    assert parse(called) == Or((FLAT, And((TIP, POINTED))))


def test_brackets_that_change_nothing_are_dropped():
    assert render(parse("((SHAPE(object,flat)) AND\n (SIZE(object , long)))")) == (
        "SHAPE(object, flat) AND SIZE(object, long)"
    )


def test_an_atom_knows_where_it_stands():
    read = parse("SHAPE(object, flat)\n  OR SIZE(object, long)")
    assert isinstance(read, Or)
    assert read.members[1].place == Place(2, 6)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Line 1, column 1: the rule ends too early. Expected: “(”, MADE_OF"),
        ("SHAPE(object, flat) AND", "Line 1, column 24: the rule ends too early. Expected: “(”"),
        ("SHAPE(object flat)", "Line 1, column 14: 'flat' cannot stand here. Expected: “,”."),
        ("SHAPE(object,\nx) WITH", "Line 2, column 4: 'WITH' cannot be read. Expected: AND, OR"),
        ("SHAPE(object, Steel)", "column 15: 'Steel' cannot be read. Expected: a name in snake"),
        ("SHAPE(object, flat))", "column 20: ')' cannot stand here. Expected: the end of the"),
        ("COLOUR(object, red)", "column 1: 'COLOUR' cannot be read. Expected: “(”, MADE_OF"),
    ],
)
def test_an_error_says_where_and_what_could_stand_there(text, message):
    with pytest.raises(RuleUnreadable, match=re.escape(message)):
        parse(text)


def test_a_rule_that_is_too_long_or_too_deep_is_refused():
    with pytest.raises(RuleUnreadable, match="20001 characters; 20000 at most"):
        parse("(" * 20_001)
    with pytest.raises(RuleUnreadable, match="column 41: The rule is nested deeper than 40"):
        parse("(" * 41 + "SHAPE(object, flat)" + ")" * 41)


@patiently
@given(rules())
def test_print_and_parse_undo_each_other(node):
    assert parse(render(node)) == node
    assert render(parse(render(node))) == render(node)


@patiently
@given(st.one_of(st.text(), st.lists(SCRAPS, max_size=60).map(" ".join)))
def test_garbage_is_read_or_refused_with_its_place(text):
    try:
        node = parse(text)
    except RuleUnreadable as error:
        lines = text.split("\n")
        assert 1 <= error.place.line <= len(lines)
        assert 1 <= error.place.column <= len(lines[error.place.line - 1]) + 1
    else:
        assert parse(render(node)) == node


@pytest.mark.parametrize(
    "scrap", ["(", ")", "OR ", "OR(", "AND(SHAPE(a, b), ", "SHAPE(a, b) ", "a_" * 5, "SHAPE(", "é"]
)
def test_the_longest_garbage_is_refused_at_once(scrap):
    # A reader that tries one way after another would not end here.
    with pytest.raises(RuleUnreadable):
        parse((scrap * 20_000)[:20_000])


def test_the_longest_rule_is_read():
    text = " OR ".join(["SHAPE(object, flat)"] * 850)
    assert len(text) <= 20_000
    assert render(parse(text)) == text
