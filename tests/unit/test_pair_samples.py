import json
from pathlib import Path

import pytest

from annotation import pair_samples
from annotation.label_passes import Pairs
from games import formats
from games.management import catalogue_folders

MINI = Path(__file__).parents[1] / "data" / "mini_catalogue"
PAIRS = Pairs([f"o{n}" for n in range(20)], [f"a{n}" for n in range(10)]).all()


def test_a_seed_gives_the_same_sample_whatever_the_order():
    drawn = pair_samples.draw(PAIRS, count=50, seed=3)
    assert drawn == pair_samples.draw(PAIRS[::-1], count=50, seed=3)
    assert drawn != pair_samples.draw(PAIRS, count=50, seed=4)
    assert len(set(drawn)) == 50


def test_pairs_of_an_object_stand_together():
    objects = [pair.object_key for pair in pair_samples.draw(PAIRS, count=60, seed=1)]
    runs = [one for one, before in zip(objects, [None, *objects], strict=False) if one != before]
    assert len(runs) == len(set(runs))


@pytest.mark.parametrize("count", [0, 201])
def test_more_pairs_than_there_are_cannot_be_drawn(count):
    with pytest.raises(ValueError, match=f"{count} pairs asked of 200"):
        pair_samples.draw(PAIRS, count=count, seed=1)


def test_the_order_of_the_objects_is_the_seeds():
    objects = list(dict.fromkeys(p.object_key for p in pair_samples.draw(PAIRS, count=90, seed=1)))
    assert objects != sorted(objects)


def test_a_sample_shows_what_raters_see_and_the_key_says_what_it_was():
    content = formats.read_catalogue(catalogue_folders.files_in(MINI)).content
    pairs = Pairs(["glass_marble"], ["roll_on_floor"]).all()
    (row,) = map(json.loads, pair_samples.sample_lines(content, pairs).splitlines())
    assert set(row) == {"pair", "description", "definition", "conditions"}
    (key,) = map(json.loads, pair_samples.key_lines(pairs).splitlines())
    assert key == {"pair": row["pair"], "object": "glass_marble", "affordance": "roll_on_floor"}
