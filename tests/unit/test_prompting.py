"""What a model is told in a run, a test for each line of the checklist, and how it grows."""

from dataclasses import replace

import pytest

from evaluation import prompting
from games import presets, rules
from games.presets import Condition, MultiProperty
from games.roles import Guess, Question, Unparseable
from games.rules import Answer, GameSpec, Limits, Reason, State

CANDIDATES = {
    key: f"Defines {key}." for key in ("dig_soil", "fold_flat", "hold_liquid", "roll_on_floor")
}
GAME = GameSpec("thing", tuple(CANDIDATES), "fold_flat")


def protocol(preset="paper", condition=Condition.QUESTIONS):
    return presets.of_preset(preset, oracle="o", checker="c", condition=condition)


def brief(preset="paper", condition=Condition.QUESTIONS, **told):
    return prompting.brief(protocol(preset, condition), CANDIDATES, **told)


def ask(state, text="Is it flat?"):
    return rules.ask(state, text)


def answered(state, text="Is it flat?", answer=Answer.YES):
    return rules.reply(ask(state, text), answer)


def refused(state, text="Can it dig?", reason=Reason.FUNCTION_OR_USE):
    return rules.refuse(ask(state, text), reason)


def states():
    """A whole game of two questions, state by state: every kind of turn is among them."""
    state = State(GAME, Limits(questions=4))
    path = [state]
    for step in (
        lambda s: refused(s),
        lambda s: answered(s),
        lambda s: refused(s, "hm", Reason.UNPARSEABLE),
        lambda s: refused(s, "", Reason.UNPARSEABLE),
        lambda s: refused(s, "Is it flat and round?", Reason.MULTIPLE_PROPERTIES),
        lambda s: refused(s, "Is it odd?", Reason.CANNOT_TELL),
        lambda s: answered(s, "Is it made of tin?", Answer.NO),
        lambda s: answered(s, "Is it long?", Answer.NO),
        lambda s: rules.refuse_guess(s, "FINAL_GUESS: swim"),
        lambda s: rules.refuse_guess(s, "Is it wide?"),
    ):
        state = step(state)
        path.append(state)
    return path


def told(state, briefing=None):
    return prompting.conversation(briefing or limited(), rules.questioner_view(state))


def limited():
    return prompting.Briefing("system", "opening", Limits(questions=4))


def last(state):
    return told(state)[-1].text


def after_first(state):
    return told(state)[3].text


def test_each_move_s_messages_begin_with_those_of_the_move_before():
    longer = [told(state) for state in states()]
    for before, after in zip(longer, longer[1:], strict=False):
        assert after[: len(before)] == before
        assert len(after) == len(before) + 2


def test_a_game_that_is_folded_from_its_stored_turns_sends_the_same_at_every_position():
    for state in states():
        resumed = rules.fold(GAME, state.turns, None, limits=state.limits)
        assert told(resumed) == told(state)


def test_user_and_assistant_take_turns_and_the_user_speaks_last():
    roles = [message.role for message in told(states()[-1])]
    assert roles == ["system", *["user", "assistant"] * 10, "user"]


def test_the_rules_of_the_game_come_before_its_candidates():
    system = brief().system
    assert system.endswith("\n".join(CANDIDATES))
    other = prompting.brief(protocol(), {"swim": "", "fly": ""}).system
    shared = system.index("dig_soil")
    assert other[:shared] == system[:shared]


def test_it_asks_one_yes_no_question_a_turn():
    assert "one yes/no question a turn" in brief().system


def test_it_asks_about_exactly_one_static_property_of_four_dimensions():
    assert "exactly one static physical property" in brief().system
    assert "material, shape, size, surface" in brief().system


@pytest.mark.parametrize("probe", ["function", "use", "category", "two properties"])
def test_it_is_shown_what_not_to_ask(probe):
    line = next(line for line in brief().system.splitlines() if f"Never ask about {probe}" in line)
    assert 'not "' in line


