"""Models as Oracle and Checker, with scripted replies."""

import math

import pytest

from games import prompts
from games.llm.chat import Reply
from games.llm.loop import wait_for
from games.llm.scripted import Scripted
from games.model_roles import (
    ModelChecker,
    ModelOracle,
    Scored,
    calibrate,
    known_facts,
    scored,
    signed_margin,
)
from games.roles import Pair, UnusableReply
from games.rules import Answer, Reason
from games.sheets import Dimension, Extent, Measure, ObjectSheet, Property

SPADE = ObjectSheet(
    key="spade",
    name="spade",
    description="A flat steel blade on a long ash handle.",
    properties=frozenset(
        {
            Property(Dimension.MATERIAL, "steel", part="blade"),
            Property(Dimension.SHAPE, "long"),
        }
    ),
    measures={Extent.LENGTH: Measure(95, 105), Extent.MASS: Measure(1800, 1800)},
)


def says(**logprobs):
    return Reply("Yes", "small", first_logprobs=logprobs)


def answer(model, **settings):
    return wait_for(ModelOracle(model, **settings).answer(SPADE, "Is it long?"))


def check(model):
    return wait_for(ModelChecker(model).check("Is it long?"))


def test_the_likelier_word_is_the_answer():
    verdict = answer(Scripted([says(Yes=-2.0, No=-0.5)]))
    assert (verdict.answer, verdict.forced) == (Answer.NO, Answer.NO)


def test_the_confidence_is_the_share_of_the_likelier_word():
    # Yes is 3 times as likely as no: 3 / (3 + 1) = 0.75.
    verdict = answer(Scripted([says(Yes=math.log(0.6), No=math.log(0.2))]))
    assert verdict.confidence == pytest.approx(0.75)


def test_below_the_margin_it_cannot_tell_but_leans():
    # log P(yes) - log P(no) = -1.0 + 1.4 = 0.4, under the margin of 1.
    verdict = answer(Scripted([says(Yes=-1.0, No=-1.4)]), margin=1.0)
    assert (verdict.answer, verdict.forced) == (Answer.CANNOT_TELL, Answer.YES)


def test_without_logprobs_the_text_decides():
    verdict = answer(Scripted(["No, it is short."]), constrained=False)
    assert (verdict.answer, verdict.confidence) == (Answer.NO, None)


def test_an_unusable_reply_is_asked_for_again():
    model = Scripted(["Perhaps.", "yes"])
    verdict = answer(model, constrained=False)
    assert verdict.answer == Answer.YES
    assert [reply.text for reply in verdict.replies] == ["Perhaps.", "yes"]


def test_the_second_request_goes_on_from_the_first():
    model = Scripted(["Perhaps.", "yes"])
    answer(model, constrained=False)
    first, second = (messages for messages, _ in model.requests)
    assert second[: len(first)] == first
    assert second[len(first)].text == "Perhaps."


def test_three_unusable_replies_are_never_turned_into_an_answer():
    model = Scripted(["Hm.", "Hm.", "Not really."])
    with pytest.raises(UnusableReply) as raised:
        answer(model, constrained=False)
    assert len(raised.value.replies) == 3


def test_the_oracle_is_asked_for_a_choice_at_temperature_zero():
    model = Scripted([says(Yes=-0.1, No=-3.0)])
    answer(model)
    options = model.requests[0][1]
    assert (options.choices, options.temperature, options.max_tokens) == (("Yes", "No"), 0.0, 20)
    assert options.top_logprobs > 0


def test_the_oracle_is_told_everything_about_the_object():
    model = Scripted(["yes"])
    answer(model, constrained=False)
    told = model.requests[0][0][-1].text
    for known in (SPADE.description, "steel", "95 to 105 cm", "1800 g", "Is it long?"):
        assert known in told


def test_the_rules_come_first_and_are_the_same_for_every_object():
    model = Scripted(["yes", "yes"])
    answer(model, constrained=False)
    other = ObjectSheet("cup", "cup", "A china cup.")
    wait_for(ModelOracle(model, constrained=False).answer(other, "Is it hard?"))
    assert model.requests[0][0][0] == model.requests[1][0][0]


def test_the_oracle_s_version_names_model_prompt_and_margin():
    version = ModelOracle(Scripted([], name="small"), margin=1.5).version
    assert version == f"model-oracle small {prompts.load('oracle').sha256[:8]} margin 1.5"


