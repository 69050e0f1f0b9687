"""The way of an affordance to its rule: the same replies lead to the same calls."""

import pytest

from evaluation.induction import documents
from evaluation.induction.course import Course, Diverged, Kept
from evaluation.induction.results import most_calls
from evaluation.induction.values import Caps, Heard, Role, Setting, Topic
from evaluation.kari import syntax
from evaluation.kari.evidence import Thing
from evaluation.kari.facts import Fact, Kind, Origin
from evaluation.kari.vocabulary import of_values
from games.roles import Pair
from games.sheets import Dimension

FLAT_PAPER = "RULE: SHAPE(object, flat) AND MADE_OF(object, paper)"


def thing(name):
    fact = Fact(Kind.PROPERTY, name, "thin", Origin("cskg.tsv", 1, name))
    return Thing(name, (), (fact,))


def topic(many=6):
    return Topic("fold_flat", "fold flat", tuple(thing(f"thing {n}") for n in range(many)))


def setting(vocabulary=documents.EMPTY, **caps):
    return Setting(("fold_flat", "pierce_through"), vocabulary, Caps(**caps))


def played(course, replies):
    """What was asked, as (role, round, subject); replies: texts, in the order of the calls."""
    asked, rest = [], iter(replies)
    while course.due:
        ask = course.due[0]
        asked.append((ask.role, ask.round, ask.subject))
        course.hear(ask, Heard(next(rest)))
    return asked


def test_the_first_round_drafts_and_the_others_validate_and_extend():
    # Six things in three groups: 0 and 3, 1 and 4, 2 and 5. The rule has two conditions; thing 1
    # lacks paper, so round 2 asks for a way, whose one new word meets a vocabulary.
    replies = [
        FLAT_PAPER,
        "1. YES\n2. YES",
        "1. YES\n2. NO",
        "RULE: SHAPE(object, hinged)",
        "1. NEW",
    ]
    replies += ["1. yes\n2. yes\n3. no"] * 2
    course = Course(topic(), setting())
    assert played(course, replies) == [
        (Role.PROPOSER, 1, "thing 0, thing 3"),
        (Role.VALIDATOR, 2, "thing 1"),
        (Role.VALIDATOR, 2, "thing 4"),
        (Role.PROPOSER, 2, "thing 4"),
        (Role.AUDITOR, 2, "hinged"),
        (Role.VALIDATOR, 3, "thing 2"),
        (Role.VALIDATOR, 3, "thing 5"),
    ]
    assert course.ended
    assert syntax.render(course.standing.rule) == (
        "SHAPE(object, flat) AND MADE_OF(object, paper) OR SHAPE(object, hinged)"
    )
    second, third = course.standing.rounds
    assert (second.covered, second.uncovered) == ((("thing 1", 0),), ("thing 4",))
    assert (second.share, third.share) == (0.5, 1.0)


def test_stored_calls_lead_to_the_same_next_call():
    replies = [FLAT_PAPER, "1. YES\n2. YES", "1. YES\n2. NO", "RULE: SHAPE(object, hinged)"]
    whole, kept = Course(topic(), setting()), {}
    for reply in replies:
        ask = whole.due[0]
        kept[ask.place] = Kept(ask.messages, Heard(reply))
        whole.hear(ask, Heard(reply))
        again = Course(topic(), setting(), kept)
        assert [a.messages for a in again.due] == [a.messages for a in whole.due]
        assert again.standing.rounds == whole.standing.rounds


def test_a_stored_call_that_asked_something_else_is_no_call_of_this_course():
    ask = Course(topic(), setting()).due[0]
    kept = {ask.place: Kept(ask.messages[:1], Heard(FLAT_PAPER))}
    with pytest.raises(Diverged, match="Step 1, ask 1 asks something else now"):
        Course(topic(), setting(), kept)


def test_calls_of_one_batch_may_be_heard_in_any_order():
    first, second = Course(topic(), setting()), Course(topic(), setting())
    for course, backwards in ((first, False), (second, True)):
        course.hear(course.due[0], Heard(FLAT_PAPER))
        for ask in sorted(course.due, key=lambda a: a.sequence, reverse=backwards):
            course.hear(ask, Heard("1. YES\n2. NO" if ask.sequence == 2 else "1. YES\n2. YES"))
    assert first.standing.rounds == second.standing.rounds
    assert first.due[0].messages == second.due[0].messages


def test_a_reply_of_no_use_is_asked_again_with_what_is_wrong_and_then_passed_over():
    course = Course(topic(), setting(asks=2))
    course.hear(course.due[0], Heard("I would say something flat."))
    (again,) = course.due
    assert (again.sequence, again.attempt, len(again.messages)) == (1, 2, 4)
    assert "There is no rule in it" in again.messages[-1].text
    course.hear(again, Heard("Sorry."))
    assert course.ended
    assert (course.standing.rule, course.standing.passed_over) == (None, {1})