def test_where_questions_on_several_properties_are_allowed_it_is_told_so():
    allowing = replace(protocol(), multi_property=MultiProperty.ALLOW)
    system = prompting.brief(allowing, CANDIDATES).system
    assert "A question may be about two or more properties at once" in system
    assert "exactly one" not in system.split("Guessing")[0].split("Asking")[1]
    assert "Never ask about two properties" not in system


def test_it_guesses_only_when_confident_or_after_twenty():
    assert "only when you are confident, or when all 20 questions are spent" in brief().system


def test_it_is_given_the_two_exact_forms():
    lines = brief().system.splitlines()
    assert {"QUESTION: <text>", "FINAL_GUESS: <affordance>"} <= set(lines)


def test_the_paper_s_preset_shows_labels_alone():
    assert "Defines" not in brief("paper").system


def test_the_house_s_preset_shows_what_candidates_mean():
    assert "fold_flat: Defines fold_flat." in brief("house").system.splitlines()


def test_matched_rules_stand_in_the_system_text():
    system = brief(matched_rules="fold_flat: thin sheets").system
    assert system.endswith("fold_flat: thin sheets")


def test_without_rules_none_are_spoken_of():
    assert "Physical conditions" not in brief().system


def test_a_shown_name_is_told_and_nothing_may_be_asked():
    briefing = brief(condition=Condition.NAME_SHOWN, given={"name": "splindow"})
    assert "splindow" in briefing.opening
    assert "QUESTION:" not in briefing.system + briefing.opening
    assert briefing.limits.questions == 0


def test_a_full_sheet_is_told_whole():
    briefing = brief(condition=Condition.FULL_SHEET, given={"sheet": "Material: tharn"})
    assert "Material: tharn" in briefing.opening


def test_labels_alone_tell_nothing_of_the_object():
    briefing = brief("house", Condition.LABELS_ONLY, given={})
    assert "Nothing is told" in briefing.opening
    assert "Defines" not in briefing.system


def test_an_answer_is_told_with_what_is_left():
    state = answered(State(GAME, Limits(questions=4)))
    assert last(state) == "Answer: yes\nQuestions left: 3. Your next move:"


def test_a_refusal_is_told_with_its_reason_and_costs_nothing():
    text = last(states()[1])
    assert "about a function" in text
    assert "cost nothing" in text
    assert "Questions left: 4" in text


def test_the_third_refusal_in_a_row_spends_the_turn():
    text = last(states()[5])
    assert "The turn is spent" in text
    assert "Questions left: 2" in text


def test_the_last_answer_asks_for_the_guess_alone():
    text = last(states()[8])
    assert text.startswith("Answer: no\nNo questions are left.")
    assert "FINAL_GUESS: <affordance>" in text
    assert "next move" not in text


def test_what_is_no_guess_of_the_list_is_asked_for_again():
    assert "not a final guess from the list" in last(states()[9])


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_is_put_into_words(reason):
    state = refused(State(GAME, Limits(questions=4)), reason=reason)
    assert last(state).startswith("Not answered: ")


def test_a_question_stands_as_it_was_read():
    assert told(states()[1])[2].text == "QUESTION: Can it dig?"


def test_a_reply_in_neither_form_stands_as_it_was_seen():
    assert told(states()[3])[6].text == "hm"


def test_an_empty_reply_stands_as_nothing_said():
    assert told(states()[4])[8].text == "(nothing)"


def test_a_waiting_turn_is_no_time_for_a_move():
    with pytest.raises(ValueError, match="1.1 is waiting"):
        told(ask(State(GAME, Limits(questions=4))))


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Question("Is it flat?"), "QUESTION: Is it flat?"),
        (Guess("dig_soil"), "FINAL_GUESS: dig_soil"),
        (Unparseable("hm", "no_form"), "hm"),
    ],
)
def test_a_move_is_said_in_its_form(move, text):
    assert prompting.said(move) == text


def test_what_is_shown_of_a_reply_is_without_its_thinking_and_of_a_stated_length():
    reply = "<think>it may be a spoon</think>" + "ab " * 500
    assert prompting.visible(reply) == ("ab " * 500)[: prompting.VISIBLE_LENGTH]


def test_thinking_that_never_ends_leaves_nothing_to_see():
    assert prompting.visible("<think>on and on") == ""
