"""Which candidate is guessed for which, in a few plays."""

from dataclasses import replace

from evaluation.metrics.confusion import confusion
from evaluation.metrics.intervals import Undefined
from tests.unit.ended import play


def offered(target: str, guess: str, candidates: str = "abc"):
    outcome = "won" if guess == target else "lost" if guess else "aborted"
    return replace(play(outcome), target=target, guess=guess, candidates=tuple(candidates))


PLAYS = [offered("a", "a"), offered("a", "b"), offered("b", "b"), offered("c", "", "bc")]


def test_a_candidate_is_guessed_as_target_and_as_distractor():
    # a was the target twice and guessed once; b stood beside another target three times, guessed
    # once. c was the target once, and the play without a guess counts.
    found = {each.affordance: each for each in confusion(PLAYS).candidates}
    assert (found["a"].as_target.value, found["a"].as_target.n) == (1 / 2, 2)
    assert (found["b"].as_distractor.value, found["b"].as_distractor.n) == (1 / 3, 3)
    assert (found["c"].as_target.value, found["c"].as_target.n) == (0, 1)


def test_guesses_stand_by_target_with_what_was_offered():
    found = confusion(PLAYS)
    assert found.affordances == ("a", "b", "c")
    assert found.guessed == ((1, 1, 0), (0, 1, 0), (0, 0, 0))
    assert found.offered == ((2, 2, 2), (1, 1, 1), (0, 1, 1))
    assert found.unguessed == (0, 0, 1)


def test_a_line_and_its_unguessed_plays_are_all_plays_of_the_target():
    found = confusion(PLAYS)
    for at, line in enumerate(found.guessed):
        assert sum(line) + found.unguessed[at] == found.offered[at][at]


def test_what_was_never_a_distractor_has_no_share():
    (alone,) = confusion([offered("a", "a", "a")]).candidates
    assert alone.as_distractor == Undefined("nothing_counted")


def test_plays_that_do_not_say_what_they_offered_are_in_no_count():
    found = confusion([play()])
    assert (found.affordances, found.guessed, list(found.candidates)) == ((), (), [])
