"""Question sets in the files of others: the same questions, and nothing that tells the answer."""

import json
from dataclasses import replace
from functools import cache
from hashlib import sha256

import pytest

from evaluation.coat import generate, set_files
from evaluation.coat.exports import harness, hugging_face, layout
from evaluation.coat.exports.layout import Format
from evaluation.coat.exports.parquet import parquet_bytes, read_parquet
from evaluation.coat.exports.parts import Origin, Part
from evaluation.coat.exports.rows import ANSWER_COLUMNS, QUESTION_COLUMNS, flat_rows, line_of
from evaluation.coat.generate import SetSpec
from evaluation.coat.labels import Labels
from evaluation.coat.pools import Pools
from evaluation.coat.questions import LETTERS, Role
from evaluation.coat.variations import VARIATIONS, Kind
from tests.unit.coat_cases import own

LABELS = Labels()
ORIGIN = Origin('A catalogue, "quoted": yes', "mit", "0" * 64)


@cache
def made(kind, name=None):
    name = name or list(VARIATIONS[kind])[1]
    return generate.generate(Pools(own()), SetSpec(kind, name, 30, 3))


def files_of(file_format, found):
    document = set_files.set_document(found, layout.sha256_of(found, LABELS))
    return layout.set_in(file_format, found, LABELS, document)


def text_of(found):
    return "".join(set_files.set_lines(found, LABELS))


def part(kind, name, file_format):
    found = made(kind, name)
    files = files_of(file_format, found)
    hashes = {path: sha256(data).hexdigest() for path, data in files.items()}
    return Part(kind, name, len(found.questions), 3, layout.sha256_of(found, LABELS), hashes)


PARTS = [(Kind.TASK_1, "11"), (Kind.TASK_1, "12"), (Kind.FULL_IDEAL, "1-0-0")]


def parts(file_format):
    return [part(kind, name, file_format) for kind, name in PARTS]


@pytest.mark.parametrize("kind", Kind)
def test_flat_rows_come_back_as_the_same_lines(kind):
    found = made(kind)
    assert "".join(map(line_of, flat_rows(found, LABELS))) == text_of(found)


@pytest.mark.parametrize("kind", Kind)
def test_parquet_comes_back_as_the_same_lines_and_tells_their_hash(kind):
    found = made(kind)
    document = set_files.set_document(found, layout.sha256_of(found, LABELS)).encode()
    read = read_parquet(parquet_bytes(flat_rows(found, LABELS), document))
    assert "".join(map(line_of, read.rows)) == text_of(found)
    assert read.document == document
    assert json.loads(document)["sha256"] == sha256(text_of(found).encode()).hexdigest()


@pytest.mark.parametrize("kind", Kind)
def test_columns_of_the_question_stay_the_same_whatever_the_answer_is(kind):
    found = made(kind)
    first = found.questions[0]
    turned = replace(
        first,
        answer=(first.answer + 1) % len(first.options),
        options=tuple(replace(each, role=Role.RANDOM, category=None) for each in first.options),
    )
    rows = [next(flat_rows(replace(found, questions=(each,)), LABELS)) for each in (first, turned)]
    assert set(rows[0]) == {*QUESTION_COLUMNS, *ANSWER_COLUMNS}
    shown = [{name: row[name] for name in QUESTION_COLUMNS} for row in rows]
    assert shown[0] == shown[1]
    assert rows[0]["answer_index"] != rows[1]["answer_index"]


@pytest.mark.parametrize("file_format", Format)
def test_equal_sets_give_equal_bytes_in_every_format(file_format):
    spec = SetSpec(Kind.TASK_2, "3", 30, 3)
    first, again = (generate.generate(Pools(own()), spec) for _ in range(2))
    assert files_of(file_format, first) == files_of(file_format, again)
    parted = parts(file_format)
    told = layout.beside_all(file_format, parted, ORIGIN)
    assert told == layout.beside_all(file_format, parted, ORIGIN)


