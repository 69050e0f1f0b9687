"""How a few plays ended, and in how many turns."""

import pytest

from evaluation.metrics import endings
from evaluation.metrics.endings import Ending
from evaluation.models import Episode
from tests.unit.ended import play


@pytest.mark.parametrize(
    ("outcome", "ending"),
    [
        ("won", Ending.SOLVED),
        ("lost", Ending.WRONG_GUESS),
        ("out_of_turns", Ending.OUT_OF_TURNS),
        ("aborted", Ending.ABORTED),
    ],
)
def test_every_play_ends_in_one_way(outcome, ending):
    assert endings.ending_of(play(outcome)) == ending


def test_endings_add_up_and_the_aborted_have_their_faults():
    faults = [*Episode.Fault.values, "empty", ""]
    plays = [play("won"), *(play("aborted", fault=fault) for fault in faults)]
    found = endings.endings(plays)
    assert sum(found.counts.values()) == len(plays)
    assert found.faults == {
        "empty": 2, "context_overflow": 1, "infrastructure": 1, "error": 1, "": 1,
    }  # fmt: skip


def test_no_plays_ended_in_no_way():
    found = endings.endings([])
    assert set(found.counts.values()) == {0}
    assert found.faults == {}


def test_the_histogram_has_a_bin_for_every_number_of_turns():
    plays = [play("won", 0), play("won", 4), play("lost", 4), play("out_of_turns", 20)]
    bins = endings.turns_histogram(plays)
    assert [each.turns for each in bins] == list(range(21))
    assert (bins[4].counts[Ending.SOLVED], bins[4].counts[Ending.WRONG_GUESS]) == (1, 1)
    assert sum(sum(each.counts.values()) for each in bins) == 4


def test_no_plays_have_no_bins():
    assert endings.turns_histogram([]) == []
