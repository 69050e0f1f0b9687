"""A followed play becomes what is stored, and the same again."""

import json

from evaluation import followed
from evaluation.followed import Step
from games import belief
from games.belief import Evidence
from games.rules import Answer

HALVES = (0.95, 0.95, 0.05, 0.05)


def trace():
    """Four candidates: a question that halves them, the same again, and one that is not read."""
    asked = [
        Evidence("MATERIAL:metal", HALVES, Answer.YES),
        Evidence("MATERIAL:metal", HALVES, Answer.YES),
        Evidence("splindow", None, Answer.NO),
        Evidence("SHAPE:round", (0.95, 0.05, 0.5, 0.5), Answer.YES),
    ]
    return belief.trace(asked, candidates=4)


def test_a_trace_comes_back_from_json_as_it_was():
    whole = trace()
    found = followed.of_trace(whole, target=0)
    rows, beliefs = json.loads(
        json.dumps([found.steps, [each.belief for each in whole.observations]])
    )
    read = followed.Followed(
        found.total_gain,
        found.net_gain,
        found.sufficient_after,
        [Step(*row) for row in rows],
        misled=found.misled,
    )
    assert read == found
    assert followed.trace_of(read, start=whole.start, beliefs=beliefs) == whole


def test_a_step_says_why_it_moved_nothing():
    steps = followed.of_trace(trace(), target=0).steps
    assert [step.repeat for step in steps] == [False, True, False, False]
    assert [step.unread for step in steps] == [False, False, True, False]


def test_sufficiency_is_of_the_target():
    # After the first and the last answer 0.95 x 0.95 of the mass is the first candidate's, or
    # 0.87 of what is left; the second one never has more than a half.
    whole = trace()
    assert followed.of_trace(whole, target=0).sufficient_after == 4
    assert followed.of_trace(whole, target=1).sufficient_after is None


def test_it_is_misled_where_it_is_as_sure_of_another_candidate():
    # 0.87 of the mass is the first candidate's in the end.
    whole = trace()
    assert not followed.of_trace(whole, target=0).misled
    assert followed.of_trace(whole, target=1).misled
    assert followed.misled((0.8, 0.2), target=1) and not followed.misled((0.79, 0.21), target=1)