def test_a_prompt_that_is_too_long_is_not_asked_again():
    course = Course(topic(), setting(asks=3))
    course.hear(course.due[0], Heard("", "too_long"))
    assert course.ended
    assert course.standing.passed_over == {1}


def test_a_thing_that_the_validator_says_nothing_of_cannot_be_told():
    # Both of round 2 get prose twice; nothing is uncovered, so no way is asked for.
    replies = [FLAT_PAPER, *["It depends."] * 4, *["1. yes\n2. yes"] * 2]
    course = Course(topic(), setting(asks=2))
    played(course, replies)
    second, _ = course.standing.rounds
    assert second.unknown == ("thing 1", "thing 4")
    assert second.share == 0


def test_a_synonym_joins_the_vocabulary_and_the_rule_takes_the_value():
    paper = Pair(Dimension.MATERIAL, "paper")
    course = Course(topic(1), setting(of_values([paper])))
    played(course, ["RULE: MADE_OF(object, papery)", "1. paper"])
    assert syntax.render(course.standing.rule) == "MADE_OF(object, paper)"
    assert course.standing.vocabulary.synonyms(paper) == ("papery",)


def test_two_words_of_a_first_proposal_may_mean_the_same():
    # No value is there yet, so the auditor is asked of the two words alone; the shape is the
    # only one of its dimension.
    course = Course(topic(1), setting())
    rule = "RULE: MADE_OF(object, paper) OR SHAPE(object, flat) AND MADE_OF(object, papery)"
    asked = played(course, [rule, "1. NEW\n2. paper"])
    assert asked[1] == (Role.AUDITOR, 1, "paper, papery")
    assert syntax.render(course.standing.rule) == "MADE_OF(object, paper)"
    vocabulary = course.standing.vocabulary
    assert vocabulary.synonyms(Pair(Dimension.MATERIAL, "paper")) == ("papery",)
    assert vocabulary.values(Dimension.SHAPE) == ("flat",)


def test_a_word_is_new_where_the_auditor_is_of_no_use():
    paper = Pair(Dimension.MATERIAL, "paper")
    course = Course(topic(1), setting(of_values([paper]), asks=2))
    played(course, ["RULE: MADE_OF(object, card)", "1. wood", "1. wood"])
    assert course.standing.vocabulary.values(Dimension.MATERIAL) == ("card", "paper")


def test_a_way_that_is_the_rule_in_other_words_changes_nothing():
    known = of_values([Pair(Dimension.SHAPE, "flat")])
    replies = [
        "RULE: SHAPE(object, flat)",
        "1. NO",
        "RULE: SHAPE(object, level)",
        "1. flat",
        "1. NO",
    ]
    replies += ["RULE: NONE"]
    course = Course(topic(3), setting(known))
    played(course, replies)
    assert syntax.render(course.standing.rule) == "SHAPE(object, flat)"


def test_a_proposer_that_never_stops_meets_the_cap():
    # Two ways fit. Round 2 has two things, shown one by one: the second way makes the rule full.
    replies = ["RULE: SHAPE(object, a0)", "1. NO", "1. NO", "RULE: SHAPE(object, a1)", "1. NEW"]
    replies += ["RULE: SHAPE(object, a2) OR SHAPE(object, a3)"] * 2
    replies += ["1. NO\n2. NO"] * 2 + ["RULE: SHAPE(object, a9)"] * 4
    course = Course(topic(), setting(ways=2, shown=1, asks=2))
    asked = played(course, replies)
    assert sum(role == Role.PROPOSER for role, _, _ in asked) == 8
    assert syntax.render(course.standing.rule) == "SHAPE(object, a0) OR SHAPE(object, a1)"
    assert len(course.standing.passed_over) == 3


@pytest.mark.parametrize(("things", "calls"), [(0, 0), (1, 2), (3, 8), (6, 10), (30, 30)])
def test_how_many_calls_there_are_at_most(things, calls):
    # 30 things: groups of 10; draft and audit 2, rounds 2 and 3 validate 10 each and ask for ways
    # ceil(10 / 8) = 2 times each, each with an audit: 2 + 20 + 2 * 4 = 30.
    assert most_calls(things, Caps()) == calls


def test_evidence_and_vocabulary_survive_being_stored():
    held = topic(2).things
    assert documents.things(documents.of_things(held)) == held
    known = of_values([Pair(Dimension.SHAPE, "flat"), Pair(Dimension.SIZE, "flat")])
    back = documents.vocabulary(documents.of_vocabulary(known))
    assert back.meanings == known.meanings
    assert documents.vocabulary("").meanings == {}
