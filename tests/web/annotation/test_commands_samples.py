"""Samples of pairs for people, and how many answers a label takes."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

MINI = Path(__file__).parents[2] / "data" / "mini_catalogue"


def draw(out, seed=1):
    call_command("draw_pairs", str(MINI), str(out), count=5, seed=seed, stdout=StringIO())


def test_a_sample_and_its_key_go_together(tmp_path):
    draw(tmp_path / "sample.jsonl")
    sample, key = (
        [json.loads(line) for line in (tmp_path / name).read_text().splitlines()]
        for name in ("sample.jsonl", "sample.key.jsonl")
    )
    assert [row["pair"] for row in sample] == [row["pair"] for row in key] == [1, 2, 3, 4, 5]
    told = json.dumps(sample)
    assert not any(row["object"] in told or row["affordance"] in told for row in key)


def test_the_same_sample_again_changes_nothing(tmp_path):
    draw(tmp_path / "sample.jsonl")
    draw(tmp_path / "sample.jsonl")


@pytest.mark.parametrize("name", ["sample.jsonl", "sample.key.jsonl"])
def test_what_stands_in_another_file_stays(tmp_path, name):
    (tmp_path / name).write_text("mine")
    with pytest.raises(CommandError, match=f"{name} holds something else"):
        draw(tmp_path / "sample.jsonl")
    assert (tmp_path / name).read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_label_takes_an_answer(tmp_path):
    with pytest.raises(CommandError, match="--raters 0: a label takes one answer"):
        call_command("settle_labels", str(MINI), passes=tmp_path, raters=0)
