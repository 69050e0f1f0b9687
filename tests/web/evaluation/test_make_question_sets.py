"""The command that writes question sets: whole, with a manifest, and over nothing."""

import io
import json
import shutil
from hashlib import sha256

import pytest
from django.core.management import CommandError, call_command

from evaluation import coat_folders
from evaluation.coat.exports.layout import Format
from evaluation.coat.exports.parquet import read_parquet
from evaluation.coat.exports.rows import line_of


def make(out, *options, catalogue="own"):
    told = io.StringIO()
    call_command("make_question_sets", catalogue, str(out), *options, stdout=told, stderr=told)
    return told.getvalue()


def files_of(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def manifest_of(folder):
    return json.loads((folder / "manifest.json").read_text())


SOME = ("--tasks", "task-1/11", "full-ideal/1-0-0", "--size", "20")


def test_every_format_is_written_with_its_hashes_and_the_same_questions(tmp_path):
    out = tmp_path / "sets"
    said = make(out, *SOME, "--seed", "7", "--formats", *Format)
    assert said.splitlines()[-1] == f"{out}: 2 sets, 0 slices."
    files = files_of(out)
    manifest = json.loads(files.pop("manifest.json"))
    assert manifest["files"] == {name: sha256(data).hexdigest() for name, data in files.items()}
    assert {name.split("/")[0] for name in files} == {str(each) for each in Format}
    assert (manifest["seed"], manifest["asked_for"], manifest["slices"]) == (7, 20, [])
    assert (manifest["partition"], manifest["order"]) == ("corrected", "lexicographic")
    assert manifest["catalogue"]["licence"] == "mit"
    for each in manifest["sets"]:
        stem = f"{each['kind']}/{each['variation']}"
        lines = files[f"lines/{stem}.jsonl"]
        assert sha256(lines).hexdigest() == each["sha256"]
        assert len(lines.splitlines()) == each["questions"] == 20 - each["short"]
        rows = read_parquet(files[f"parquet/{stem}.parquet"]).rows
        assert "".join(map(line_of, rows)).encode() == lines
        assert files[f"hugging-face/data/{stem}.parquet"] == files[f"parquet/{stem}.parquet"]


def test_equal_calls_give_equal_folders(tmp_path):
    options = (*SOME, "--slices", "task-1=9", "--formats", *Format)
    make(tmp_path / "one", *options)
    make(tmp_path / "two", *options)
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")


def test_without_tasks_every_variation_is_written(tmp_path):
    make(tmp_path / "sets", "--size", "1")
    assert len(manifest_of(tmp_path / "sets")["sets"]) == 4 + 4 + 12 + 14 + 31 + 31


def test_the_labels_of_our_own_catalogue_are_used(tmp_path):
    make(tmp_path / "sets", "--tasks", "task-u/2", "--size", "100")
    text = (tmp_path / "sets/lines/task-u/2.jsonl").read_text()
    assert "something to drive pegs or nails in with" in text


def test_policies_are_used_and_told(tmp_path):
    out = tmp_path / "sets"
    policies = {"partition": "legacy", "order": "sum", "weights": "paper", "padding": "padded"}
    told = [word for name, value in policies.items() for word in (f"--{name}", value)]
    make(out, "--tasks", "task-0/4", "--size", "300", *told)
    manifest = manifest_of(out)
    assert {name: manifest[name] for name in policies} == policies
    assert '"random"' in (out / "lines/task-0/4.jsonl").read_text()


def shown(lines):
    """The question and its options in any order, without their letters."""
    question, *options = lines
    return question, frozenset(option.split(". ", 1)[1].strip() for option in options)


def test_slices_are_kept_clear_of_the_sets_beside_them(tmp_path):
    """Of the few questions that there are, most are evaluated: a draw by chance would hit them."""
    out = tmp_path / "sets"
    make(out, "--tasks", "task-0/4", "--size", "40", "--slices", "task-0=6")
    document = json.loads((out / "slices/task-0.json").read_text())
    (only,) = manifest_of(out)["sets"]
    assert document["disjoint_from"] == {"task-0-4": only["sha256"]}
    assert (document["seed"], document["questions"]) == (2, 6)
    chats = (out / "slices/task-0.jsonl").read_text().splitlines()
    trained = {shown(json.loads(chat)["messages"][1]["content"].splitlines()) for chat in chats}
    evaluated = {
        shown([row["question"], *(f"A. {o['text']}" for o in row["options"].values())])
        for row in map(json.loads, (out / "lines/task-0/4.jsonl").read_text().splitlines())
    }
    assert (len(trained), len(evaluated)) == (6, only["questions"])
    assert not trained & evaluated


def test_a_slice_without_a_number_is_as_large_as_the_paper_s(tmp_path):
    make(tmp_path / "sets", "--tasks", "task-1/1", "--size", "5", "--slices", "task-1")
    assert manifest_of(tmp_path / "sets")["slices"][0]["questions"] == 450


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--tasks", "task-9"], "'task-9' is no kind of question set: task-u, task-0"),
        (["--tasks", "task-1/13"], "task-1 has no variation '13': 1, 2"),
        (["--tasks", "task-1/"], "task-1 has no variation ''"),
        (["--size", "0"], "0 questions are asked for; 1 is the least."),
        (["--slices", "task-1=0"], "'task-1=0': say how many questions, from 1 on, as task-1=90."),
        (["--slices", "full-ideal"], "'full-ideal': say how many questions"),
        (["--tasks", "task-2", "--slices", "task-1"], "name task-1 among --tasks, too."),
        (["--slices", "task-1", "--seed", "4", "--slice-seed", "4"], "must be another one"),
        (["--tasks", "task-0/4", "--slices", "task-0=900"], "900 training questions are wanted"),
        (["--formats", "csv"], "invalid choice: 'csv'"),
    ],
)
def test_what_means_nothing_is_refused_and_nothing_is_left(tmp_path, options, problem):
    with pytest.raises(CommandError, match=problem):
        make(tmp_path / "sets", *options)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_files_is_not_written_over(tmp_path):
    (tmp_path / "kept.txt").write_text("mine")
    with pytest.raises(CommandError, match="holds files; nothing was written"):
        make(tmp_path, *SOME)
    assert files_of(tmp_path) == {"kept.txt": b"mine"}
    with pytest.raises(CommandError, match="is no folder; nothing was written"):
        make(tmp_path / "kept.txt", *SOME)


