import io
import json
import shutil
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.models import Catalogue

MINI = Path(__file__).parents[2] / "data" / "mini_catalogue"


@pytest.fixture
def folder(tmp_path) -> Path:
    return shutil.copytree(MINI, tmp_path / "mini-1")


def output_of(command: str, *args: object, **options: object) -> str:
    out = io.StringIO()
    call_command(command, *map(str, args), stdout=out, stderr=out, **options)
    return out.getvalue()


@pytest.mark.django_db
def test_import_says_what_it_stored_and_that_it_was_there(folder):
    assert "mini-1 stored; 5 games added" in output_of("import_catalogue", folder)
    assert "mini-1 was stored already; 0 games added" in output_of("import_catalogue", folder)


@pytest.mark.django_db
def test_import_lists_every_error_and_stores_nothing(folder):
    with (folder / "objects.jsonl").open("a") as file:
        file.write("{}\n?\n")
    out = io.StringIO()
    # The empty object lacks six fields; the question mark is no JSON.
    with pytest.raises(CommandError, match="7 errors"):
        call_command("import_catalogue", str(folder), stderr=out)
    assert "objects.jsonl:4: name: This field is missing." in out.getvalue()
    assert not Catalogue.objects.exists()


def test_import_of_no_folder_is_refused_in_one_sentence(tmp_path):
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        output_of("import_catalogue", tmp_path / "nowhere")


@pytest.mark.django_db
def test_export_writes_what_was_imported(folder, tmp_path):
    output_of("import_catalogue", folder)
    output_of("export_catalogue", "mini-1", tmp_path / "out")
    for path in MINI.iterdir():
        assert (tmp_path / "out" / path.name).read_bytes() == path.read_bytes()


@pytest.mark.django_db
def test_export_of_an_unknown_version_names_those_that_are_stored(folder, tmp_path):
    output_of("import_catalogue", folder)
    with pytest.raises(CommandError, match="No catalogue mini-9 is stored; there are: mini-1"):
        output_of("export_catalogue", "mini-9", tmp_path)


@pytest.mark.django_db
def test_export_refuses_a_folder_of_another_catalogue(folder):
    output_of("import_catalogue", folder)
    with (folder / "objects.jsonl").open("a") as file:
        file.write("\n")
    with pytest.raises(CommandError, match="another catalogue"):
        output_of("export_catalogue", "mini-1", folder)


def test_check_prints_counts_and_warnings_and_passes(folder):
    told = output_of("check_catalogue", folder)
    assert "3 objects x 9 affordances = 27 pairs; 24 values; 5 games (3 dev, 2 test)" in told
    assert "warning: idle value: material:wood: No object has it." in told


def test_check_fails_on_warnings_where_it_is_strict(folder):
    with pytest.raises(CommandError, match="--strict"):
        output_of("check_catalogue", folder, strict=True)


def test_check_fails_on_errors(folder):
    (folder / "labels.jsonl").unlink()
    with pytest.raises(CommandError, match="1 errors"):
        output_of("check_catalogue", folder)


def test_sample_writes_the_same_games_for_the_same_seed(folder):
    options = {"count": 5, "seed": 3, "split_share": 0.4}
    (folder / "games.jsonl").unlink()
    output_of("sample_games", folder, **options)
    first = (folder / "games.jsonl").read_bytes()
    output_of("sample_games", folder, **options)
    assert (folder / "games.jsonl").read_bytes() == first
    assert "5 games (2 dev, 3 test)" in output_of("check_catalogue", folder)


def test_sample_writes_over_other_games_only_when_told(folder):
    options = {"count": 5, "seed": 3}
    with pytest.raises(CommandError, match="--replace"):
        output_of("sample_games", folder, **options)
    output_of("sample_games", folder, replace=True, **options)
    assert (folder / "games.jsonl").read_bytes() != (MINI / "games.jsonl").read_bytes()


def test_sample_says_which_target_is_short_of_objects(folder):
    with pytest.raises(CommandError, match="target"):
        output_of("sample_games", folder, count=500, seed=3, replace=True)


def test_private_games_stand_in_a_file_apart_and_repeat_no_public_game(folder, tmp_path):
    (folder / "games.jsonl").unlink()
    output_of("sample_games", folder, count=2, seed=3)
    private = tmp_path / "private.jsonl"
    output_of("sample_games", folder, count=2, seed=77, private=private)
    public = (folder / "games.jsonl").read_text().splitlines()
    pairs = [
        {(row["object"], row["target"]) for row in map(json.loads, lines)}
        for lines in (public, private.read_text().splitlines())
    ]
    assert pairs[0].isdisjoint(pairs[1])
    assert json.loads(private.read_text().splitlines()[0])["key"] == "pg0001"


@pytest.mark.parametrize("name", ["games.jsonl", "labels.jsonl", "private.jsonl"])
def test_private_games_are_no_file_of_the_catalogue(folder, name):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(CommandError, match="kept outside the catalogue's folder"):
        output_of("sample_games", folder, count=2, seed=3, private=folder / name, replace=True)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_private_games_need_the_public_ones(folder, tmp_path):
    (folder / "games.jsonl").unlink()
    with pytest.raises(CommandError, match=r"games\.jsonl is missing"):
        output_of("sample_games", folder, count=2, seed=3, private=tmp_path / "private.jsonl")


def test_reasons_explain_warnings_and_rules_are_held_against_the_labels(folder):
    (folder / "checks.toml").write_text(
        '[[rule]]\nsays = "Glass is hard."\naffordance = "roll_on_floor"\nanswer = "yes"\n'
        'any_of = ["material:wood"]\n'
        '[[reason]]\ncheck = "consistency"\nsubject = "glass_marble roll_on_floor"\n'
        'text = "The rule is made up."\n'
    )
    said = output_of("check_catalogue", folder)
    assert "explained: consistency: glass_marble roll_on_floor: Glass is hard." in said
    assert "The rule is made up." in said
    assert "Explained: consistency 1" in said


def test_checks_that_cannot_be_read_are_an_error(folder):
    (folder / "checks.toml").write_text("[[rule]]\n")
    with pytest.raises(CommandError, match="Rule 1: answer is no text"):
        output_of("check_catalogue", folder)


def test_trees_say_where_too_few_objects_have_a_label(folder):
    assert "too few of one label" in output_of("check_catalogue", folder, trees=True)
