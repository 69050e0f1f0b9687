"""Questions as text, as the published files and as JSON Lines; replies to them."""

import json
import os
from pathlib import Path

import pytest

from evaluation.coat import generate, json_files, published, rendering, set_files
from evaluation.coat.choices import chosen_letter
from evaluation.coat.generate import SetSpec
from evaluation.coat.labels import Labels, read_labels
from evaluation.coat.pools import Pools
from evaluation.coat.questions import Option, Question, Role
from evaluation.coat.records import VARIABLES, Configuration, State
from evaluation.coat.rendering import Rendered, render
from evaluation.coat.variations import VARIATIONS, Kind
from tests.unit.coat_cases import own, own_files

STATES = (
    State("ClawHammer", "medium", "Steel", "RoomTemp", "free", "clean"),
    State("Mallet", "medium", "Wood", "Hot", "irreversible-using", "broken"),
)
SHOWN = [Option(s.object_name, Role.SAME, Configuration(9, s)) for s in STATES]
STATED = Question(1, "driving_in", "nail a board", tuple(SHOWN), 0)
NAMED = Question(
    1,
    "driving_in",
    "nail a board",
    (Option("Mallet", Role.CORRECT), Option("Tent", Role.RANDOM)),
    0,
)


def labels():
    return read_labels(own_files()["labels.json"], own().judged).content


def made(kind):
    return generate.generate(Pools(own()), SetSpec(kind, list(VARIATIONS[kind])[1], 80, 3))


def test_states_are_rows_of_one_table():
    assert render(Kind.TASK_1, STATED, labels()).whole.splitlines() == [
        'For the purpose "Driving in" in the task "nail a board", which option is best?',
        "A. | object: Claw Hammer | mass: medium | material: Steel | temperature: room temperature"
        " | availability: free                  | condition: clean  |",
        "B. | object: Mallet      | mass: medium | material: Wood  | temperature: hot             "
        " | availability: in use (irreversible) | condition: broken |",
    ]


def test_names_alone_are_as_wide_as_each_other():
    assert render(Kind.TASK_U, NAMED, labels()).whole == (
        "Which object fits this description best: something to drive pegs or nails in with?\n"
        "A. Mallet\nB. Tent  "
    )


def test_a_full_question_asks_by_the_utility_s_phrase():
    assert rendering.question_text(Kind.FULL_IDEAL, STATED, labels()) == (
        "Which option serves best as something to drive pegs or nails in with for the task"
        ' "nail a board"?'
    )


@pytest.mark.parametrize("kind", Kind)
def test_the_published_format_comes_back_as_it_went_out(kind):
    entries = tuple(published.entries_of(made(kind), labels()))
    text = published.entries_document(list(entries), kind, answers=True)
    assert published.read_entries(text.encode(), kind, "x.json").content == entries
    key = "concept" if kind in (Kind.TASK_U, Kind.TASK_0) else "context"
    assert list(json.loads(text)[0]) == [
        "question_id",
        key,
        "question",
        "options",
        "correct_answer",
    ]


def test_no_row_of_the_published_format_differs_in_its_keys_or_has_an_id():
    entries = list(published.entries_of(made(Kind.TASK_1), labels()))
    text = published.entries_document(entries, Kind.TASK_1, answers=True)
    rows = [row for entry in json.loads(text) for row in entry["options"].values()]
    assert {tuple(row) for row in rows} == {("object_name", *VARIABLES)}


def test_without_answers_an_empty_object_stands_for_each():
    entries = list(published.entries_of(made(Kind.TASK_1), labels()))
    text = published.entries_document(entries, Kind.TASK_1, answers=False)
    assert {str(each["correct_answer"]) for each in json.loads(text)} == {"{}"}
    found = published.read_entries(text.encode(), Kind.TASK_1, "x.json").content
    assert {each.answer for each in found} == {""}