def test_each_format_names_its_files():
    names = {each: sorted(files_of(each, made(Kind.TASK_1, "11"))) for each in Format}
    assert names == {
        Format.LINES: ["task-1/11.json", "task-1/11.jsonl"],
        Format.PUBLISHED: [
            "task-1/11/GT/questions.json",
            "task-1/11/questions_without_answers.json",
            "task-1/11/set.json",
        ],
        Format.PARQUET: ["task-1/11.parquet"],
        Format.HUGGING_FACE: ["data/task-1/11.parquet"],
        Format.HARNESS: ["data/coat_task_1_11.jsonl"],
    }


def test_the_card_has_a_config_for_each_set_with_its_file_and_hashes():
    yaml = pytest.importorskip("yaml")
    found = parts(Format.HUGGING_FACE)
    text = hugging_face.card(found, ORIGIN)
    _, head, page = text.split("---\n", 2)
    told = yaml.safe_load(head)
    assert (told["pretty_name"], told["license"]) == (ORIGIN.title, "mit")
    assert told["size_categories"] == ["n<1K"]
    assert {each["config_name"]: each["data_files"][0]["path"] for each in told["configs"]} == {
        "task-1-11": "data/task-1/11.parquet",
        "task-1-12": "data/task-1/12.parquet",
        "full-ideal-1-0-0": "data/full-ideal/1-0-0.parquet",
    }
    for each in found:
        assert each.sha256 in page
        assert all(of_file in page and path in each.files for path, of_file in each.files.items())


def written():
    """Path -> text of the harness's folder."""
    files = layout.beside_all(Format.HARNESS, parts(Format.HARNESS), ORIGIN)
    for kind, name in PARTS:
        files |= files_of(Format.HARNESS, made(kind, name))
    return {path: data.decode() for path, data in files.items()}


def test_a_task_of_the_harness_scores_the_letters_of_its_own_data():
    yaml = pytest.importorskip("yaml")
    files = written()
    task = yaml.safe_load(files["tasks/coat_full_ideal_1_0_0.yaml"])
    assert task["output_type"] == "multiple_choice"
    assert task["dataset_path"] == "json"
    assert task["metric_list"] == [
        {"metric": "acc", "aggregation": "mean", "higher_is_better": True}
    ]
    data = files[task["dataset_kwargs"]["data_files"][task["test_split"]]]
    assert task["metadata"]["sha256_of_data"] == sha256(data.encode()).hexdigest()
    rows = [json.loads(line) for line in data.splitlines()]
    assert len(rows) == task["metadata"]["questions"]
    for row, question in zip(rows, made(*PARTS[2]).questions, strict=True):
        assert row[task["doc_to_choice"]] == list(LETTERS[:2])
        assert row[task["doc_to_target"]] == question.answer
        assert task["doc_to_text"] == "{{prompt}}"
        assert row["prompt"].endswith("\nAnswer:")
    assert set(rows[0]) == {"number", "prompt", "letters", "answer_index"}
    # It is a template, too.
    assert "{" not in task["description"]


def test_every_task_is_in_one_group_by_options_and_the_mean_is_unweighted():
    yaml = pytest.importorskip("yaml")
    files = {path: yaml.safe_load(text) for path, text in written().items() if ".yaml" in path}
    groups = {each["group"]: each for each in files.values() if "group" in each}
    tasks = [each["task"] for each in files.values() if "group" not in each]
    everything = groups.pop("coat_all")
    assert sorted(everything["task"]) == sorted(groups)
    assert sorted(name for each in groups.values() for name in each["task"]) == sorted(tasks)
    assert groups["coat_task_1_2_options"]["task"] == ["coat_task_1_11", "coat_task_1_12"]
    assert all(
        each["aggregate_metric_list"]
        == [{"metric": "acc", "aggregation": "mean", "weight_by_size": False}]
        for each in groups.values()
    )


def test_the_harness_itself_finds_the_tasks(tmp_path, monkeypatch):
    tasks = pytest.importorskip("lm_eval.tasks")
    for path, text in written().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    monkeypatch.chdir(tmp_path)
    manager = tasks.TaskManager(include_path=".", include_defaults=False)
    assert {harness.task_name(kind, name) for kind, name in PARTS} <= set(manager.all_tasks)
