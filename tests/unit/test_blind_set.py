"""The project's own blind questions: whole, balanced, and about all objects of their catalogue."""

from collections import Counter
from pathlib import Path

import pytest

from games import formats
from games.rules import Answer

GAMES = Path(formats.__file__).parents[1]
STARTER = GAMES / "catalogue" / "starter-1"


@pytest.fixture(scope="module")
def objects() -> set[str]:
    files = {path.name: path.read_bytes() for path in STARTER.iterdir()}
    return {row.sheet.key for row in formats.read_catalogue(files).content.objects}


@pytest.fixture(scope="module")
def gold(objects) -> tuple[formats.BlindGold, ...]:
    file = GAMES / "gold" / "starter-1_blind.jsonl"
    return formats.read_blind_gold(file.read_bytes(), file.name, objects=objects).content


def test_half_of_the_two_hundred_answers_are_yes(gold):
    assert Counter(row.gold for row in gold) == {Answer.YES: 100, Answer.NO: 100}


def test_every_object_is_asked_about_three_to_five_times(gold, objects):
    times = Counter(row.object_key for row in gold)
    assert set(times) == objects
    assert 3 <= min(times.values()) <= max(times.values()) <= 5


def test_no_object_has_one_answer_only(gold):
    answers = {(row.object_key, row.gold) for row in gold}
    assert len(answers) == 2 * len({key for key, _ in answers})