def test_rows_of_the_original_may_have_ids_and_their_keys_in_any_order():
    entry = next(published.entries_of(made(Kind.TASK_1), labels()))
    value = json.loads(published.entries_document([entry], Kind.TASK_1, answers=True))
    options = value[0]["options"]
    options["A"] = {**dict(reversed(options["A"].items())), "id": 7}
    data = json_files.document(value).encode()
    assert published.read_entries(data, Kind.TASK_1, "x.json").content == (entry,)


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (lambda v: v.clear(), "0 entries; 1 at least are needed."),
        (lambda v: v[0].pop("context"), "It lacks context."),
        (lambda v: v[0].update(correct_answer="F"), "'F' is none of A, B"),
        (lambda v: v[0]["options"].update(Z="Rope"), "'Z' is no letter of an option"),
        (lambda v: v[0]["options"]["A"].pop("mass"), '["options"]["A"]: It lacks mass.'),
        (lambda v: v[0]["options"]["A"].update(mass="huge"), "'huge' is none of light, medium"),
    ],
)
def test_a_file_of_questions_that_is_none_is_told(edit, problem):
    entries = list(published.entries_of(made(Kind.TASK_1), labels()))
    value = json.loads(published.entries_document(entries, Kind.TASK_1, answers=True))
    edit(value)
    found = published.read_entries(json_files.document(value).encode(), Kind.TASK_1, "x.json")
    assert found.content is None
    assert problem in " ".join(map(str, found.errors))


@pytest.mark.parametrize("kind", Kind)
def test_json_lines_come_back_as_the_same_questions(kind):
    found = made(kind)
    data = "".join(set_files.set_lines(found, labels())).encode()
    assert set_files.read_lines(data, own(), "x.jsonl").content == found.questions


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"answer": "', '"answer": "Z', "is none of A, B"),
        ('"mass": "light"', '"mass": "heavy"', "has no configuration with these values"),
        ('"role', '"rule', "It lacks roles."),
        ('"number": 1,', '"number": 0,', "0 is not a whole number from 1 on."),
        ('"A": "', '"A": "x', "is none of"),
        ('"object_name": "', '"object_name": "X', "is none of"),
    ],
)
def test_a_line_that_is_no_question_is_told_with_its_number(old, new, problem):
    lines = list(set_files.set_lines(made(Kind.TASK_1), labels()))
    at = next(at for at, line in enumerate(lines) if old in line)
    lines[at] = lines[at].replace(old, new)
    found = set_files.read_lines("".join(lines).encode(), own(), "x.jsonl")
    assert found.content is None
    assert any(each.line == at + 1 and problem in each.problem for each in found.errors)


def test_a_set_s_document_says_what_it_follows_from():
    found = made(Kind.TASK_0)
    lines = list(set_files.set_lines(found, labels()))
    told = json.loads(set_files.set_document(found, set_files.lines_sha256(iter(lines))))
    assert told["questions"] == len(lines) == len(found.questions)
    assert told["asked_for"] - sum(told["short"].values()) == told["questions"]
    assert (told["partition"], told["order"], told["padding"]) == (
        "corrected",
        "lexicographic",
        "strict",
    )
    assert told["penalties"]["condition"]["dirty"] == 50


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("B", "B"),
        ('{"answer": "a"}', "A"),
        ("<think>Surely B.</think>Answer: A", "A"),
        ("the claw hammer", "A"),
        ("Answer: A and B", None),
        ("C", None),
    ],
)
def test_a_reply_is_read_by_letter_or_by_text(reply, letter):
    names = Question(1, "u", "t", (Option("ClawHammer", Role.CORRECT), *NAMED.options[:1]), 0)
    assert chosen_letter(reply, render(Kind.TASK_0, names, Labels())) == letter


def test_a_row_of_the_table_given_back_is_its_letter():
    shown = render(Kind.TASK_1, STATED, Labels())
    assert chosen_letter(shown.options["B"], shown) == "B"


def test_gold_replies_are_read_as_labelled():
    here = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "gold"
    file = Path(os.environ.get("GOLD_DIR", here)) / "mcq_replies_dev.jsonl"
    if not file.is_file():
        pytest.skip(f"{file} is not there")
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    wrong = [
        row["id"]
        for row in rows
        if chosen_letter(row["reply"], Rendered("", row["options"])) != row["expect"]
    ]
    assert wrong == []
    assert len(rows) == 60
