"""The five kinds of judgement behind an Affordance20Q catalogue."""

import pytest

from annotation.kinds import (
    affordance_definition,
    answers,
    consolidation,
    object_affordance,
    object_filter,
    object_properties,
    oracle_answer,
)
from annotation.kinds.base import BadAnswer, BadSnapshot, Form, Kind, Level
from annotation.kinds.snapshots import words

MUG = "A cup of glazed stoneware, 9 cm high, with a loop at its side. It weighs 340 g."
FILTER = {"object": "mug", "name": "mug", "description": MUG}
DEFINITION = {
    "affordance": "hold_liquid",
    "definition": "Filled to the brim, it loses no drop in a minute.",
    "conditions": "a hollow without holes",
}
PROPERTIES = {
    "object": "mug",
    "description": MUG,
    "properties": {"shape": {"hollow": [], "loop": ["handle"]}, "material": {"glass": []}},
    "values": {"shape": ["flat", "hollow", "handle", "loop"], "material": ["stoneware", "glass"]},
}
PAIR = {**DEFINITION, "object": "mug", "description": MUG}
ORACLE = {"object": "mug", "description": MUG, "question": "Is it made of clay?", "answer": "no"}

KINDS: list[tuple[Kind, dict]] = [
    (object_filter.KIND, FILTER),
    (affordance_definition.KIND, DEFINITION),
    (object_properties.KIND, PROPERTIES),
    (object_affordance.KIND, PAIR),
    (oracle_answer.KIND, ORACLE),
]
by_kind = pytest.mark.parametrize(("kind", "good"), KINDS, ids=[each.key for each, _ in KINDS])


def question(kind, name, snapshot):
    return next(each for each in kind.questions(snapshot) if each.name == name)


def refusal(kind, snapshot, **posted):
    with pytest.raises(BadAnswer) as caught:
        answers.read(kind, snapshot, {name: [value] for name, value in posted.items()})
    return caught.value.question


def problem(kind, snapshot):
    with pytest.raises(BadSnapshot) as caught:
        kind.check(snapshot)
    return str(caught.value)


@by_kind
def test_a_good_snapshot_passes(kind, good):
    kind.check(good)


@by_kind
def test_a_key_is_its_module_and_each_keyboard_key_means_one_choice(kind, good):
    assert type(kind).__module__ == f"annotation.kinds.{kind.key}"
    for asked in kind.questions(good):
        keys = [choice.key for choice in asked.choices if choice.key]
        assert len(set(keys)) == len(keys)


@by_kind
def test_guidelines_are_short(kind, good):
    lines = kind.guidelines.splitlines()
    assert 15 <= len(lines) <= 40
    assert max(map(len, lines)) <= 100


@by_kind
def test_a_missing_and_an_unknown_field_are_named(kind, good):
    for field in good:
        without = {name: value for name, value in good.items() if name != field}
        assert problem(kind, without) == f"{field}: This field is missing."
    assert problem(kind, {**good, "price": "4"}).startswith("price: This field is unknown;")


@by_kind
def test_each_field_of_another_type_is_named(kind, good):
    for field in good:
        assert problem(kind, {**good, field: 3}).startswith(f"{field}: ")


@by_kind
def test_texts_have_limits_and_only_characters_that_can_be_kept(kind, good):
    for field, value in good.items():
        if isinstance(value, str) and field != "answer":
            assert problem(kind, {**good, field: "x" * 5000}).startswith(f"{field}: 5000 char")
            for bad in ("a\x00", "a\ud83d"):
                said = f"{field}: The text has a character that cannot be kept."
                assert problem(kind, {**good, field: bad}) == said


@by_kind
def test_only_some_texts_may_be_empty(kind, good):
    optional = {"conditions"} | ({"description"} if kind is object_filter.KIND else set())
    for field, value in good.items():
        if field in optional:
            kind.check({**good, field: ""})
        elif isinstance(value, str):
            assert problem(kind, {**good, field: " "}).startswith(f"{field}: ")


@by_kind
def test_units_of_an_object_stand_together(kind, good):
    assert kind.block(good) == ("" if kind is affordance_definition.KIND else "mug")


# object_filter


def test_an_object_is_judged_twice():
    asked = object_filter.KIND.questions(FILTER)
    assert [each.name for each in asked] == ["discrete", "hidden_mechanism"]
    for each in asked:
        assert (each.form, each.level) == (Form.ONE, Level.NOMINAL)
        assert [(c.value, c.key) for c in each.choices] == [
            ("yes", "y"), ("no", "n"), ("unsure", "3")
        ]  # fmt: skip


def test_an_object_needs_both_answers():
    kind = object_filter.KIND
    posted = {"discrete": ["yes"], "hidden_mechanism": ["unsure"]}
    answer = {"discrete": "yes", "hidden_mechanism": "unsure"}
    assert answers.read(kind, FILTER, posted) == answer
    ratings = [answers.rating(each, answer) for each in kind.questions(FILTER)]
    assert ratings == ["yes", None]
    assert refusal(kind, FILTER, discrete="yes") == "hidden_mechanism"
    assert refusal(kind, FILTER, hidden_mechanism="no") == "discrete"
    assert refusal(kind, FILTER, discrete="perhaps", hidden_mechanism="no") == "discrete"


