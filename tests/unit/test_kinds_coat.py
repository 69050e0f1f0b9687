"""The five kinds of COAT: what a unit may be, what it asks, which answers it takes and gives."""

import pytest

from annotation.kinds import answers
from annotation.kinds.base import BadAnswer, BadSnapshot, Form, Level
from annotation.kinds.consolidation import consolidate
from tests.unit.coat_units import KINDS, ROPE, STATE, UNITS, UTILITY, VALUES


def asked(unit):
    return {each.name: each for each in KINDS[unit].questions(UNITS[unit])}


def read(unit, **posted):
    return answers.read(KINDS[unit], UNITS[unit], posted)


@pytest.mark.parametrize("unit", UNITS)
def test_a_good_snapshot_is_taken(unit):
    KINDS[unit].check(UNITS[unit])


@pytest.mark.parametrize(
    ("unit", "change", "message"),
    [
        ("utility", {"name": ""}, "^name: 1 characters or more"),
        ("utility", {"object": "x" * 101}, "^object: 101 characters; 100 at most"),
        ("utility", {"picture": "rope.png"}, "^picture: This field is unknown"),
        ("utility", {"utilities": None}, "^utilities: A list"),
        ("utility", {"utilities": []}, "^utilities: 0 entries; 1 to 60"),
        ("utility", {"utilities": ["binding"]}, r"^utilities\[0\]: A JSON object"),
        ("utility", {"utilities": [{"key": "a", "label": "A"}]}, r"^utilities\[0\]: .*phrase"),
        (
            "utility",
            {"utilities": [{"key": "a", "label": 1, "phrase": "b"}]},
            r"^utilities\[0\]\.label: A text",
        ),
        ("context", {"task_text": "x" * 301}, "^task_text: 301 characters; 300 at most"),
        ("context", {"utility": 7}, "^utility: A text"),
        ("context", {"objects": [{"key": "a", "label": "A"}] * 2}, "^objects, the keys: .*twice"),
        ("context", {"objects": [{"key": "a", "label": "A"}] * 61}, "^objects: 61 entries"),
        ("common", {"form": "rare"}, "^form: 'rare' is none of common, ideal"),
        ("common", {"variables": {"mass": ["light"]}}, "^variables: It has mass, material, temp"),
        ("common", {"glosses": {"heavy": "5 to 10 kg"}}, "^glosses: 'heavy' is no value"),
        ("common", {"glosses": {"light": ""}}, "^glosses.light: 1 characters"),
        ("common", {"defaults": {"mass": ["light"]}}, "^defaults: This field is unknown"),
        ("ideal", {"variables": STATE}, "^variables: It has temperature, in_use, condition, these"),
        ("ideal", {"defaults": {"mass": ["light"]}}, "^defaults: 'mass' is none of temperature"),
        ("ideal", {"defaults": {"in_use": ["lent"]}}, "^defaults.in_use: 'lent' is none"),
        ("materials", {"form": "parts"}, "^form: 'parts' is none of materials, whole"),
        ("materials", {"materials": ["Hemp"]}, "^materials: 1 entries; 2 to 20"),
        ("materials", {"materials": ["Hemp", "Hemp"]}, "^materials: .*twice"),
        ("materials", {"configuration": STATE}, "^configuration: This field is unknown"),
        ("whole", {"configuration": {"mass": "light"}}, "^configuration: It has mass, material"),
        ("whole", {"configuration": {**STATE, "mass": ["light"]}}, "^configuration.mass: A text"),
        ("whole", {"materials": ["Hemp", "Nylon"]}, "^materials: This field is unknown"),
        ("ranking", {"materials": ["Hemp"]}, "^materials: 1 entries; 2 to 20"),
        ("ranking", {"form": "materials"}, "^form: This field is unknown"),
    ],
)
def test_a_bad_snapshot_is_refused_by_the_name_of_its_field(unit, change, message):
    with pytest.raises(BadSnapshot, match=message):
        KINDS[unit].check({**UNITS[unit], **change})


