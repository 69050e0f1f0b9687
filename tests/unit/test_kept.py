"""What a process keeps as long as it stands."""

from annotation.kept import Kept


def count(kept: Kept[int], name: str, value: int, *, stands: bool = True) -> int:
    return kept.get(name, lambda: value, stands=lambda _: stands)


def test_a_value_is_made_once_while_it_stands():
    kept = Kept[int](most=2)
    assert [count(kept, "a", 1), count(kept, "a", 2)] == [1, 1]


def test_a_value_that_stands_no_more_is_made_again_and_kept():
    kept = Kept[int](most=2)
    count(kept, "a", 1)
    assert count(kept, "a", 2, stands=False) == 2
    assert count(kept, "a", 3) == 2


def test_no_more_than_so_many_are_kept():
    kept = Kept[int](most=2)
    for name in "abc":
        count(kept, name, 1)
    assert [count(kept, name, 2) for name in "cab"] == [1, 2, 2]
