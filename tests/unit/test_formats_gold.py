import json

import pytest

from games import formats
from games.roles import Pair
from games.rules import Answer, Reason
from games.sheets import Dimension

CHECKER_ROW = {
    "id": "own-1",
    "question": "Is it of oak?",
    "verdict": "valid",
    "reason": None,
    "pairs": [["MATERIAL", "oak"]],
    "kind": "one_material",
}
ORACLE_ROW = {
    "id": "own-1",
    "object": "oak stool",
    "description": "Three short legs under a round seat.",
    "material": "oak",
    "shape": "round seat, three legs",
    "size": "45 cm high",
    "surface": "waxed",
    "question": "Is the top round?",
    "gold": "yes",
    "asked": "property",
}


BLIND_ROW = {"id": "blind-1", "object": "stool", "question": "Is it round?", "gold": "yes"}


def lines(*rows: dict[str, object]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def test_a_valid_checker_question_has_its_pair_and_no_reason():
    (gold,) = formats.read_checker_gold(lines(CHECKER_ROW), "own.jsonl").content
    assert (gold.reason, gold.pairs) == (None, (Pair(Dimension.MATERIAL, "oak"),))


def test_alternatives_and_notes_are_read():
    row = CHECKER_ROW | {
        "verdict": "rejected",
        "reason": "not_physical",
        "pairs": [],
        "pairs_alt": [[["SIZE", "old"]]],
        "reason_alt": ["function_or_use"],
        "note": "Age is no size.",
        "debatable": True,
    }
    (gold,) = formats.read_checker_gold(lines(row), "own.jsonl").content
    assert gold.reason_alt == (Reason.FUNCTION_OR_USE,)
    assert gold.pairs_alt == ((Pair(Dimension.SIZE, "old"),),)
    assert gold.debatable


def test_an_empty_question_is_a_case_like_any_other():
    row = CHECKER_ROW | {"question": "", "verdict": "rejected", "reason": "unparseable"}
    (gold,) = formats.read_checker_gold(lines(row | {"pairs": []}), "own.jsonl").content
    assert gold.question == ""


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"reason": "rude"}, "reason"),
        ({"reason": "not_yes_no"}, "reason"),
        ({"verdict": "rejected"}, "reason"),
        ({"pairs": []}, "pairs"),
        ({"pairs": [["COLOUR", "red"]]}, "pairs"),
        ({"pairs": [["material", "oak"]]}, "pairs"),
        ({"debatable": "yes"}, "debatable"),
        ({"answer": "yes"}, "answer"),
    ],
)
def test_a_faulty_checker_row_is_one_error(fields, field):
    reading = formats.read_checker_gold(lines(CHECKER_ROW | fields), "own.jsonl")
    assert [(error.line, error.field) for error in reading.errors] == [(1, field)]


def test_an_oracle_question_carries_its_object_in_words():
    (gold,) = formats.read_oracle_gold(lines(ORACLE_ROW), "own.jsonl").content
    assert (gold.object_name, gold.gold) == ("oak stool", Answer.YES)


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"gold": "cannot_tell"}, "gold"), ({"gold": "maybe"}, "gold"), ({"asked": "name"}, "asked")],
)
def test_a_faulty_oracle_row_is_one_error(fields, field):
    reading = formats.read_oracle_gold(lines(ORACLE_ROW | fields), "own.jsonl")
    assert [(error.line, error.field) for error in reading.errors] == [(1, field)]


def test_an_id_stands_once():
    reading = formats.read_oracle_gold(lines(ORACLE_ROW, ORACLE_ROW), "own.jsonl")
    assert [str(error) for error in reading.errors] == [
        "own.jsonl:2: id: own-1 stands on line 1 already."
    ]


def test_a_blind_question_names_its_object_and_is_about_a_property():
    reading = formats.read_blind_gold(lines(BLIND_ROW), "blind.jsonl", objects=["stool"])
    (gold,) = reading.content
    assert (gold.object_key, gold.gold, gold.asked) == ("stool", Answer.YES, formats.Asked.PROPERTY)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"object": "settle"}, "object"),
        ({"object": "Oak stool"}, "object"),
        ({"gold": "cannot_tell"}, "gold"),
        ({"question": " "}, "question"),
        ({"material": "oak"}, "material"),
    ],
)
def test_a_faulty_blind_row_is_one_error(fields, field):
    rows = lines(BLIND_ROW | {"id": "blind-0", "question": "Is it flat?"}, BLIND_ROW | fields)
    reading = formats.read_blind_gold(rows, "blind.jsonl", objects=["stool"])
    assert [(error.line, error.field) for error in reading.errors] == [(2, field)]


def test_a_blind_question_is_asked_once_of_an_object():
    again = BLIND_ROW | {"id": "blind-2", "question": "is it round"}
    other = BLIND_ROW | {"id": "blind-3", "object": "table"}
    rows = lines(BLIND_ROW, again, other)
    reading = formats.read_blind_gold(rows, "blind.jsonl", objects=["stool", "table"])
    assert [str(error) for error in reading.errors] == [
        "blind.jsonl:2: question: is it round? of stool stands on line 1 already."
    ]