def test_facts_stand_in_a_fixed_order():
    assert known_facts(SPADE).splitlines() == [
        "material: steel (blade)",
        "shape: long",
        "length: 95 to 105 cm",
        "mass: 1800 g",
    ]


def test_spellings_of_a_word_add_up():
    # Yes 0.3 + 0.3 = 0.6 against no 0.2: log 3.
    logprobs = {"Yes": math.log(0.3), " yes": math.log(0.3), "NO": math.log(0.2)}
    assert signed_margin(logprobs) == pytest.approx(math.log(3))


def test_a_word_out_of_sight_is_at_most_as_likely_as_the_last_one_seen():
    assert signed_margin({"Yes": -0.5, "The": -1.0, "A": -4.0}) == pytest.approx(3.5)


def test_neither_word_in_sight_has_no_margin():
    assert signed_margin({"The": -0.5, "Note": -2.0}) is None


def test_no_logprobs_have_no_margin():
    assert signed_margin({}) is None


def test_one_pair_is_a_valid_question():
    ruling = check(Scripted(["SIZE:long"]))
    assert ruling.valid
    assert ruling.pairs == (Pair(Dimension.SIZE, "long"),)


def test_two_pairs_are_refused_and_kept():
    ruling = check(Scripted(["SIZE:long\nSIZE:narrow"]))
    assert ruling.reason == Reason.MULTIPLE_PROPERTIES
    assert [str(pair) for pair in ruling.pairs] == ["SIZE:long", "SIZE:narrow"]


def test_a_checker_s_replies_are_kept():
    ruling = check(Scripted(["Let me see.", "SHAPE:round"]))
    assert [reply.text for reply in ruling.replies] == ["Let me see.", "SHAPE:round"]


def test_a_checker_without_a_form_is_unusable():
    with pytest.raises(UnusableReply):
        check(Scripted(["Fine.", "Fine.", "Fine."]))


def test_the_checker_is_asked_for_at_most_fifty_tokens_at_temperature_zero():
    model = Scripted(["SIZE:long"])
    check(model)
    assert (model.requests[0][1].max_tokens, model.requests[0][1].temperature) == (50, 0.0)


def test_the_checker_s_version_names_model_and_prompt():
    version = ModelChecker(Scripted([], name="small")).version
    assert version == f"model-checker small {prompts.load('checker').sha256[:8]}"


def test_a_verdict_is_scored_by_its_last_reply_s_margin():
    verdict = answer(Scripted([says(Yes=-0.5, No=-2.0)]))
    assert scored(verdict, Answer.NO) == Scored(1.5, Answer.NO)


def test_a_verdict_by_text_has_no_margin_to_score():
    verdict = answer(Scripted(["yes"]), constrained=False)
    assert scored(verdict, Answer.YES) is None


def rows(*pairs):
    return [Scored(margin, gold) for margin, gold in pairs]


def test_no_margin_is_needed_where_every_answer_is_right():
    found = calibrate(rows((2.0, Answer.YES), (-0.1, Answer.NO)))
    assert (found.margin, found.accuracy, found.coverage, found.reached) == (0.0, 1.0, 1.0, True)


def test_the_smallest_margin_that_is_right_often_enough_is_taken():
    # Wrong only at 0.5. Above it 3 of 4 are answered, all right; forced 3 of 4.
    found = calibrate(
        rows((0.5, Answer.NO), (1.0, Answer.YES), (2.0, Answer.YES), (-3.0, Answer.NO))
    )
    assert (found.margin, found.accuracy, found.coverage) == (1.0, 1.0, 0.75)
    assert found.forced_accuracy == 0.75


def test_where_no_margin_is_enough_the_nearest_is_given():
    # Wrong at 3.0, right at 1.0: all answered gives 1 of 2, only the surest gives 0 of 1.
    found = calibrate(rows((3.0, Answer.NO), (1.0, Answer.YES)))
    assert (found.margin, found.accuracy, found.reached) == (0.0, 0.5, False)


def test_a_margin_that_answers_too_little_is_not_considered():
    # Only 1 of 10 is right beyond doubt; the least coverage asked for is 0.2.
    wrong = [(1.0, Answer.NO)] * 9
    found = calibrate(rows(*wrong, (5.0, Answer.YES)))
    assert (found.reached, found.coverage) == (False, 1.0)


def test_calibrating_on_nothing_is_refused():
    with pytest.raises(ValueError, match="none"):
        calibrate([])
