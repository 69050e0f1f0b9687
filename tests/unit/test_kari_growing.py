from hypothesis import given

from evaluation.kari.evaluating import best, evaluate
from evaluation.kari.faults import faults
from evaluation.kari.growing import with_way
from evaluation.kari.syntax import parse, render
from tests.unit.kari_rules import patiently, rules, worlds


@patiently
@given(rules(), rules(), worlds())
def test_a_grown_rule_is_sound_and_holds_where_one_of_the_two_does(rule, way, world):
    grown = with_way(rule, way)
    assert faults(grown) == ()
    both = [evaluate(rule, world).answer, evaluate(way, world).answer]
    assert evaluate(grown, world).answer == best(both)


def test_a_part_that_the_rule_has_already_gets_the_next_free_name():
    rule = parse("PART(object, tip) AND SHAPE(tip, a) OR PART(object, tip_2) AND SHAPE(tip_2, b)")
    way = parse(
        "PART(object, tip) AND PART(tip, edge) AND PART(object, tip_3) AND SHAPE(tip, c)"
        " AND SIZE(edge, d) AND SIZE(tip_3, e)"
    )
    assert render(with_way(rule, way)).endswith(
        " OR PART(object, tip_4) AND PART(tip_4, edge) AND PART(object, tip_3) AND SHAPE(tip_4, c)"
        " AND SIZE(edge, d) AND SIZE(tip_3, e)"
    )
