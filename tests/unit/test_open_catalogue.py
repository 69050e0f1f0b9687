"""The shipped open catalogue is what its passes, decisions and seeds give, and says so."""

import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from games import formats
from games.management import catalogue_folders

SHIPPED = settings.BASE_DIR / "games" / "catalogue" / "open-1"
SAMPLE = settings.BASE_DIR / "annotation" / "samples" / "open-1.jsonl"
SEEDS = {"games": 20, "sample": 20}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SHIPPED, tmp_path / SHIPPED.name))


def test_it_is_as_large_as_it_was_meant_to_be():
    content = formats.read_catalogue(catalogue_folders.files_in(SHIPPED)).content
    assert len(content.objects) >= 480
    assert len(content.affordances) >= 64
    assert len(content.games) >= 1009


def test_its_labels_are_what_passes_and_adjudications_give(folder: Path):
    call_command("settle_labels", folder, stdout=StringIO())
    assert (folder / "labels.jsonl").read_bytes() == (SHIPPED / "labels.jsonl").read_bytes()


def test_its_games_are_what_the_seed_gives(folder: Path):
    options = {"count": 1056, "seed": SEEDS["games"], "replace": True, "stdout": StringIO()}
    call_command("sample_games", folder, **options)
    assert (folder / "games.jsonl").read_bytes() == (SHIPPED / "games.jsonl").read_bytes()


def test_nothing_is_found_in_it_that_has_no_reason():
    said = StringIO()
    call_command("check_catalogue", SHIPPED, strict=True, trees=True, stdout=said)
    assert "Warnings: none" in said.getvalue()


def test_its_card_says_what_its_files_hold():
    call_command("write_card", SHIPPED, check=True, stdout=StringIO())


def test_the_sample_for_people_is_what_the_seed_gives(tmp_path: Path):
    out = tmp_path / SAMPLE.name
    call_command("draw_pairs", SHIPPED, out, seed=SEEDS["sample"], stdout=StringIO())
    assert out.read_bytes() == SAMPLE.read_bytes()
    key = f"{SAMPLE.stem}.key.jsonl"
    assert (tmp_path / key).read_bytes() == (SAMPLE.parent / key).read_bytes()
