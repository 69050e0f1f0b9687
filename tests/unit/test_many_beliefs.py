"""Many plays followed at once, against each followed by itself; what holds of every trace."""

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import belief, many_beliefs
from games.belief import Evidence
from games.rules import Answer

CHANCES = st.lists(st.floats(0, 1), min_size=8, max_size=8).map(tuple)
EVIDENCE = st.builds(
    Evidence,
    pair=st.sampled_from([f"SHAPE:{at}" for at in range(12)]),
    likelihood=st.none() | CHANCES,
    answer=st.sampled_from(Answer),
)
PLAYS = st.lists(st.lists(EVIDENCE, max_size=20), max_size=5)
NEAR = {"rel": 1e-9, "abs": 1e-12}


@given(PLAYS)
def test_many_traces_are_each_plays_own(plays):
    found = many_beliefs.traces(plays)
    assert len(found) == len(plays)
    for one, play in zip(found, plays, strict=True):
        alone = belief.trace(play)
        assert (one.total_gain, one.net_gain) == pytest.approx(
            (alone.total_gain, alone.net_gain), **NEAR
        )
        assert len(one.observations) == len(alone.observations)
        for ours, theirs in zip(one.observations, alone.observations, strict=True):
            assert ours.belief == pytest.approx(theirs.belief, **NEAR)
            assert ours.gain == pytest.approx(theirs.gain, **NEAR)
            assert ours.expected_gain == pytest.approx(theirs.expected_gain, **NEAR)
            assert ours.entropy_drop == pytest.approx(theirs.entropy_drop, **NEAR)
            assert (ours.useless, ours.kept) == (theirs.useless, theirs.kept)


@given(PLAYS)
def test_the_net_gain_is_what_is_left_of_three_bits(plays):
    for one in many_beliefs.traces(plays):
        assert one.net_gain == pytest.approx(3 - belief.entropy(one.belief), abs=1e-9)


@given(PLAYS)
def test_drops_of_entropy_add_up_and_gains_need_not(plays):
    for one in many_beliefs.traces(plays):
        drops = sum(seen.entropy_drop for seen in one.observations)
        assert drops == pytest.approx(3 - belief.entropy(one.belief), abs=1e-9)
        assert one.total_gain == pytest.approx(sum(seen.gain for seen in one.observations))


@given(CHANCES, CHANCES)
def test_a_gain_averaged_over_the_answers_is_the_expected_gain(chances, before):
    # IG is at most -log2 of the chance that the answer had.
    told = Evidence("SHAPE:before", before, Answer.YES)
    asked = [Evidence("SHAPE:now", chances, answer) for answer in (Answer.YES, Answer.NO)]
    yes, no = (
        trace.observations for trace in many_beliefs.traces([[told, each] for each in asked])
    )
    held, likely = yes[0].belief, belief.clip(chances)
    chance = sum(p * q for p, q in zip(held, likely.tolist(), strict=True))
    averaged = chance * yes[1].gain + (1 - chance) * no[1].gain
    assert averaged == pytest.approx(yes[1].expected_gain, abs=1e-9)
    assert 0 <= yes[1].gain <= -log2(chance) + 1e-9
    assert 0 <= no[1].gain <= -log2(1 - chance) + 1e-9
    assert 0 <= yes[1].expected_gain <= 1


def test_the_half_of_the_candidates_is_worth_what_the_clip_leaves():
    # 4 of 8 at 0.95, the others at 0.05: 1 - h(0.05) = 0.714 bits.
    half = Evidence("SHAPE:half", (1.0,) * 4 + (0.0,) * 4, Answer.YES)
    (one,) = many_beliefs.traces([[half]])
    assert one.observations[0].gain == pytest.approx(0.714, abs=5e-4)


def test_no_plays_have_no_traces_and_a_play_without_answers_has_its_start():
    assert many_beliefs.traces([]) == []
    (one,) = many_beliefs.traces([[]])
    assert (one.start, one.observations, one.net_gain) == ((1 / 8,) * 8, (), 0)


@pytest.mark.parametrize("eps", [0, 0.5])
def test_answers_stay_possible(eps):
    with pytest.raises(ValueError, match=f"eps is {eps}"):
        many_beliefs.traces([], eps=eps)
