"""Which texts say nearly the same, over as many as a catalogue has."""

import numpy as np

from games import closest


class Counted(np.ndarray):
    """Counts the numbers that are taken out of it."""

    taken = 0

    def __getitem__(self, at):
        found = super().__getitem__(at)
        Counted.taken += np.size(found)
        return found


def test_the_pairs_are_taken_out_once_and_not_for_each_result():
    vectors = np.random.default_rng(1).normal(size=(30, 4)).view(Counted)
    pairs = 30 * 29 // 2
    assert len(closest.closest([str(at) for at in range(30)], vectors, 100)) == 100
    assert Counted.taken <= 2 * pairs