def test_objects_are_filtered_by_more_than_half():
    discrete = question(object_filter.KIND, "discrete", FILTER)
    given = [{"discrete": each} for each in ("yes", "unsure", "yes")]
    assert consolidation.consolidate(discrete, given).value == "yes"
    assert consolidation.consolidate(discrete, given[:2]).value is None


# affordance_definition


def test_a_kept_definition_is_one_choice():
    kind = affordance_definition.KIND
    posted = {"verdict": ["keep"], "definition": [" "], "conditions": [""], "reason": [""]}
    assert answers.read(kind, DEFINITION, posted) == {"verdict": "keep"}


def test_a_change_brings_both_texts():
    posted = {
        "verdict": ["change"],
        "definition": [" Full of water, it stays dry outside. "],
        "conditions": ["x" * 500],
        "reason": ["a drop is not seen"],
    }
    assert answers.read(affordance_definition.KIND, DEFINITION, posted) == {
        "verdict": "change",
        "definition": "Full of water, it stays dry outside.",
        "conditions": "x" * 500,
        "reason": "a drop is not seen",
    }


def test_a_drop_brings_its_reason():
    posted = {"verdict": ["drop"], "reason": ["it tells a use"]}
    answer = {"verdict": "drop", "reason": "it tells a use"}
    assert answers.read(affordance_definition.KIND, DEFINITION, posted) == answer


@pytest.mark.parametrize(
    ("posted", "name"),
    [
        ({}, "verdict"),
        ({"verdict": "rewrite"}, "verdict"),
        ({"verdict": "change"}, "definition"),
        ({"verdict": "change", "conditions": "hollow"}, "definition"),
        ({"verdict": "change", "definition": "It holds water."}, "conditions"),
        ({"verdict": "change", "definition": "x" * 501, "conditions": "y"}, "definition"),
        ({"verdict": "change", "definition": "x", "conditions": "y" * 501}, "conditions"),
        ({"verdict": "keep", "definition": "It holds water."}, "definition"),
        ({"verdict": "keep", "conditions": "hollow"}, "conditions"),
        ({"verdict": "drop", "reason": "a use", "conditions": "hollow"}, "conditions"),
        ({"verdict": "drop"}, "reason"),
        ({"verdict": "drop", "reason": " "}, "reason"),
        ({"verdict": "drop", "reason": "x" * 501}, "reason"),
    ],
)
def test_a_verdict_refuses_what_does_not_belong_to_it(posted, name):
    assert refusal(affordance_definition.KIND, DEFINITION, **posted) == name


def test_verdicts_are_counted_and_texts_are_not():
    kind = affordance_definition.KIND
    change = {"verdict": "change", "definition": "d", "conditions": "c"}
    given = [change, change, {"verdict": "keep"}]
    verdict = question(kind, "verdict", DEFINITION)
    assert [answers.rating(verdict, each) for each in given] == ["change", "change", "keep"]
    assert consolidation.consolidate(verdict, given).value == "change"
    text = consolidation.consolidate(question(kind, "definition", DEFINITION), given)
    assert (text.value, text.answered) == (None, 2)


# object_affordance


def test_a_pair_has_one_label_and_unsure_is_missing():
    kind = object_affordance.KIND
    (label,) = kind.questions(PAIR)
    assert label.level == Level.NOMINAL
    given = [answers.read(kind, PAIR, {"label": [each]}) for each in ("no", "unsure", "no")]
    assert [answers.rating(label, each) for each in given] == ["no", None, "no"]
    assert consolidation.consolidate(label, given).value == "no"
    assert consolidation.consolidate(label, [*given, {"label": "yes"}]).value is None


@pytest.mark.parametrize("posted", [{}, {"label": "maybe"}, {"label": ""}])
def test_a_pair_is_refused_without_a_label(posted):
    assert refusal(object_affordance.KIND, PAIR, **posted) == "label"


# oracle_answer


def test_cannot_tell_is_an_answer_like_another():
    kind = oracle_answer.KIND
    (asked,) = kind.questions(ORACLE)
    assert asked.level == Level.NOMINAL
    given = [answers.read(kind, ORACLE, {"answer": [a]}) for a in ("cannot_tell", "yes")]
    assert [answers.rating(asked, each) for each in given] == ["cannot_tell", "yes"]
    assert consolidation.consolidate(asked, [*given, given[0]]).value == "cannot_tell"
    assert consolidation.consolidate(asked, given).open == ("cannot_tell", "yes")


def test_a_judge_sees_the_same_whatever_the_oracle_said():
    kind = oracle_answer.KIND
    assert kind.questions(ORACLE) == kind.questions({**ORACLE, "answer": "yes"})


@pytest.mark.parametrize("posted", [{}, {"answer": "unsure"}])
def test_a_question_is_refused_without_one_of_the_three_answers(posted):
    assert refusal(oracle_answer.KIND, ORACLE, **posted) == "answer"


def test_an_oracle_says_one_of_three_words():
    said = "answer: 'perhaps' is none of yes, no, cannot_tell."
    assert problem(oracle_answer.KIND, {**ORACLE, "answer": "perhaps"}) == said


def test_a_key_that_was_made_of_a_possessive_is_read_as_one():
    assert words("carpenter_s_square") == "carpenter’s square"
    assert words("hang_on_hook") == "hang on hook"
