"""From passes to labels and agreement, by the commands."""

import fcntl
import json
import shutil
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from annotation.label_passes import Pair, PairAnswer, PassAnswer, RaterKind, pass_lines
from annotation.management.commands import label_pairs
from games import formats
from games.llm.chat import ModelUnavailable
from games.llm.scripted import Scripted, ScriptEnded

MINI = Path(__file__).parents[2] / "data" / "mini_catalogue"
AT = "2026-11-30T03:20:00Z"


@pytest.fixture
def folder(tmp_path):
    """The small catalogue without its labels and games."""
    made = tmp_path / "mini"
    shutil.copytree(MINI, made)
    (made / "labels.jsonl").unlink()
    (made / "games.jsonl").unlink()
    return made


@pytest.fixture
def passes(tmp_path):
    made = tmp_path / "passes"
    made.mkdir()
    return made


def labels():
    files = {path.name: path.read_bytes() for path in MINI.iterdir()}
    told = formats.labels_of(formats.read_catalogue(files).content.labels)
    return {Pair(one, key): label for one, row in told.items() for key, label in row.items()}


def write_pass(passes, rater, changed=None):
    """A pass that says what the small catalogue's labels say, but for the changed pairs."""
    answers = [
        PassAnswer(pair, (changed or {}).get(pair, _answer(label)), rater, RaterKind.MODEL, AT)
        for pair, label in labels().items()
    ]
    (passes / f"{rater}.jsonl").write_bytes(pass_lines(answers))


def _answer(label):
    return PairAnswer.UNSURE if label == "not_deducible" else PairAnswer(label)


def run(command, folder, passes, tmp_path, **options):
    out, err = StringIO(), StringIO()
    adjudicated = tmp_path / "adjudicated.jsonl"
    try:
        call_command(
            command,
            str(folder),
            passes=passes,
            adjudicated=adjudicated,
            stdout=out,
            stderr=err,
            **options,
        )
    except CommandError as error:
        return f"{out.getvalue()}{err.getvalue()}{error}"
    return out.getvalue()


def adjudicate(tmp_path, label):
    row = {
        "object": "wool_blanket",
        "affordance": "float_on_water",
        "label": label,
        "reason": "It depends on the air in the yarn.",
        "rater": "judge",
        "kind": "model",
        "at": AT,
    }
    (tmp_path / "adjudicated.jsonl").write_text(json.dumps(row) + "\n")


def test_pairs_without_a_majority_are_named_and_nothing_is_written(folder, passes, tmp_path):
    for rater in ("a", "b", "c"):
        write_pass(passes, rater)
    said = run("settle_labels", folder, passes, tmp_path)
    assert "wool_blanket float_on_water" in said
    assert "1 pairs have no majority and no adjudication; nothing was written." in said
    assert not (folder / "labels.jsonl").exists()


def test_majorities_and_adjudications_become_the_labels(folder, passes, tmp_path):
    marble = Pair("glass_marble", "conduct_heat")
    write_pass(passes, "a", {marble: PairAnswer.YES})
    for rater in ("b", "c"):
        write_pass(passes, rater)
    adjudicate(tmp_path, "not_deducible")
    said = run("settle_labels", folder, passes, tmp_path)
    assert "27 labels; no 21, not_deducible 1, yes 5; by adjudication 1, by consensus 26" in said
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    content = formats.read_catalogue(files).content
    told = formats.labels_of(content.labels)
    assert told["glass_marble"]["conduct_heat"] == "no"
    assert told["wool_blanket"]["float_on_water"] == "not_deducible"


def test_two_passes_are_too_few(folder, passes, tmp_path):
    for rater in ("a", "b"):
        write_pass(passes, rater)
    assert "27 pairs have fewer than 3 answers" in run("settle_labels", folder, passes, tmp_path)


def test_a_broken_pass_is_refused_with_its_line(folder, passes, tmp_path):
    (passes / "a.jsonl").write_text('{"object": "wok"}\n')
    said = run("settle_labels", folder, passes, tmp_path)
    assert "a.jsonl:1: object: wok is no object of the catalogue." in said


def test_a_second_pass_of_one_rater_is_refused_with_both_files(folder, passes, tmp_path):
    write_pass(passes, "a")
    for copy in ("b", "c"):
        shutil.copy(passes / "a.jsonl", passes / f"{copy}.jsonl")
    said = run("settle_labels", folder, passes, tmp_path)
    assert "b.jsonl: rater: a gave the pass in a.jsonl already" in said
    assert "c.jsonl: rater: a gave the pass in a.jsonl already" in said
    assert not (folder / "labels.jsonl").exists()


def test_a_folder_without_passes_is_named(folder, passes, tmp_path):
    assert "holds no pass" in run("measure_passes", folder, passes, tmp_path)


def test_agreement_is_printed_over_all_and_by_affordance(folder, passes, tmp_path):
    marble = Pair("glass_marble", "conduct_heat")
    write_pass(passes, "a", {marble: PairAnswer.YES})
    for rater in ("b", "c"):
        write_pass(passes, rater)
    said = run("measure_passes", folder, passes, tmp_path, resamples=50)
    lines = {line.split()[0]: line for line in said.splitlines() if line}
    # 26 pairs are rated, 25 alike and one with a third of its pairs of raters alike.
    assert f"{(25 + 1 / 3) / 26:.3f}" in lines["all"]
    # All alike: an interval without width would claim a certainty that three pairs do not give.
    assert lines["raise_a_sitter"].split()[5:7] == ["1.000", "no_variation"]
    assert "no_variation" in lines["raise_a_sitter"]
    assert "a and b: no/no 20, unsure/unsure 1, yes/no 1, yes/yes 5" in said


