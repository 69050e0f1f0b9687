"""Files of models' answers: what is read, and every fault with its line."""

import json

from annotation.model_answers import ModelAnswer, read_answers

PAIR = {
    "object": "vrelk", "affordance": "float", "answer": "yes", "rater": "m-1", "kind": "model",
    "at": "2026-11-30",
}  # fmt: skip
TOLD = {"unit": "u0", "rater": "m-1", "answer": {"label": "no"}}


def lines(*rows: dict) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def faults(*rows: dict) -> list[tuple[int, str]]:
    return [(each.line, each.field) for each in read_answers(lines(*rows), "m.jsonl").errors]


def test_a_pass_answers_the_unit_of_each_pair():
    read = read_answers(lines(PAIR), "m.jsonl").content
    assert read == (ModelAnswer("vrelk float", "m-1", {"label": "yes"}, "2026-11-30", "", 1),)


def test_a_file_of_answers_says_time_and_comment_where_they_are_known():
    read = read_answers(
        lines(TOLD, TOLD | {"unit": "u1", "at": "2026-11-30", "comment": "thin"}), ""
    )
    assert [(each.at, each.comment) for each in read.content] == [("", ""), ("2026-11-30", "thin")]


def test_models_of_one_file_may_be_several():
    read = read_answers(lines(TOLD, TOLD | {"rater": "m-2"}), "m.jsonl").content
    assert [each.rater for each in read] == ["m-1", "m-2"]


def test_a_person_s_pass_is_refused():
    assert faults(PAIR | {"kind": "person"}) == [(1, "kind")]


def test_a_second_answer_of_a_model_to_a_unit_is_a_fault():
    assert faults(TOLD, TOLD) == [(2, "unit")]


def test_every_fault_is_told_with_its_line():
    rows = [TOLD | {"answer": "no"}, {"unit": "u1"}, TOLD | {"unit": "u2", "at": "soon"}]
    assert faults(*rows) == [(1, "answer"), (2, "rater"), (2, "answer"), (3, "at")]


def test_an_empty_file_is_a_fault():
    assert read_answers(b"", "m.jsonl").content is None
