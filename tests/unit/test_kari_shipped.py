"""Two rules written by hand, held against the shipped catalogue from their text to their scores."""

import pytest

from evaluation.kari import scoring, verbal, vocabulary, worlds
from evaluation.kari.branches import branches
from evaluation.kari.faults import Standard, faults
from evaluation.kari.simplifying import simplify
from evaluation.kari.syntax import parse
from games.roles import Pair
from tests import played

STARTER = played.shipped("starter-1")
BROADER = {Pair(row.dimension, row.value): row.broader for row in STARTER.content.vocabulary}
AFFORDANCES = tuple(row.key for row in STARTER.content.affordances)
WORLDS = [
    worlds.of_sheet(row.sheet, frozenset(BROADER), BROADER) for row in STARTER.content.objects
]
# Three ways by a part of their own each, and four ways by the whole.
RULES = {
    "pierce_through": """
        PART(object, tip) AND SHAPE(tip, pointed) AND MADE_OF(tip, metal)
        OR PART(object, edge) AND SHAPE(edge, sharp) AND MADE_OF(edge, metal)
        OR PART(object, spine) AND SHAPE(spine, pointed) AND MADE_OF(spine, rigid)
    """,
    "fold_flat": """
        MADE_OF(object, paper) OR MADE_OF(object, fabric)
        OR MADE_OF(object, flexible) AND SHAPE(object, flat)
        OR SHAPE(object, hinge) AND SHAPE(object, flat)
    """,
}


@pytest.mark.parametrize(("affordance", "ways"), [("pierce_through", 3), ("fold_flat", 4)])
def test_a_rule_of_several_ways_tells_the_objects_of_a_catalogue_apart(affordance, ways):
    rule = parse(RULES[affordance])
    known = vocabulary.of_values(BROADER)
    assert faults(rule, Standard(affordance, AFFORDANCES, known)) == ()
    assert len(branches(simplify(rule, BROADER))) == ways
    assert verbal.verbalise(affordance, rule).count("\n") == ways
    labels = STARTER.world.facts.labels[:, [AFFORDANCES.index(affordance)]]
    (score,) = scoring.scores(scoring.fire([rule], WORLDS), labels)
    # Better than to say yes to every object, whose precision is the share of yes.
    assert score.precision > labels.mean()
