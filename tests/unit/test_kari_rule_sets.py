import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.kari import rule_set_files, rule_sets, vocabulary
from evaluation.kari.anchoring import Anchor
from evaluation.kari.facts import Fact, Kind, Origin
from evaluation.kari.rule_sets import Rule, RuleSet, Used, Word
from evaluation.kari.syntax import parse
from games.roles import Pair
from games.sheets import Dimension
from tests.unit.kari_rules import patiently, rules

POINTED = Pair(Dimension.SHAPE, "pointed")
LINE = Fact(
    Kind.DESCRIPTION,
    "awl",
    "a pointed tool",
    Origin("data.noun", 7, "0276\ta pointed “tool”", "02769075"),
)
PIERCE = Rule(
    "pierce_through",
    "pierce through",
    parse("PART(object, tip) AND SHAPE(tip, pointed)"),
    rule_sets.cited(POINTED, [Anchor("awl", (LINE,))]),
)
FOLD = Rule("fold_flat", "fold flat", parse("SHAPE(object, flat)"))
SET = RuleSet(
    name="trial",
    version=2,
    rules=(FOLD, PIERCE),
    vocabulary=(Word(Pair(Dimension.SHAPE, "flat")), Word(POINTED, ("pointy", "sharp_ended"))),
    made_with=(("model", "none, by hand"), ("source", "WordNet 3.0")),
    used=(Used("open-1", ("awl", "map")),),
)


def changed(line, **fields):
    """The set's bytes with fields of one line changed, counted from 1; None takes a field out."""
    rows = [json.loads(each) for each in rule_set_files.write(SET).splitlines()]
    rows[line - 1] |= fields
    kept = [{name: value for name, value in row.items() if value is not None} for row in rows]
    return "".join(json.dumps(row) + "\n" for row in kept).encode()


def problems(data):
    reading = rule_set_files.read(data, "rules.jsonl")
    assert reading.content is None
    return [str(error) for error in reading.errors]


def test_a_set_is_read_as_it_was_written():
    reading = rule_set_files.read(rule_set_files.write(SET))
    assert reading.errors == ()
    assert reading.content == SET
    assert reading.content.rule_of("pierce_through") == PIERCE
    assert SET.label == "trial/2"


def test_single_rules_are_read_out_of_an_opened_file():
    # Files keep the order of their maker; pages have that of the keys.
    head, fold, pierce = rule_set_files.write(SET).splitlines(keepends=True)
    opened = rule_set_files.opened(head + pierce + fold.rstrip(b"\n"))
    assert opened.head == replace(SET, rules=())
    assert list(opened.lines) == ["fold_flat", "pierce_through"]
    assert tuple(map(opened.rule_of, opened.lines)) == SET.rules
    assert opened.rule_of("dig") is None


@patiently
@given(st.lists(rules(1), max_size=2))
def test_any_sound_rules_are_read_as_they_were_written(nodes):
    made = tuple(Rule(f"a{at}", f"do {at}", node) for at, node in enumerate(nodes))
    plain = RuleSet("trial", 1, made)
    assert rule_set_files.read(rule_set_files.write(plain)).content == plain


def test_the_hash_is_of_the_content_and_not_of_its_order():
    turned = replace(SET, rules=SET.rules[::-1])
    assert rule_set_files.sha256(turned) == rule_set_files.sha256(SET)
    assert rule_set_files.sha256(replace(SET, version=3)) != rule_set_files.sha256(SET)


def test_another_layout_of_the_same_file_gives_the_same_set():
    assert rule_set_files.read(changed(2, rule="(SHAPE(object,\n flat))")).content == SET


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "rules.jsonl: The file is empty."),
        (changed(1, format="rules/9"), ":1: format: The file is of another format than afford"),
        (changed(1, version=0), ":1: version: 0 is not a whole number from 1"),
        (changed(1, name="n" * 99), ":1: name: Name and version have more than 100 characters"),
        (changed(1, used=[{"catalogue": "open-1"}]), ":1: used[0].objects: None is not a list"),
        (changed(1, vocabulary={"colour": {}}), ":1: vocabulary.colour: 'colour' is none of"),
        (
            changed(1, vocabulary={"shape": {"flat": ["even"], "even": []}}),
            ":1: vocabulary: SHAPE:even stands for even already.",
        ),
        (changed(2, rule="SHAPE(object flat)"), ":2: rule: Line 1, column 14: 'flat' cannot"),
        (changed(2, rule="SHAPE(object, pointy)"), ":2: rule: Line 1, column 1: pointy is writ"),
        (changed(2, rule="SHAPE(object, foldable)"), "rule: Line 1, column 1: foldable speaks of"),
        (changed(3, affordance="fold_flat"), ":3: affordance: fold_flat has a rule above"),
        (changed(3, text=None), ":3: text: This field is missing."),
        (changed(3, colour="red"), ":3: colour: This field is unknown here."),
        (changed(3, rule="SHAPE(object, flat)"), "evidence[0]: The rule does not speak of SHAPE"),
        (changed(3, evidence=[{"line": 0}]), ":3: evidence[0].line: This is not a whole number"),
    ],
)
def test_what_is_wrong_with_a_file_is_named_with_its_line(data, problem):
    assert any(problem in each for each in problems(data))


def test_all_problems_of_a_file_come_at_once():
    data = changed(1, version=-1).replace(b"SHAPE(object, flat)", b"SHAPE(object, knobbly)")
    assert [each.split(":")[1] for each in problems(data)] == ["1", "2"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["shape", "line", "a", "É"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@patiently
@given(
    st.integers(1, 3),
    st.sampled_from(
        ["format", "name", "version", "made_with", "used", "vocabulary"]
        + ["affordance", "text", "rule", "evidence", "more"]
    ),
    JSON,
)
def test_whatever_stands_in_a_field_gives_a_set_or_errors(line, field, value):
    reading = rule_set_files.read(changed(line, **{field: value}))
    assert (reading.content is None) == bool(reading.errors)


def test_a_vocabulary_goes_into_a_set_and_comes_out_again():
    known = vocabulary.with_synonym(vocabulary.of_values([POINTED]), POINTED, "pointy")
    words = rule_sets.words_of(known)
    assert words == (Word(POINTED, ("pointy",)),)
    assert rule_sets.vocabulary_of(words).meanings == known.meanings


def test_a_set_is_contaminated_by_objects_and_labels_of_the_games():
    assert rule_sets.contamination(SET, "open-1", ["map", "cup"]) == (
        "rules trial/2 were made with 1 of the games' objects"
    )
    assert rule_sets.contamination(SET, "open-1", ["cup"]) == ""
    assert rule_sets.contamination(SET, "open-2", ["map"]) == ""
    labelled = replace(SET, used=(Used("open-1", (), labels=True),))
    assert rule_sets.contamination(labelled, "open-1", ["cup"]) == (
        "rules trial/2 were made with labels of open-1"
    )