@pytest.mark.parametrize("options", [{"resamples": 0}, {"resamples": -1}, {"seed": -1}])
def test_resamples_are_drawn_by_a_number_and_a_seed(folder, passes, tmp_path, options):
    write_pass(passes, "a")
    said = run("measure_passes", folder, passes, tmp_path, **options)
    assert said == "--resamples takes 1 or more, --seed 0 or more."


def label(folder, passes, model, monkeypatch, **options):
    monkeypatch.setattr(label_pairs, "backends", SimpleNamespace(chat_model=lambda name: model))
    out, err = StringIO(), StringIO()
    try:
        call_command(
            "label_pairs",
            str(folder),
            passes=passes,
            stdout=out,
            stderr=err,
            **{"rater": "small", "model": "small", "at_once": 4} | options,
        )
    except CommandError as error:
        return str(error)
    return out.getvalue()


def pass_of(passes):
    rows = (passes / "small.jsonl").read_text().splitlines()
    return [json.loads(row) for row in rows]


def test_a_model_s_pass_stops_with_its_server_and_goes_on_later(folder, passes, monkeypatch):
    gone = Scripted(["yes"] * 4 + [ModelUnavailable("503")] * 4)
    said = label(folder, passes, gone, monkeypatch)
    assert "What was answered is kept" in said
    assert len(pass_of(passes)) == 4
    label(folder, passes, Scripted(["no"] * 23), monkeypatch)
    rows = pass_of(passes)
    assert [row["answer"] for row in rows] == ["yes"] * 4 + ["no"] * 23
    assert {(row["rater"], row["kind"]) for row in rows} == {("small", "model")}
    assert "27 of 27 pairs done" in label(folder, passes, Scripted([]), monkeypatch)


def test_answers_beside_one_that_failed_are_kept(folder, passes, monkeypatch):
    gone = Scripted(["yes", ModelUnavailable("503"), "hm", "no", "yes", "yes"])
    said = label(folder, passes, gone, monkeypatch, limit=5)
    assert "The model gives no answer: 503. What was answered is kept" in said
    # The unusable reply is asked for again at once, so the third pair's answer is no.
    assert [row["answer"] for row in pass_of(passes)] == ["yes", "no", "yes"]
    assert "3 of 27 pairs done" in label(folder, passes, Scripted(["no"]), monkeypatch, limit=1)


def test_answers_beside_an_error_that_nobody_expects_are_kept(folder, passes, monkeypatch):
    with pytest.raises(ScriptEnded):
        label(folder, passes, Scripted(["yes"]), monkeypatch, limit=2)
    assert [row["answer"] for row in pass_of(passes)] == ["yes"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rater": "r" * 51}, "--rater has 51 characters; 50 at most are allowed."),
        (
            {"rater": "../cat/manifest"},
            "--rater '../cat/manifest': its file's name takes letters, digits, - and _.",
        ),
        ({"at_once": 0}, "--at-once is 0; it must be 1 or more."),
        ({"limit": 0}, "--limit is 0; it must be 1 or more."),
        ({"limit": -1}, "--limit is -1; it must be 1 or more."),
    ],
)
def test_arguments_beyond_their_limits_are_refused_at_once(
    folder, passes, monkeypatch, options, said
):
    model = Scripted([])
    assert label(folder, passes, model, monkeypatch, **options) == said
    assert (model.requests, list(passes.iterdir())) == ([], [])


def test_half_a_line_of_a_killed_process_is_asked_again(folder, passes, monkeypatch):
    label(folder, passes, Scripted(["yes"] * 3), monkeypatch, limit=3)
    path = passes / "small.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    assert "2 of 27 pairs done" in label(folder, passes, Scripted(["no"]), monkeypatch, limit=1)
    assert [row["answer"] for row in pass_of(passes)] == ["yes", "yes", "no"]


def test_a_whole_last_line_without_its_end_is_kept(folder, passes, monkeypatch):
    label(folder, passes, Scripted(["yes"] * 2), monkeypatch, limit=2)
    path = passes / "small.jsonl"
    path.write_bytes(path.read_bytes()[:-1])
    assert "2 of 27 pairs done" in label(folder, passes, Scripted(["no"]), monkeypatch, limit=1)
    assert [row["answer"] for row in pass_of(passes)] == ["yes", "yes", "no"]


def test_a_pass_of_somebody_else_is_left_alone(folder, passes, monkeypatch):
    write_pass(passes, "a")
    before = (passes / "a.jsonl").read_bytes()
    (passes / "a.jsonl").rename(passes / "small.jsonl")
    said = label(folder, passes, Scripted([]), monkeypatch)
    assert said.endswith("small.jsonl is the pass of a, not of small.")
    assert (passes / "small.jsonl").read_bytes() == before


def test_a_pass_is_written_by_one_process_at_a_time(folder, passes, monkeypatch):
    with (passes / "small.jsonl").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        said = label(folder, passes, Scripted(["yes"]), monkeypatch, limit=1)
        assert said.endswith("small.jsonl is being written by another process.")
    assert "1 of 1 asked" in label(folder, passes, Scripted(["yes"]), monkeypatch, limit=1)


def test_a_pass_that_cannot_be_written_is_named(folder, passes, monkeypatch):
    (passes / "small.jsonl").mkdir()
    said = label(folder, passes, Scripted([]), monkeypatch)
    assert said.endswith("small.jsonl cannot be written: Is a directory.")


def test_pairs_without_a_usable_reply_are_left_out_and_counted(folder, passes, monkeypatch):
    said = label(folder, passes, Scripted(["hm"] * 3), monkeypatch, limit=1)
    assert "1 pairs got no usable reply" in said
    assert pass_of(passes) == []
