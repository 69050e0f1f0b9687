"""Files of decisions."""

import json

import pytest

from annotation.decisions import Decided, read_decisions
from annotation.stages import Decision, Kind, Stage

KNOWN = {Kind.OBJECT: {"kettle", "abbey"}, Kind.AFFORDANCE: {"hold"}}


def read(*rows):
    data = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    return read_decisions(data, "d.jsonl", KNOWN)


def test_decisions_are_read_in_their_order():
    reading = read(
        {"kind": "object", "key": "abbey", "keep": False, "reason": "not_discrete"},
        {"kind": "affordance", "key": "hold", "keep": True, "reason": None, "note": "clear"},
    )
    assert reading.content == (
        Decided(Kind.OBJECT, "abbey", Decision(Stage.DROPPED, "not_discrete")),
        Decided(Kind.AFFORDANCE, "hold", Decision(Stage.KEPT, note="clear")),
    )


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({"kind": "object", "key": "hold", "keep": True}, "key: hold is no object of this draft."),
        ({"kind": "thing", "key": "abbey", "keep": True}, "kind: 'thing' is none of object"),
        ({"kind": "object", "key": "abbey"}, "keep: This field is missing."),
        ({"kind": "object", "key": "abbey", "keep": False}, "reason: Say why it is dropped"),
        (
            {"kind": "object", "key": "abbey", "keep": True, "reason": "duplicate"},
            "reason: What is kept has no reason to drop it.",
        ),
        (
            {"kind": "object", "key": "abbey", "keep": False, "reason": "other"},
            "note: Say in the note",
        ),
        ({"kind": "object", "key": "abbey", "keep": True, "by": "me"}, "by: This field is unknown"),
        ({"kind": "object", "key": "abbey", "keep": True, "note": 3}, "note: 3 is not a text"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(row, problem):
    reading = read({"kind": "object", "key": "kettle", "keep": True}, row)
    assert reading.content is None
    assert any(str(error).startswith(f"d.jsonl:2: {problem}") for error in reading.errors)


def test_a_candidate_is_decided_on_once():
    row = {"kind": "object", "key": "kettle", "keep": True}
    assert [str(each) for each in read(row, row).errors] == [
        "d.jsonl:2: key: object kettle stands on line 1 already."
    ]
