import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import sampling
from games.sampling import CannotSample, LabelTable


def table(objects=60, affordances=20, seed=0, undecided_share=0.05):
    rng = np.random.default_rng(seed)
    yes = rng.random((objects, affordances)) < rng.uniform(0.3, 0.5, affordances)
    undecided = rng.random((objects, affordances)) < undecided_share
    return LabelTable(
        tuple(f"object_{n:03}" for n in range(objects)),
        tuple(f"act_{n:02}" for n in range(affordances)),
        yes & ~undecided,
        undecided,
    )


def label(labels, game, affordance):
    at = labels.objects.index(game.object), labels.affordances.index(affordance)
    return "undecided" if labels.undecided[at] else bool(labels.yes[at])


LABELS = table()
GAMES = sampling.sample_games(LABELS, count=130, seed=1)


def test_the_target_is_the_only_candidate_that_the_object_has():
    found = {
        (affordance == game.target, label(LABELS, game, affordance))
        for game in GAMES
        for affordance in game.candidates
    }
    assert found == {(True, True), (False, False)}


def test_a_game_has_eight_different_candidates():
    assert {len(set(game.candidates)) for game in GAMES} == {8}


def test_each_affordance_is_the_target_equally_often():
    # 130 games over 20 affordances: 10 have 7 and 10 have 6.
    assert sorted(Counter(game.target for game in GAMES).values()) == [6] * 10 + [7] * 10


def test_distractors_are_spread_evenly():
    # 130 * 7 = 910 places over 20 affordances: 45 or 46 each.
    found = sampling.balance(GAMES).distractors
    assert (found.least, found.most) == (45, 46)


def test_objects_are_spread_evenly():
    # 130 games over 60 objects: 2 or 3 each.
    found = sampling.balance(GAMES).objects
    assert (found.least, found.most) == (2, 3)


def test_no_object_has_the_same_target_twice():
    assert len({(game.object, game.target) for game in GAMES}) == len(GAMES)


def test_the_target_stands_in_every_place_about_equally_often():
    # 400 games, 8 places: 50 each, standard deviation sqrt(400 * 1/8 * 7/8) = 6.6.
    games = sampling.sample_games(table(objects=200), count=400, seed=3)
    places = Counter(game.candidates.index(game.target) for game in games)
    assert all(abs(places[place] - 50) < 27 for place in range(8))


def test_candidates_alone_hardly_tell_the_target():
    # Targets and distractors are even, so the best guess without a question is near 1/8.
    assert sampling.balance(GAMES).chance_by_prior == pytest.approx(1 / 8, abs=0.06)


def test_the_same_seed_gives_the_same_games():
    assert sampling.sample_games(LABELS, count=130, seed=1) == GAMES


def test_another_seed_gives_other_games():
    assert sampling.sample_games(LABELS, count=130, seed=2) != GAMES


def test_the_order_of_the_input_changes_nothing():
    rows, columns = np.random.default_rng(2).permutation(60), np.arange(20)[::-1]
    turned = LabelTable(
        tuple(LABELS.objects[row] for row in rows),
        tuple(LABELS.affordances[column] for column in columns),
        LABELS.yes[np.ix_(rows, columns)],
        LABELS.undecided[np.ix_(rows, columns)],
    )
    assert sampling.sample_games(turned, count=130, seed=1) == GAMES