@pytest.mark.parametrize("unit", UNITS)
def test_every_field_is_needed_but_glosses_and_defaults(unit):
    for field in set(UNITS[unit]) - {"glosses", "defaults"}:
        rest = {name: value for name, value in UNITS[unit].items() if name != field}
        with pytest.raises(BadSnapshot, match=f"^{field}: "):
            KINDS[unit].check(rest)
    needed = {k: v for k, v in UNITS[unit].items() if k not in ("glosses", "defaults")}
    KINDS[unit].check(needed)


def test_an_empty_list_of_a_variable_is_refused():
    variables = {**UNITS["ideal"]["variables"], "in_use": []}
    with pytest.raises(BadSnapshot, match="^variables.in_use: 0 entries; 1 to 40"):
        VALUES.check({**UNITS["ideal"], "variables": variables})


@pytest.mark.parametrize("unit", UNITS)
def test_keys_are_unique_within_a_question(unit):
    for question in asked(unit).values():
        keys = [choice.key for choice in question.choices if choice.key]
        assert len(set(keys)) == len(keys)


def test_a_tenth_utility_has_no_key():
    many = [{"key": f"u{i}", "label": f"U{i}", "phrase": "serves"} for i in range(10)]
    (question,) = UTILITY.questions({**ROPE, "utilities": many})
    assert [choice.key for choice in question.choices] == [*"123456789", ""]


def test_a_utility_is_shown_by_its_label_and_told_by_its_phrase():
    binding = asked("utility")["utilities"].choices[0]
    assert (binding.value, binding.label) == ("binding", "Binding")
    assert binding.definition == "ties things together"


def test_variables_are_asked_in_one_order_with_their_glosses():
    common = asked("common")
    assert list(common) == ["mass", "material", "temperature", "in_use", "condition"]
    assert [each.definition for each in common["mass"].choices] == ["up to 1 kg", ""]
    assert list(asked("ideal")) == ["temperature", "in_use", "condition"]


def test_materials_are_rated_one_by_one_and_a_configuration_at_once():
    assert list(asked("materials")) == ["material_Hemp", "material_Nylon", "material_Paper"]
    assert list(asked("whole")) == ["configuration"]
    for question in (asked("materials")["material_Nylon"], asked("whole")["configuration"]):
        assert (question.form, question.level) == (Form.ONE, Level.ORDINAL)
        assert [choice.value for choice in question.choices] == ["bad", "moderate", "ideal"]


def test_units_follow_each_other_by_object_or_by_task_and_utility():
    assert UTILITY.block(UNITS["utility"]) == VALUES.block(UNITS["ideal"]) == "Rope"
    for unit in ("context", "materials", "whole", "ranking"):
        assert KINDS[unit].block(UNITS[unit]) == "moor_boat / binding"


def test_whole_answers_are_read_from_posted_fields():
    assert read("utility", utilities=["binding"]) == {"utilities": ["binding"]}
    assert read("utility") == {"utilities": []}
    given = read("context", objects=["Rope"], suggestion=[" chain "])
    assert given == {"objects": ["Rope"], "none_fits": [], "suggestion": "chain"}
    given = read("context", none_fits=["none"], suggestion=[""])
    assert given == {"objects": [], "none_fits": ["none"]}
    ideal = {"temperature": ["RoomTemp", "Cold"], "in_use": ["free"], "condition": ["clean"]}
    assert read("ideal", **ideal) == ideal
    rated = {"material_Hemp": "moderate", "material_Nylon": "bad", "material_Paper": "bad"}
    assert read("materials", **{name: [value] for name, value in rated.items()}) == rated
    assert read("whole", configuration=["moderate"]) == {"configuration": "moderate"}
    ranked = {"order": ["Hemp", "Nylon"], "bad": ["Paper"]}
    assert read("ranking", **ranked) == ranked


ALL_BAD = {f"material_{each}": ["bad"] for each in ("Hemp", "Nylon", "Paper")}


