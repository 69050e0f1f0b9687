"""What is wrong in a file of units: all of it at once, each thing once, in plain words."""

import json

import pytest

from annotation.kinds.registry import KINDS
from annotation.unit_faults import WITHOUT_GOLD, faults
from annotation.unit_files import read_rows

KIND = KINDS["object_affordance"]
WHOLE = {
    "object": "quomb",
    "affordance": "float",
    "description": "A ball of cork.",
    "definition": "It stays up.",
    "conditions": "",
}
HEADER = "key,object,affordance,description,definition,conditions,gold,training\n"
UNFIT = '"{""label"": ""maybe""}"'


def told(text, file="u.csv"):
    rows, noted = read_rows(text.encode(), file)
    return [str(error) for error in faults(KIND, rows, file, noted)]


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_all_missing_fields_are_named_at_once():
    assert told(lines({"key": "u1", "object": "quomb"}), "u.jsonl") == [
        "u.jsonl:1: affordance, description, definition, conditions: These fields are missing."
    ]


def test_what_every_row_lacks_is_told_once():
    lacking = {name: value for name, value in WHOLE.items() if name != "conditions"}
    rows = [{"key": f"u{n}", **lacking} for n in range(1057)]
    assert told(lines(*rows), "u.jsonl") == [
        "u.jsonl:1: conditions: This field is missing, here and in 1,056 more rows."
    ]


def test_an_unknown_column_is_told_once_and_hides_no_wrong_gold():
    rows = [{"key": f"u{n}", **WHOLE, "price": "4"} for n in range(3)]
    rows[1]["gold"] = {"label": "maybe"}
    found = told(lines(*rows), "u.jsonl")
    assert found == [
        "u.jsonl:1: price: This field is unknown, here and in 2 more rows; known are object, "
        "affordance, description, definition, conditions.",
        "u.jsonl:2: gold.label: 'maybe' is none of the choices.",
    ]


def test_a_row_that_is_too_short_hides_no_wrong_gold_and_is_not_filed_under_it():
    assert told(f"{HEADER}u1,quomb,float,Cork.,It stays up.,,{UNFIT}\n") == [
        "u.csv:2: The row has 7 cells; the header has 8. Nothing is left for training.",
        "u.csv:2: gold.label: 'maybe' is none of the choices.",
    ]


def test_a_short_row_is_not_blamed_for_the_fields_that_it_lacks():
    assert told(f"{HEADER}u1,quomb,float\n") == [
        "u.csv:2: The row has 3 cells; the header has 8. "
        "Nothing is left for description, definition, conditions, gold, training."
    ]


def test_a_key_that_comes_twice_hides_no_empty_description():
    again = {"key": "u1", **WHOLE, "description": ""}
    assert told(lines({"key": "u1", **WHOLE}, again), "u.jsonl") == [
        "u.jsonl:2: key: u1 stands on line 1 already.",
        "u.jsonl:2: description: 1 characters or more are needed; spaces do not count.",
    ]


def test_json_that_cannot_be_read_is_told_in_plain_words_and_once():
    assert told(f"{HEADER}u1,quomb,float,Cork.,It stays up.,,{{label: yes}},\n") == [
        "u.csv:2: gold: From character 2 on this is no JSON. "
        'It is written like {"label": "yes"} or ["a", "b"], all texts in straight double quotes.'
    ]


@pytest.mark.parametrize("gold", [{}, {"gold": {}}])
def test_a_training_unit_needs_gold(gold):
    found = told(lines({"key": "u1", **WHOLE, "training": True, **gold}), "u.jsonl")
    assert f"u.jsonl:1: gold: {WITHOUT_GOLD}" in found


def test_a_sound_file_has_no_fault():
    assert told(lines({"key": "u1", **WHOLE, "gold": {"label": "no"}}), "u.jsonl") == []