def test_an_empty_folder_is_filled(tmp_path):
    (tmp_path / "sets").mkdir()
    make(tmp_path / "sets", *SOME)
    assert (tmp_path / "sets/manifest.json").is_file()


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="cannot be written: "):
        make(tmp_path / "file/sets", *SOME)


def test_a_catalogue_of_one_s_own_has_no_known_licence_and_its_own_hash(tmp_path):
    shutil.copytree(coat_folders.OWN, tmp_path / "catalogue")
    (tmp_path / "catalogue/labels.json").unlink()
    make(tmp_path / "sets", *SOME, catalogue=str(tmp_path / "catalogue"))
    make(tmp_path / "ours", *SOME)
    first, second = (manifest_of(tmp_path / name)["catalogue"] for name in ("sets", "ours"))
    assert (first["licence"], second["licence"]) == ("unknown", "mit")
    assert first["sha256"] != second["sha256"]


def test_a_folder_that_is_no_catalogue_is_refused_with_every_fault(tmp_path):
    with pytest.raises(CommandError, match="11 errors"):
        make(tmp_path / "sets", catalogue=str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_labels_that_are_wrong_are_refused(tmp_path):
    shutil.copytree(coat_folders.OWN, tmp_path / "catalogue")
    labels = tmp_path / "catalogue/labels.json"
    labels.write_text(labels.read_text().replace('"objects"', '"things"'))
    with pytest.raises(CommandError, match="2 errors"):  # one is missing, one is unknown
        make(tmp_path / "sets", catalogue=str(tmp_path / "catalogue"))
