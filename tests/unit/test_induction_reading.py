"""How replies of proposer, auditor and validator are read."""

import pytest

from evaluation.induction import reading
from evaluation.induction.reading import Offer
from evaluation.induction.values import Flaw, Heard
from evaluation.kari import syntax
from evaluation.kari.faults import Standard
from evaluation.kari.vocabulary import of_values, with_synonym
from games.roles import Pair
from games.sheets import Dimension

METAL, SMOOTH = Pair(Dimension.MATERIAL, "metal"), Pair(Dimension.SURFACE, "smooth")
KNOWN = with_synonym(of_values([METAL, SMOOTH]), METAL, "metallic")
STANDARD = Standard("fold_flat", ("fold_flat", "pierce_through", "cut_paper"), KNOWN)
STANDING = syntax.parse("SHAPE(object, flat) AND SIZE(object, thin)")


def proposed(text, *, standing=None, finish="stop", most_ways=12):
    said = reading.proposed(Heard(text, finish), Offer(STANDARD, standing, most_ways))
    return said if said is None or isinstance(said, Flaw) else syntax.render(said)


@pytest.mark.parametrize(
    "text",
    [
        "RULE: SHAPE(object, flat)",
        "SHAPE(object, flat)",
        "<think>Maybe RULE: SIZE(object, big)</think>\nRULE: SHAPE(object, flat).",
        "```\nRULE: SHAPE(object, flat)\n```",
        "Here it is.\n\n**RULE:** `SHAPE(object, flat)`\n\nIt covers all of them.",
        "RULE: SIZE(object, thin)\nNo, better:\nRULE: SHAPE(Object, \"Flat\")",
        "The rule that I propose:\nSHAPE( object , flat )\n\nWhy: SIZE(object, thin) is idle.",
    ],
)  # fmt: skip
def test_a_rule_is_found_behind_its_mark_or_at_the_start_of_a_line(text):
    assert proposed(text) == "SHAPE(object, flat)"


def test_names_become_snake_case_and_joints_capitals():
    text = "RULE: MADE_OF(object, Sheet-Metal) and (SIZE(object, very thin) or SHAPE(object, flat))"
    assert proposed(text) == (
        "MADE_OF(object, sheet_metal) AND (SIZE(object, very_thin) OR SHAPE(object, flat))"
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("It should be flat and thin.", "no_rule"),
        ("RULE: NONE", "no_rule"),
        ("RULE: it is flat", "no_rule"),
        ("<think>Let me see, the thing", "thinking"),
        ("RULE: SHAPE(object, flat) AND", "unreadable"),
        ("RULE: SHAPE(object, flat) BUT SIZE(object, thin)", "unreadable"),
        ("RULE: COLOUR(object, red) AND SHAPE(object, flat)", "no_rule"),
        ("RULE: SHAPE(tip, pointed)", "undeclared"),
        ("RULE: SHAPE(object, foldable)", "affordance_word"),
        ("RULE: SURFACE(object, cutting_edge)", "affordance_word"),
        ("RULE: SHAPE(object, rotating)", "dynamic_word"),
        ("RULE: SHAPE(object, smooth)", "other_dimension"),
        ("RULE: MADE_OF(object, what_is_left_when_paper_is_old)", "wordy"),
        ("RULE: PART(object, tip)", "alone"),
        ("RULE: SHAPE(object, <b>flat</b>)", "unreadable"),
    ],
)
def test_what_is_wrong_with_a_proposal_has_a_name(text, code):
    said = reading.proposed(Heard(text), Offer(STANDARD, None, 12))
    assert isinstance(said, Flaw)
    assert said.code == code
    assert said.problem


def test_a_reply_that_was_cut_off_is_no_rule_even_where_it_reads_as_one():
    flaw = proposed("RULE: SHAPE(object, flat)", finish="length")
    assert flaw == Flaw("cut_off", "The reply was too long and was cut off; be brief.")


def test_none_says_that_nothing_is_to_be_added():
    assert proposed("RULE: NONE", standing=STANDING) is None
    assert proposed("rule: none.", standing=STANDING) is None


def test_a_way_that_follows_from_the_rule_is_repeated_and_only_new_ones_are_taken():
    wider = "SHAPE(object, flat) AND SIZE(object, thin) AND MADE_OF(object, metal)"
    flaw = proposed(f"RULE: {wider}", standing=STANDING)
    assert isinstance(flaw, Flaw)
    assert flaw.code == "repeated"
    both = f"RULE: {wider} OR MADE_OF(object, paper)"
    assert proposed(both, standing=STANDING) == "MADE_OF(object, paper)"


def test_more_ways_than_there_is_room_for_are_refused():
    many = "RULE: SHAPE(object, a) OR SHAPE(object, b)"
    assert proposed(many, standing=STANDING, most_ways=3) == many[6:]
    flaw = proposed(many, standing=STANDING, most_ways=2)
    assert flaw == Flaw("too_many_ways", "It has 2 ways; 1 more fit into the rule.")


WORDS = (Pair(Dimension.MATERIAL, "steely"), Pair(Dimension.SURFACE, "slick"))


@pytest.mark.parametrize(
    "text", ["1. metal\n2. NEW", "1) steely -> Metallic\n2) slick: new", "1: metal\n\n2: slick"]
)
def test_the_auditor_names_a_value_or_says_new(text):
    assert reading.audited(Heard(text), WORDS, KNOWN) == {WORDS[0]: METAL}


def test_the_auditor_may_name_another_of_the_proposed_words():
    words = (*WORDS, Pair(Dimension.SURFACE, "slippery"))
    said = reading.audited(Heard("1. NEW\n2. NEW\n3. slick"), words, KNOWN)
    assert said == {words[2]: words[1]}
    # Of another dimension it is no word.
    said = reading.audited(Heard("1. slick\n2. NEW\n3. NEW"), words, KNOWN)
    assert said == Flaw("not_in_vocabulary", "Line 1: slick is no word of material, and not NEW.")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1. metal", "missing"),
        ("1. smooth\n2. NEW", "not_in_vocabulary"),
        ("1. metal\n1. NEW\n2. NEW", "two_answers"),
        ("They are all new.", "missing"),
    ],
)
def test_an_auditor_that_leaves_the_dimension_or_a_line_out_is_of_no_use(text, code):
    said = reading.audited(Heard(text), WORDS, KNOWN)
    assert isinstance(said, Flaw)
    assert said.code == code


@pytest.mark.parametrize(
    "text",
    ["1. YES\n2. NO", "1. It is flat: yes, as sources say\n2. No.", "Sure.\n**1.** Yes\n**2.** no"],
)
def test_the_validator_says_yes_or_no_a_line(text):
    assert reading.validated(Heard(text), 2) == (True, False)


def test_a_single_statement_needs_no_number():
    assert reading.validated(Heard("YES"), 1) == (True,)


@pytest.mark.parametrize(
    ("text", "code"),
    [("1. YES", "missing"), ("1. YES or NO\n2. NO", "two_answers"), ("1. maybe\n2. NO", "missing")],
)
def test_a_validator_that_is_unclear_is_of_no_use(text, code):
    said = reading.validated(Heard(text), 2)
    assert isinstance(said, Flaw)
    assert said.code == code