PRINT_GAMES = """
from tests.unit.test_sampling import GAMES
print(repr(GAMES))
"""


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_the_hash_seed_of_the_process_changes_nothing(hash_seed):
    run = subprocess.run(
        [sys.executable, "-c", PRINT_GAMES],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == repr(GAMES)


def test_all_games_of_an_object_lie_in_one_split():
    splits = {(game.object, game.split) for game in GAMES}
    assert len(splits) == len({game.object for game in GAMES})


def test_the_dev_split_of_objects_holds_its_share_of_games():
    # 30% of 130 is 39; objects with 2 or 3 games add up to it.
    assert Counter(game.split for game in GAMES)["dev"] == pytest.approx(39, abs=1)


def test_the_dev_split_of_games_holds_its_share_of_each_target():
    # 40% of 6 or 7 games is 2.4 or 2.8: 2 or 3 each.
    games = sampling.sample_games(LABELS, count=130, seed=1, dev_share=0.4, split_by="game")
    dev = Counter(game.target for game in games if game.split == "dev")
    assert sum(dev.values()) == 52
    assert set(dev.values()) <= {2, 3}


@pytest.mark.parametrize(("share", "split"), [(0, "test"), (1, "dev")])
@pytest.mark.parametrize("split_by", ["object", "game"])
def test_a_share_of_nothing_or_all_puts_every_game_in_one_split(share, split, split_by):
    games = sampling.sample_games(LABELS, count=40, seed=1, dev_share=share, split_by=split_by)
    assert {game.split for game in games} == {split}


def test_too_few_objects_for_a_target_are_named_with_both_numbers():
    # 360 games over 20 affordances: 18 each, and only 11 objects keep act_05.
    labels = table(undecided_share=0)
    yes = labels.yes.copy()
    yes[:, 5] = np.arange(60) < 11
    with pytest.raises(CannotSample, match="target act_05: 18 games asked, 11 objects qualify"):
        sampling.sample_games(
            LabelTable(labels.objects, labels.affordances, yes, labels.undecided),
            count=360,
            seed=1,
        )


def test_an_object_without_seven_false_affordances_does_not_qualify():
    # Each object has 2 of 8 affordances, so only 6 are false.
    yes = np.zeros((8, 8), dtype=bool)
    yes[np.arange(8), np.arange(8)] = yes[np.arange(8), np.arange(8) - 1] = True
    keys = tuple("abcdefgh")
    with pytest.raises(CannotSample, match="target a: 1 games asked, 0 objects qualify"):
        sampling.sample_games(LabelTable(keys, keys, yes, ~yes & False), count=8, seed=1)


def test_the_extra_games_go_to_affordances_that_have_objects_left():
    # Four affordances of which the first has one object only; 5 games: 1 each and 1 more.
    keys = ("a", "b", "c", "d")
    yes = np.eye(4, dtype=bool)[[0, 1, 2, 3, 1, 2, 3]]
    labels = LabelTable(tuple("0123456"), keys, yes, ~yes & False)
    for seed in range(8):
        games = sampling.sample_games(labels, count=5, seed=seed, distractors=3)
        assert Counter(game.target for game in games)["a"] == 1


def test_a_key_that_stands_twice_is_refused():
    no = np.zeros((2, 1), dtype=bool)
    with pytest.raises(ValueError, match="'x' stands twice"):
        LabelTable(("x", "x"), ("a",), no, no)


def test_a_matrix_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="`undecided` is .2, 2., the keys make it .2, 1."):
        LabelTable(("x", "y"), ("a",), np.zeros((2, 1), bool), np.zeros((2, 2), bool))


def test_an_early_choice_is_taken_back_where_that_evens_the_columns():
    # Row 0 and 1 may take 0 or 1, row 2 may take 1 or 2: one each is possible.
    allowed = np.array([[1, 1, 0], [1, 1, 0], [0, 1, 1]], dtype=bool)
    for seed in range(10):
        chosen = sampling.spread(allowed, np.ones(3, dtype=int), Random(seed))
        assert chosen.sum(axis=0).tolist() == [1, 1, 1]


@st.composite
def choices(draw):
    rows, columns = draw(st.integers(1, 12)), draw(st.integers(2, 6))
    bits = draw(st.lists(st.booleans(), min_size=rows * columns, max_size=rows * columns))
    allowed = np.array(bits).reshape(rows, columns)
    demand = np.array([draw(st.integers(0, int(row.sum()))) for row in allowed])
    return allowed, demand


@given(choices(), st.integers(0, 3))
def test_every_row_gets_what_it_asks_for_among_what_it_may_have(choice, seed):
    allowed, demand = choice
    chosen = sampling.spread(allowed, demand, Random(seed))
    assert chosen.sum(axis=1).tolist() == demand.tolist()
    assert not (chosen & ~allowed).any()


@given(choices())
def test_how_even_the_columns_are_does_not_hang_on_the_seed(choice):
    # The sum of squares is the least there is, so every seed must reach the same.
    squares = {int((sampling.spread(*choice, Random(s)).sum(axis=0) ** 2).sum()) for s in range(4)}
    assert len(squares) == 1


def test_games_apart_from_others_share_no_object_and_target_with_them():
    public = {(game.object, game.target) for game in GAMES}
    private = sampling.sample_games(LABELS, count=60, seed=2, taken=public)
    assert len(private) == 60
    assert public.isdisjoint({(game.object, game.target) for game in private})