@pytest.mark.parametrize(
    ("unit", "posted", "question", "problem"),
    [
        ("utility", {"utilities": ["eating"]}, "utilities", "'eating' is none of the choices"),
        ("context", {}, "objects", "or say that none does"),
        ("context", {"objects": ["Rope"], "none_fits": ["none"]}, "none_fits", "1 are chosen"),
        (
            "context",
            {"objects": ["Rope"], "suggestion": ["x" * 101]},
            "suggestion",
            "101 characters; 100 at most",
        ),
        ("ideal", {"temperature": ["Cold"], "in_use": ["free"]}, "condition", "Choose 1 or more"),
        ("ideal", {"temperature": ["Hot"]}, "temperature", "'Hot' is none of the choices"),
        ("materials", {"material_Hemp": ["ideal"]}, "material_Nylon", "Choose one"),
        ("materials", ALL_BAD, "", "one or more must be moderate or ideal"),
        ("whole", {}, "configuration", "Choose one"),
        ("ranking", {"bad": ["Hemp", "Nylon", "Paper"]}, "order", "Choose 1 or more"),
        ("ranking", {"order": ["Hemp", "Hemp"]}, "order", "twice"),
        ("ranking", {"order": ["Hemp", "Nylon"]}, "order", "Paper is missing"),
        (
            "ranking",
            {"order": ["Hemp", "Nylon", "Paper"], "bad": ["Nylon"]},
            "bad",
            "Nylon is called bad and stands in the order",
        ),
    ],
)
def test_a_refused_answer_names_its_question(unit, posted, question, problem):
    with pytest.raises(BadAnswer, match=problem) as refused:
        read(unit, **posted)
    assert refused.value.question == question


def test_a_configuration_as_a_whole_may_be_bad():
    assert read("whole", configuration=["bad"]) == {"configuration": "bad"}


@pytest.mark.parametrize("unit", UNITS)
def test_what_a_rater_left_out_is_missing_and_not_empty(unit):
    for question in asked(unit).values():
        assert answers.rating(question, {}) is None
    assert answers.rating(asked("utility")["utilities"], {"utilities": []}) == []


def outcome(unit, question, *given):
    found = consolidate(asked(unit)[question], [{question: each} for each in given])
    return found.value, found.open


def test_a_utility_is_kept_by_more_than_half_and_open_at_half():
    # Binding has 2 of 3, cutting 1 of 3. Of four raters binding has 2: exactly half.
    assert outcome("utility", "utilities", ["binding", "cutting"], ["binding"], []) == (
        ["binding"],
        (),
    )
    assert outcome("utility", "utilities", ["binding"], ["binding"], [], []) == (
        None,
        ("binding",),
    )


def test_one_who_skipped_the_card_has_no_vote_on_its_objects():
    # The skipped card is an empty answer: rope has 2 of 2, ribbon 1 of 2, so ribbon is open.
    question = asked("context")["objects"]
    given = [{"objects": ["Rope", "Ribbon"]}, {"objects": ["Rope"]}, {}]
    found = consolidate(question, given)
    assert (found.votes, found.answered) == ({"Rope": 2, "Ribbon": 1}, 2)
    assert (found.value, found.open) == (None, ("Ribbon",))


def test_a_suggested_object_is_for_the_adjudicator():
    assert outcome("context", "suggestion", "chain", "chain", "chain") == (None, ())


def test_values_keep_the_order_of_the_card_however_they_were_chosen():
    given = (["Cotton", "Hemp"], ["Hemp"], ["Nylon", "Cotton"])
    assert outcome("common", "material", *given) == (["Hemp", "Cotton"], ())


def test_an_order_goes_by_the_mean_place_from_the_best():
    # Nylon is first for both: 1. Hemp is second, then third of three: 2.5. Paper: third, once 2nd.
    # Places: hemp (2 + 3) / 2 = 2.5, paper (3 + 2) / 2 = 2.5: level. A third breaks it.
    first, second = ["Paper", "Hemp", "Nylon"], ["Hemp", "Paper", "Nylon"]
    value, level = outcome("ranking", "order", first, second)
    assert (value, set(level)) == (None, {"Hemp", "Paper"})
    # The third calls paper bad: hemp (2 + 3 + 2) / 3 = 2.33, paper stays at 2.5, nylon at 1.
    assert outcome("ranking", "order", first, second, ["Hemp", "Nylon"]) == (
        ["Paper", "Hemp", "Nylon"],
        (),
    )


def test_a_material_is_bad_by_more_than_half():
    assert outcome("ranking", "bad", ["Paper"], ["Paper", "Hemp"], []) == (["Paper"], ())
