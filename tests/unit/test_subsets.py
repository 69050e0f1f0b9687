"""A campaign's games: a share of each target, no object twice, the same ones for a seed."""

from collections import Counter

import pytest

from games.subsets import BrokenSubset, Playable, check, choose


def games(targets: int, each: int, *, objects: int) -> list[Playable]:
    """So many games of each target, over the objects in turn."""
    numbers = range(targets * each)
    return [
        Playable(f"g{number:03}", f"object-{number % objects}", f"target-{number // each}")
        for number in numbers
    ]


def counted(listed: list[Playable], keys: tuple[str, ...], field: str) -> Counter[str]:
    by_key = {game.key: game for game in listed}
    return Counter(getattr(by_key[key], field) for key in keys)


def test_each_target_gets_its_share():
    listed = games(4, 10, objects=40)
    keys = choose(listed, share=0.3, seed=1)
    assert set(counted(listed, keys, "target").values()) == {3}


def test_no_object_comes_twice():
    listed = games(4, 10, objects=13)
    keys = choose(listed, share=0.3, seed=1)
    assert len(keys) == 12
    assert max(counted(listed, keys, "object").values()) == 1


def test_a_share_that_is_no_whole_number_is_rounded_in_the_total():
    # 0.3 of 17 is 5.1 for each of four targets: 20.4 in all, so 20 games, 5 of each.
    listed = games(4, 17, objects=68)
    assert counted(listed, choose(listed, share=0.3, seed=1), "target").total() == 20


def test_what_is_left_of_the_rounding_goes_to_the_largest_remainders():
    # 0.5 of 3, 3 and 4 is 1.5, 1.5 and 2: 5 games, 2 and 1 (or 1 and 2) and 2.
    listed = games(3, 3, objects=99) + [Playable("g9", "object-99", "target-2")]
    shares = counted(listed, choose(listed, share=0.5, seed=1), "target")
    assert (shares["target-0"] + shares["target-1"], shares["target-2"]) == (3, 2)


def test_all_games_are_a_share_too():
    listed = games(3, 2, objects=6)
    assert sorted(choose(listed, share=1, seed=1)) == [game.key for game in listed]


def test_the_same_seed_gives_the_same_games_in_the_same_order():
    listed = games(4, 10, objects=40)
    again = choose(list(reversed(listed)), share=0.3, seed=7)
    assert choose(listed, share=0.3, seed=7) == again


def test_another_seed_gives_other_games():
    listed = games(4, 10, objects=40)
    assert set(choose(listed, share=0.3, seed=1)) != set(choose(listed, share=0.3, seed=2))


def test_scarce_objects_are_dealt_so_that_every_target_is_served():
    # Only target-1 has a game of b: taking a for it would leave target-0 without one.
    listed = [
        Playable("g1", "a", "target-0"),
        Playable("g2", "a", "target-1"),
        Playable("g3", "b", "target-1"),
        Playable("g4", "a", "target-0"),
    ]
    for seed in range(10):
        assert sorted(counted(listed, choose(listed, share=0.5, seed=seed), "object")) == ["a", "b"]


def test_too_few_objects_are_refused_with_the_counts():
    listed = games(4, 10, objects=5)
    with pytest.raises(BrokenSubset, match="asks for 12 games .* with 5 objects only 5 games"):
        choose(listed, share=0.3, seed=1)


def test_a_share_of_less_than_a_game_is_refused():
    with pytest.raises(BrokenSubset, match="1% of 4 games is not one game"):
        choose(games(2, 2, objects=4), share=0.01, seed=1)


@pytest.mark.parametrize("share", [0, -0.3, 1.01, float("nan")])
def test_a_share_lies_above_0_and_up_to_1(share):
    with pytest.raises(ValueError, match="lies above 0% and up to 100%"):
        choose(games(2, 2, objects=4), share=share, seed=1)


def test_games_of_different_objects_pass():
    check(games(2, 2, objects=4))


def test_an_object_listed_twice_is_refused_with_the_count():
    with pytest.raises(BrokenSubset, match=r"4 games have only 3 objects.*object-0 \(2 times\)"):
        check(games(2, 2, objects=3))


def test_a_game_listed_twice_is_refused_with_the_count():
    with pytest.raises(BrokenSubset, match=r"2 games have only 1 games.*g000 \(2 times\)"):
        check(games(1, 1, objects=1) * 2)


def test_no_game_at_all_is_refused():
    with pytest.raises(BrokenSubset, match="at least one"):
        check([])
