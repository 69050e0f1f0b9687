import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.kari import coverage, scoring
from evaluation.kari.conflicts import Conflict, Relation, against_labels, conflicts
from evaluation.kari.evaluating import evaluate
from evaluation.kari.scoring import Fired, Score
from evaluation.kari.syntax import parse
from evaluation.kari.worlds import SheetWorld
from games.estimates import Undefined
from games.roles import Pair
from games.rules import Answer
from games.sheets import Dimension
from tests.unit.kari_rules import patiently, rules, worlds

FLAT = Pair(Dimension.SHAPE, "flat")
STEEL = Pair(Dimension.MATERIAL, "steel")
VOCABULARY = frozenset({FLAT, STEEL})
SHEET = SheetWorld({"": frozenset({FLAT, STEEL})}, VOCABULARY)
PAPER = SheetWorld({"": frozenset({FLAT})}, VOCABULARY)
NAIL = SheetWorld({"": frozenset({STEEL})}, VOCABULARY)
IS_FLAT, IS_STEEL = parse("SHAPE(object, flat)"), parse("MADE_OF(object, steel)")
BOTH = parse("MADE_OF(object, steel) AND SHAPE(object, flat)")
ODD = parse("SIZE(object, odd)")


def test_rules_fire_on_objects():
    fired = scoring.fire([IS_FLAT, BOTH, ODD], [SHEET, PAPER, NAIL])
    assert fired.yes.tolist() == [[True, True, False], [True, False, False], [False] * 3]
    # No object's vocabulary has odd.
    assert fired.unknown.tolist() == [[False, False, True]] * 3


@patiently
@given(st.lists(rules(1), max_size=3), st.lists(worlds(), max_size=3))
def test_rules_fire_as_they_are_evaluated_one_by_one(nodes, objects):
    fired = scoring.fire(nodes, objects)
    answers = [[evaluate(node, world).answer for node in nodes] for world in objects]
    shape = (len(objects), len(nodes))
    assert fired.yes.shape == fired.unknown.shape == shape
    assert fired.yes.tolist() == [[each == Answer.YES for each in row] for row in answers]
    assert fired.unknown.tolist() == [
        [each == Answer.CANNOT_TELL for each in row] for row in answers
    ]


def test_precision_and_coverage_of_a_rule():
    # Fired on sheet and paper; labelled yes are sheet and nail: one hit of two fired, of two yes.
    fired = scoring.fire([IS_FLAT], [SHEET, PAPER, NAIL])
    (score,) = scoring.scores(fired, np.array([[True], [False], [True]]))
    assert score == Score(hits=1, misfires=1, missed=1, unknown=0)
    assert (score.precision, score.coverage) == (0.5, 0.5)
    assert score.precision_within.low < 0.5 < score.precision_within.high


def test_pairs_without_a_label_do_not_count():
    fired = scoring.fire([IS_FLAT], [SHEET, PAPER, NAIL])
    labels = np.array([[True], [False], [True]])
    (score,) = scoring.scores(fired, labels, np.array([[True], [False], [True]]))
    assert score == Score(hits=1, misfires=0, missed=1, unknown=0)


def test_a_rule_that_never_fired_has_no_precision():
    score = Score(hits=0, misfires=0, missed=3, unknown=2)
    assert score.precision == score.precision_within == Undefined("never_fired")
    assert score.coverage == 0
    assert Score(0, 2, 0, 0).coverage == Undefined("no_positives")


def test_labels_of_another_shape_are_refused():
    fired = Fired(np.zeros((2, 1), dtype=bool), np.zeros((2, 1), dtype=bool))
    with pytest.raises(ValueError, match=r"\(2, 1\), labels are \(1, 2\)"):
        scoring.scores(fired, np.zeros((1, 2), dtype=bool))


def test_a_round_says_which_objects_are_covered_and_by_which_way():
    rule = parse("MADE_OF(object, steel) AND SHAPE(object, flat) OR SHAPE(object, flat)")
    worlds = {"sheet": SHEET, "paper": PAPER, "nail": NAIL}
    done = coverage.cover(2, rule, worlds)
    assert done.covered == (("sheet", 0), ("paper", 1))
    assert done.uncovered == ("nail",)
    assert done.share == pytest.approx(2 / 3)
    assert coverage.idle_ways(rule, [done]) == ()
    assert coverage.idle_ways(parse("SIZE(object, a) OR SHAPE(object, flat)"), []) == (0, 1)


def test_an_unknown_object_is_not_covered():
    done = coverage.cover(1, ODD, {"sheet": SHEET})
    assert (done.covered, done.unknown, done.share) == ((), ("sheet",), 0)


def test_a_round_without_objects_has_no_share():
    assert coverage.cover(1, ODD, {}).share == Undefined("no_objects")


def test_rules_that_follow_from_each_other_are_conflicts():
    renamed = parse("PART(object, x) AND SHAPE(x, flat)")
    rules = {"fold": IS_FLAT, "cut": BOTH, "press": renamed, "hold": IS_STEEL}
    assert conflicts(rules) == [
        Conflict("cut", "fold", Relation.LEADS_TO),
        Conflict("fold", "press", Relation.SAME),
        Conflict("cut", "press", Relation.LEADS_TO),
        Conflict("cut", "hold", Relation.LEADS_TO),
    ]


def test_labels_contradict_a_conflict():
    labels = {"cut": np.array([True, True, False]), "fold": np.array([True, False, True])}
    leads = against_labels(Conflict("cut", "fold", Relation.LEADS_TO), labels)
    same = against_labels(Conflict("cut", "fold", Relation.SAME), labels)
    assert (leads.against, same.against) == ((1,), (1, 2))
