"""The project's own blind questions: whole, balanced, and about objects of their catalogue."""

from collections import Counter
from pathlib import Path

import pytest

from games import formats
from games.formats import BlindGold
from games.management import catalogue_folders
from games.rules import Answer

GAMES = Path(formats.__file__).parents[1]


def object_keys(version: str) -> set[str]:
    folder = GAMES / "catalogue" / version
    files = catalogue_folders.files_in(folder)
    return {row.sheet.key for row in formats.read_catalogue(files).content.objects}


def blind_questions(version: str) -> tuple[BlindGold, ...]:
    file = GAMES / "gold" / f"{version}_blind.jsonl"
    objects = object_keys(version)
    return formats.read_blind_gold(file.read_bytes(), file.name, objects=objects).content


@pytest.mark.parametrize(("version", "size"), [("starter-1", 200), ("open-1", 300)])
def test_about_half_of_the_answers_are_yes(version, size):
    answers = Counter(row.gold for row in blind_questions(version))
    assert answers.total() == size
    assert 0.49 <= answers[Answer.YES] / size <= 0.51


@pytest.mark.parametrize(
    ("version", "asked_about", "least", "most"), [("starter-1", 53, 3, 5), ("open-1", 150, 2, 2)]
)
def test_objects_are_asked_about_alike_often(version, asked_about, least, most):
    times = Counter(row.object_key for row in blind_questions(version))
    assert len(times) == asked_about
    assert least <= min(times.values()) <= max(times.values()) <= most


@pytest.mark.parametrize(("version", "most"), [("starter-1", 0), ("open-1", 4)])
def test_few_objects_have_one_answer_only(version, most):
    answers = {(row.object_key, row.gold) for row in blind_questions(version)}
    assert 2 * len({key for key, _ in answers}) - len(answers) <= most
