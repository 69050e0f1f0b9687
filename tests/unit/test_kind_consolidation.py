"""From several answers to a unit to one, kind by kind, each worked out by hand."""

import pytest

from annotation.kinds import (
    affordance_definition,
    object_affordance,
    object_filter,
    object_properties,
    oracle_answer,
)
from annotation.kinds.consolidation import answer_of, consolidate_unit
from tests.unit.coat_units import KINDS, UNITS

DEFINITION = {"affordance": "roll", "definition": "It rolls.", "conditions": ""}
PROPERTIES = {
    "object": "mug",
    "description": "A mug.",
    "properties": {"material": {"clay": []}},
    "values": {"material": ["clay", "glass"], "part": ["handle"]},
}


def settled(unit, *given):
    """The outcomes of a unit of COAT."""
    return consolidate_unit(KINDS[unit], UNITS[unit], given)


def values(outcomes):
    return {name: each.value for name, each in outcomes.items()}


def rankings(*given):
    return settled(
        "ranking", *({"order": order.split(), "bad": bad.split()} for order, bad in given)
    )


def rated(*given):
    """Answers to a card of materials: for each rater one letter a material."""
    words = {"b": "bad", "m": "moderate", "i": "ideal"}
    names = ("material_Hemp", "material_Nylon", "material_Paper")
    answers = (dict(zip(names, map(words.get, each), strict=True)) for each in given)
    return settled("materials", *answers)


def objects_for(*given):
    """Answers to a card of objects: what was ticked; a dash for "none fits"."""
    answers = (
        {"objects": [], "none_fits": ["none"]}
        if each == "-"
        else {"objects": each.split(), "none_fits": []}
        for each in given
    )
    return settled("context", *answers)


def verdicts(*given):
    return consolidate_unit(affordance_definition.KIND, DEFINITION, given)


# material_ranking


def test_a_material_that_two_of_three_call_bad_is_taken_out_before_places_are_counted():
    # Paper is bad. Without it the orders are nylon hemp, hemp nylon, hemp nylon: from the best,
    # hemp (1 + 2 + 2) / 3, nylon (2 + 1 + 1) / 3. With it nylon would be third in the first: 5/3
    # as well.
    found = rankings(("Nylon Paper Hemp", ""), ("Hemp Nylon", "Paper"), ("Hemp Nylon", "Paper"))
    assert values(found) == {"order": ["Hemp", "Nylon"], "bad": ["Paper"]}
    assert found["order"].votes == {"Nylon": 3, "Hemp": 3, "Paper": 1}


def test_of_two_materials_at_an_equal_place_the_one_that_fewer_call_bad_is_better():
    # From the best: hemp (3 + 3 + 1 + 1) / 4 = 2, nylon (2 + 2 + 2) / 3 = 2 and once bad,
    # paper (1 + 1 + 3 + 2) / 4.
    found = rankings(
        ("Hemp Nylon Paper", ""),
        ("Hemp Nylon Paper", ""),
        ("Paper Nylon Hemp", ""),
        ("Paper Hemp", "Nylon"),
    )
    assert found["order"].value == ["Nylon", "Hemp", "Paper"]
    assert found["bad"].value == []


def test_materials_at_an_equal_place_with_as_many_bad_votes_stay_open():
    found = rankings(("Hemp Nylon Paper", ""), ("Nylon Hemp Paper", ""))
    assert (found["order"].value, found["order"].open) == (None, ("Hemp", "Nylon"))
    assert found["bad"].value == []


def test_while_half_call_a_material_bad_the_order_is_open_too():
    found = rankings(("Hemp Nylon Paper", ""), ("Hemp Nylon", "Paper"))
    assert values(found) == {"order": None, "bad": None}
    assert (found["order"].open, found["bad"].open) == (("Paper",), ("Paper",))


def test_one_material_at_least_is_left_in_the_order():
    # Each material is bad for two of three.
    found = rankings(("Hemp", "Nylon Paper"), ("Nylon", "Hemp Paper"), ("Paper", "Hemp Nylon"))
    assert values(found) == {"order": None, "bad": None}
    assert found["bad"].proposal == ["Hemp", "Nylon", "Paper"]


# context_objects


def test_a_majority_names_the_objects_of_a_task():
    assert values(objects_for("Rope", "Rope Ribbon", "-")) == {
        "objects": ["Rope"],
        "none_fits": [],
        "suggestion": "",
    }


def test_a_task_for_which_no_object_has_a_majority_is_open():
    found = objects_for("Rope", "Ribbon", "-")
    assert values(found) == {"objects": None, "none_fits": [], "suggestion": ""}
    assert found["objects"].open == ("Ribbon", "Rope")


def test_a_majority_for_none_is_open_and_proposed():
    found = objects_for("-", "-", "Rope")
    assert values(found) == {"objects": None, "none_fits": None, "suggestion": ""}
    assert found["none_fits"].proposal == ["none"]


def test_a_suggested_object_goes_to_the_adjudicator():
    given = {"objects": ["Rope"], "none_fits": []}
    found = settled("context", given, given, {**given, "suggestion": "chain"})
    assert (found["suggestion"].value, found["suggestion"].answered) == (None, 1)


# configuration_rating


