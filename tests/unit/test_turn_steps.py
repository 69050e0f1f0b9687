"""A play turn by turn, from its attempts and the observer's path."""

from evaluation import turn_steps
from evaluation.turn_steps import OwnPath, Said
from games.belief import Observation, Trace
from games.rules import Limits, TurnStatus

START = (0.5, 0.5)
UNKNOWN = OwnPath({}, {})


def said(number: int, attempt: int = 1, status=TurnStatus.ANSWERED) -> Said:
    return Said(number, attempt, f"q{number}.{attempt}", status, answer="yes")


def refused(number: int, attempt: int) -> Said:
    return said(number, attempt, TurnStatus.REFUSED)


def trace(*beliefs: tuple[float, float]) -> Trace:
    seen = tuple(Observation(each, 0.1, 0.2, 0.1) for each in beliefs)
    return Trace(START, seen, 0.0, 0.0)


def test_each_answer_takes_its_own_observation_past_refusals():
    turns = [said(1), refused(2, 1), said(2, 2)]
    found = turn_steps.steps(turns, trace((0.7, 0.3), (0.9, 0.1)), UNKNOWN, Limits())
    assert [step.held for step in found] == [(0.7, 0.3), (0.7, 0.3), (0.9, 0.1)]
    assert [step.observation is None for step in found] == [False, True, False]


def test_only_the_last_refusal_spends_its_turn():
    turns = [refused(1, attempt) for attempt in (1, 2, 3)]
    found = turn_steps.steps(turns, trace(), UNKNOWN, Limits())
    assert [step.spends for step in found] == [False, False, True]


def test_the_players_belief_after_a_turn_is_the_first_held_at_the_next():
    own = OwnPath({1: START, 2: (0.8, 0.2)}, {1: 0.3})
    (step,) = turn_steps.steps([said(1)], trace((0.6, 0.4)), own, Limits())
    assert (step.own, step.own_gain) == ((0.8, 0.2), 0.3)


def test_a_refusal_that_spends_nothing_has_no_belief_of_its_own():
    own = OwnPath({1: START, 2: (0.8, 0.2)}, {1: 0.3})
    step = turn_steps.steps([refused(1, 1)], trace(), own, Limits())[0]
    assert (step.own, step.own_gain) == (None, None)


def test_the_belief_at_a_turn_is_that_of_its_last_attempt():
    turns = [said(1), refused(2, 1), said(2, 2)]
    found = turn_steps.steps(turns, trace((0.7, 0.3), (0.9, 0.1)), UNKNOWN, Limits())
    at = [turn_steps.held_after(found, number, START) for number in range(4)]
    assert at == [START, (0.7, 0.3), (0.9, 0.1), (0.9, 0.1)]
