"""The modular set-up: objects first, then states, mapped back to the letters of the question."""

import pytest

from evaluation.coat import modular
from evaluation.coat.labels import Labels
from evaluation.coat.modular import NoneKept, ObjectList, read_objects, second_stage
from evaluation.coat.prompting import PROFILES, messages
from evaluation.coat.questions import Option, Question, Role
from evaluation.coat.records import Configuration, State
from evaluation.coat.rendering import render
from evaluation.coat.variations import Kind

SHOWN = {"ClawHammer": "Claw Hammer", "Mallet": "Mallet", "Tent": "Tent"}


def option(number, name, role):
    state = State(name, "medium", "Wood", "RoomTemp", "free", ("clean", "dirty")[number % 2])
    return Option(name, role, Configuration(number, state))


QUESTION = Question(
    1,
    "driving_in",
    "nail a board",
    (
        option(1, "Mallet", Role.CONTEXT),
        option(2, "Tent", Role.RANDOM),
        option(3, "ClawHammer", Role.CONTEXT),
        option(4, "ClawHammer", Role.CORRECT),
    ),
    3,
)
WHOLE = render(Kind.FULL_IDEAL, QUESTION, Labels())


def test_the_first_stage_names_each_object_once_and_no_state():
    objects = modular.objects_of(QUESTION, Labels())
    asked = modular.first_messages(PROFILES["letter-modular"], Kind.FULL_IDEAL, WHOLE.text, objects)
    assert asked[1].text == f"{WHOLE.text}\nObjects:\n- Mallet\n- Tent\n- Claw Hammer"
    assert '{"objects": ["X", "Y"]}' in asked[0].text


def test_sets_that_are_not_full_have_no_modular_set_up():
    with pytest.raises(ValueError, match="task-1 has no modular set-up; full-ideal, full-mod"):
        modular.first_messages(PROFILES["letter-modular"], Kind.TASK_1, "?", SHOWN)


@pytest.mark.parametrize(
    ("reply", "named", "unknown"),
    [
        ('{"objects": ["Mallet", "Claw Hammer"]}', ("Mallet", "ClawHammer"), 0),
        ('```json\n["mallet"]\n```', ("Mallet",), 0),
        ('["Mallet", "Mallet", "Drill", "Saw"]', ("Mallet",), 2),
        ('<think>["Tent"]?</think>{"objects": ["ClawHammer"]}', ("ClawHammer",), 0),
        ('{"objects": []}', (), 0),
        ('["Drill"]', (), 1),
        ("None.", (), 0),
        ("- Mallet\n- **Claw Hammer**\n- Drill", ("Mallet", "ClawHammer"), 1),
        ("1. Tent\n2) Mallet", ("Tent", "Mallet"), 0),
        ("Mallet, Tent", ("Mallet", "Tent"), 0),
        ("Mallet", ("Mallet",), 0),
    ],
)
def test_a_list_of_objects_is_read(reply, named, unknown):
    assert read_objects(reply, SHOWN) == ObjectList(named, unknown)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I cannot tell which one is suited.",
        "Not the Mallet but the Tent is suited.",
        '["Mallet"] or ["Tent"]',
        "[1, 2]",
        "[Mallet]",
    ],
)
def test_what_is_no_list_is_not_read_into_one(reply):
    assert read_objects(reply, SHOWN) is None


def test_options_of_listed_objects_are_lettered_anew_and_mapped_back():
    stage = second_stage(["ClawHammer", "Mallet"], QUESTION)
    assert not stage.settled
    assert stage.originals == {"A": "A", "B": "C", "C": "D"}
    narrowed = stage.question(WHOLE)
    assert list(narrowed.options.values()) == [WHOLE.options[each] for each in "ACD"]
    assert [stage.original(each) for each in ("A", "B", "C", None)] == ["A", "C", "D", None]
    asked = messages(PROFILES["letter-modular"], Kind.FULL_IDEAL, narrowed)
    assert "Tent" not in asked[1].text


def test_one_option_kept_is_the_answer():
    stage = second_stage(["Mallet"], QUESTION)
    assert (stage.settled, stage.only) == (True, "A")


def test_one_object_with_two_options_needs_the_second_stage():
    assert not second_stage(["ClawHammer"], QUESTION).settled


def test_no_option_kept_is_no_answer_unless_all_are_to_go_on():
    stage = second_stage([], QUESTION)
    assert (stage.settled, stage.only) == (True, None)
    every = second_stage([], QUESTION, NoneKept.ALL_OPTIONS)
    assert every.originals == {letter: letter for letter in "ABCD"}
    some = second_stage(["Tent"], QUESTION, NoneKept.ALL_OPTIONS)
    assert list(some.originals.values()) == ["B"]


@pytest.mark.parametrize("text", ["[" + "9" * 5000 + "]", "[" * 5000], ids=["number", "deep"])
def test_a_list_that_no_parser_holds_is_no_list(text):
    found = read_objects(text, modular.objects_of(QUESTION, Labels()))
    assert found is None or found.named == ()