def test_the_most_frequent_category_wins_with_half_of_the_votes_too():
    # Hemp: 2 ideal of 4, 1 bad, 1 moderate. Nylon 4 ideal. Paper 3 of 4 bad.
    assert values(rated("iib", "iib", "bib", "mim")) == {
        "material_Hemp": "ideal",
        "material_Nylon": "ideal",
        "material_Paper": "bad",
    }


@pytest.mark.parametrize(
    ("letters", "median"),
    [
        ("bi", "moderate"),  # halfway between the two
        ("bm", "bad"),  # of neighbours the lower
        ("bmi", "moderate"),
        ("bbiim", "moderate"),  # 2 bad, 1 moderate, 2 ideal: the third of five
    ],
)
def test_level_categories_are_open_with_the_median_as_proposal(letters, median):
    found = rated(*(f"{letter}ib" for letter in letters))["material_Hemp"]
    assert (found.value, found.proposal) == (None, median)


def test_all_materials_bad_is_refused_and_leaves_them_open():
    # Each rater leaves one material moderate, each material is bad for two of three.
    found = rated("mbb", "bmb", "bbm")
    assert set(values(found).values()) == {None}
    assert {each.proposal for each in found.values()} == {"bad"}


def test_a_whole_configuration_goes_by_the_most_frequent_category():
    given = [{"configuration": each} for each in ("bad", "bad", "ideal", "moderate")]
    assert values(settled("whole", *given)) == {"configuration": "bad"}


# affordance_definition


def test_a_kept_definition_needs_no_text():
    found = verdicts({"verdict": "keep"}, {"verdict": "keep", "reason": "fine"}, CHANGE)
    assert values(found) == {"verdict": "keep", "definition": "", "conditions": "", "reason": ""}


CHANGE = {"verdict": "change", "definition": "It rolls far.", "conditions": "round"}


def test_a_change_leaves_its_texts_to_the_adjudicator():
    found = verdicts(CHANGE, CHANGE, {"verdict": "drop", "reason": "a use"})
    assert values(found) == {
        "verdict": "change",
        "definition": None,
        "conditions": None,
        "reason": "",
    }


def test_a_drop_leaves_its_reason_to_the_adjudicator():
    drop = {"verdict": "drop", "reason": "a use"}
    found = verdicts(drop, drop, CHANGE)
    assert values(found) == {"verdict": "drop", "definition": "", "conditions": "", "reason": None}


def test_without_a_verdict_all_that_was_written_is_open():
    found = verdicts(CHANGE, {"verdict": "keep"})
    assert values(found) == {"verdict": None, "definition": None, "conditions": None, "reason": ""}


# The kinds without rules of their own.


def test_a_pair_of_yes_yes_unsure_is_yes_and_of_unsure_unsure_yes_open():
    def label(*given):
        answers = [{"label": each} for each in given]
        return consolidate_unit(object_affordance.KIND, {}, answers)["label"].value

    assert label("yes", "yes", "unsure") == "yes"
    assert label("unsure", "unsure", "yes") is None
    assert label("yes", "no") is None


def test_each_question_of_an_object_is_counted_by_itself():
    given = [
        {"discrete": "yes", "hidden_mechanism": "no"},
        {"discrete": "yes", "hidden_mechanism": "yes"},
    ]
    found = consolidate_unit(object_filter.KIND, {}, given)
    assert values(found) == {"discrete": "yes", "hidden_mechanism": None}


def test_cannot_tell_wins_like_another_answer():
    given = [{"answer": each} for each in ("cannot_tell", "no", "cannot_tell")]
    assert values(consolidate_unit(oracle_answer.KIND, {}, given)) == {"answer": "cannot_tell"}


def test_corrections_of_properties_need_more_than_half_each():
    given = [
        {"wrong": ["material:clay"], "missing": ["material:glass", "part:handle"]},
        {"wrong": ["material:clay"], "missing": ["part:handle"]},
        {"wrong": [], "missing": []},
    ]
    assert values(consolidate_unit(object_properties.KIND, PROPERTIES, given)) == {
        "wrong": ["material:clay"],
        "missing": ["part:handle"],
        "comment": "",
    }


def test_a_comment_on_properties_is_not_decided():
    given = {"wrong": [], "missing": [], "comment": "oval"}
    found = consolidate_unit(object_properties.KIND, PROPERTIES, [given])
    assert (found["comment"].value, found["comment"].answered) == ("", 1)


def test_utilities_and_values_need_more_than_half_and_are_open_at_half():
    assert values(settled("utility", {"utilities": ["binding"]}, {"utilities": []})) == {
        "utilities": None
    }
    given = {"temperature": ["Cold"], "in_use": ["free"], "condition": ["clean"]}
    other = {**given, "temperature": ["RoomTemp"]}
    # Cold has two of three; that clean and free are there is agreed.
    assert values(settled("ideal", given, given, other)) == given


# What holds for all.


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_that_nobody_answered_has_no_answers_and_nothing_open(unit):
    for found in settled(unit).values():
        assert (found.value, found.answered, found.open) == (None, 0, ())


@pytest.mark.parametrize("unit", UNITS)
def test_who_skipped_a_unit_says_nothing_of_it(unit):
    assert settled(unit, {}, {}) == settled(unit)


def test_values_make_an_answer_without_what_is_open_or_unwritten():
    values = {"objects": ["Rope"], "none_fits": [], "suggestion": "", "other": None}
    assert answer_of(values) == {"objects": ["Rope"], "none_fits": []}
