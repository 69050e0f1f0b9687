"""What is wrong in an object's list of properties, and what is missing from it."""

import pytest

from annotation.kinds import answers, consolidation, object_properties
from annotation.kinds.base import Level
from tests.unit.test_kinds_affordances import PROPERTIES, problem, question, refusal


def test_listed_values_can_be_wrong_and_the_others_missing():
    wrong, missing, comment = object_properties.KIND.questions(PROPERTIES)
    assert [(c.value, c.label, c.definition, c.group) for c in wrong.choices] == [
        ("material:glass", "glass", "", "material"),
        ("shape:hollow", "hollow", "", "shape"),
        ("shape:loop", "loop", "handle", "shape"),
    ]
    assert [choice.value for choice in missing.choices] == [
        "material:stoneware",
        "shape:flat",
        "shape:handle",
    ]
    assert [each.level for each in (wrong, missing, comment)] == [
        Level.SETS, Level.SETS, Level.NONE
    ]  # fmt: skip


def test_the_choices_do_not_depend_on_how_the_database_orders_names():
    turned = {
        **PROPERTIES,
        "values": dict(reversed(PROPERTIES["values"].items())),
        "properties": {
            dimension: dict(reversed(values.items()))
            for dimension, values in reversed(PROPERTIES["properties"].items())
        },
    }
    kind = object_properties.KIND
    assert kind.questions(turned) == kind.questions(PROPERTIES)


def test_nothing_to_change_is_two_empty_sets():
    kind = object_properties.KIND
    answer = answers.read(kind, PROPERTIES, {"comment": [""]})
    assert answer == {"wrong": [], "missing": []}
    ratings = [answers.rating(each, answer) for each in kind.questions(PROPERTIES)]
    assert ratings == [[], [], None]


def test_wrong_and_missing_are_read_together():
    posted = {
        "wrong": ["material:glass"],
        "missing": ["material:stoneware", "shape:handle"],
        "comment": ["the glaze is a coat"],
    }
    assert answers.read(object_properties.KIND, PROPERTIES, posted) == {
        "wrong": ["material:glass"],
        "missing": ["material:stoneware", "shape:handle"],
        "comment": "the glaze is a coat",
    }


@pytest.mark.parametrize(
    ("posted", "name"),
    [
        ({"wrong": "shape:flat"}, "wrong"),
        ({"wrong": "glass"}, "wrong"),
        ({"missing": "shape:hollow"}, "missing"),
        ({"missing": "shape:round"}, "missing"),
        ({"comment": "x" * 1001}, "comment"),
    ],
)
def test_values_on_the_wrong_list_are_refused(posted, name):
    assert refusal(object_properties.KIND, PROPERTIES, **posted) == name


def test_an_object_without_properties_and_one_with_all_can_be_asked_about():
    kind = object_properties.KIND
    bare = {**PROPERTIES, "properties": {}}
    full = {**PROPERTIES, "properties": {"size": {"big": []}}, "values": {"size": ["big"]}}
    kind.check(bare)
    kind.check(full)
    assert question(kind, "wrong", bare).choices == ()
    assert answers.read(kind, full, {"wrong": ["size:big"]})["wrong"] == ["size:big"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"values": {}}, "values: 1 dimension or more is needed."),
        ({"values": {"a:b": ["c"]}}, "values.a:b: A dimension's name has no colon."),
        ({"values": {f"d{i}": [] for i in range(11)}}, "values: 11 entries; 10 at most."),
        ({"values": {"shape": "flat"}}, "values.shape: A list is needed here."),
        ({"values": {"shape": ["a", "a"]}}, "values.shape: An entry stands here twice."),
        ({"values": {"shape": ["x" * 101]}}, "values.shape[0]: 101 characters; 100 at most."),
        (
            {"values": {"shape": [str(i) for i in range(1001)]}},
            "values.shape: 1001 entries; 0 to 1000 are allowed.",
        ),
        ({"properties": {"age": {}}}, "properties.age: values has no such dimension."),
        ({"properties": {"shape": ["flat"]}}, "properties.shape: A JSON object is needed here."),
        (
            {"properties": {"shape": {"round": []}}},
            "properties.shape.round: The vocabulary has no such value.",
        ),
        (
            {"properties": {"shape": {"flat": "rim"}}},
            "properties.shape.flat: A list is needed here.",
        ),
        (
            {"properties": {"shape": {"flat": [7]}}},
            "properties.shape.flat[0]: A text is needed here.",
        ),
        (
            {"values": {"": []}},
            "values, name '': 1 characters or more are needed; spaces do not count.",
        ),
    ],
)
def test_a_property_table_that_cannot_be_shown_is_refused(changes, said):
    assert problem(object_properties.KIND, {**PROPERTIES, **changes}) == said


def test_a_value_is_wrong_for_more_than_half_and_open_at_half():
    wrong = question(object_properties.KIND, "wrong", PROPERTIES)
    glass, both = {"wrong": ["material:glass"]}, {"wrong": ["material:glass", "shape:loop"]}
    assert consolidation.consolidate(wrong, [glass, both, {"wrong": []}]).value == [
        "material:glass"
    ]
    half = consolidation.consolidate(wrong, [glass, both])
    assert (half.value, half.open) == (None, ("shape:loop",))
