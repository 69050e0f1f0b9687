"""The rules of a play: what each move does and what the rules do not allow."""

from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import rules
from games.rules import Answer, GameSpec, Limits, Outcome, Reason, State, TurnStatus

CANDIDATES = ("a", "b", "c", "d", "e", "f", "g", "h")
GAME = GameSpec(object_key="zorble", candidates=CANDIDATES, target="c")


def playing(*answers: Answer | Reason) -> State:
    """The state after these answers and refusals, in order, as far as the questions go."""
    state = State(GAME)
    for said in answers:
        if state.questions_left == 0:
            break
        state = rules.ask(state, "Is it?")
        settle = rules.reply if isinstance(said, Answer) else rules.refuse
        state = settle(state, said)  # type: ignore[arg-type]
    return state


def test_an_answer_spends_one_of_twenty_questions():
    assert playing().questions_left == 20
    assert playing(Answer.YES).questions_left == 19


def test_a_refusal_costs_no_question():
    state = playing(Reason.NOT_YES_NO)
    assert (state.questions_left, state.position) == (20, (1, 2))


def test_the_third_refusal_in_a_row_spends_the_turn():
    state = playing(Reason.NOT_YES_NO, Reason.FUNCTION_OR_USE, Reason.CANNOT_TELL)
    assert (state.questions_left, state.position) == (19, (2, 1))
    assert rules.forfeited(state.turns[-1], state.limits)


def test_an_answer_between_refusals_starts_their_count_anew():
    state = playing(Reason.NOT_YES_NO, Reason.NOT_YES_NO, Answer.NO, Reason.NOT_YES_NO)
    assert (state.questions_left, state.position) == (19, (2, 2))


def test_a_failed_turn_costs_nothing_and_is_asked_again_in_its_place():
    state = rules.fail(rules.ask(playing(Answer.YES), "Is it round?"))
    assert (state.questions_left, state.position) == (19, (2, 1))
    again = rules.ask(state, "Is it square?")
    assert [turn.question for turn in again.turns] == ["Is it?", "Is it square?"]


def test_nothing_is_asked_while_an_answer_is_on_its_way():
    waiting = rules.ask(playing(), "Is it round?")
    with pytest.raises(rules.AnswerPending):
        rules.ask(waiting, "Is it flat?")


def test_no_guess_is_made_while_an_answer_is_on_its_way():
    waiting = rules.ask(playing(), "Is it round?")
    with pytest.raises(rules.AnswerPending):
        rules.guess(waiting, "c")


def test_after_twenty_questions_only_the_guess_is_left():
    state = playing(*[Answer.NO] * 20)
    assert state.questions_left == 0
    with pytest.raises(rules.OutOfQuestions):
        rules.ask(state, "Is it round?")
    assert rules.guess(state, "c").outcome == Outcome.WON


def test_a_control_condition_has_no_question_and_a_guess():
    state = rules.State(GAME, Limits(questions=0))
    assert (state.questions_left, state.position) == (0, (1, 1))
    with pytest.raises(rules.NoQuestions):
        rules.ask(state, "Is it round?")
    assert rules.guess(state, "c").outcome == Outcome.WON


def test_a_right_guess_wins_and_a_wrong_one_loses():
    assert rules.guess(playing(), "c").outcome == Outcome.WON
    assert rules.guess(playing(), "d").outcome == Outcome.LOST


def test_a_guess_outside_the_candidates_changes_nothing():
    with pytest.raises(rules.NotACandidate):
        rules.guess(playing(), "z")


def test_nothing_can_be_done_after_the_end():
    ended = rules.guess(playing(), "c")
    for move in (
        lambda: rules.ask(ended, "Is it?"),
        lambda: rules.guess(ended, "c"),
        lambda: rules.reply(ended, Answer.YES),
        lambda: rules.abort(ended),
        lambda: rules.refuse_guess(ended, "hm"),
    ):
        with pytest.raises(rules.PlayEnded):
            move()


def test_an_answer_needs_a_waiting_question():
    with pytest.raises(rules.NothingWaiting):
        rules.reply(playing(), Answer.YES)


def test_three_replies_without_a_guess_after_the_last_question_end_the_play():
    state = playing(*[Answer.NO] * 20)
    for _ in range(2):
        state = rules.refuse_guess(state, "I wonder")
        assert state.outcome is None
    assert rules.refuse_guess(state, "I wonder").outcome == Outcome.OUT_OF_TURNS


def test_a_reply_without_a_guess_is_a_refused_question_before_the_last_question():
    with pytest.raises(rules.RuleBroken, match="20 questions are left"):
        rules.refuse_guess(playing(), "I wonder")


def test_an_aborted_play_is_neither_won_nor_lost():
    assert rules.abort(playing(Answer.YES)).outcome == Outcome.ABORTED


def test_the_view_of_two_games_that_differ_in_their_secret_is_the_same():
    other = replace(GAME, object_key="quibber", target="d")
    views = [rules.questioner_view(State(game)) for game in (GAME, other)]
    assert views[0] == views[1]


def test_the_view_holds_neither_object_nor_target():
    assert "zorble" not in str(asdict(rules.questioner_view(playing(Answer.YES))))
    assert not {"target", "object_key", "game"} & set(rules.View.__dataclass_fields__)


settled = st.lists(
    st.sampled_from([Answer.YES, Answer.NO, Reason.NOT_YES_NO, Reason.CANNOT_TELL]), max_size=50
)


@given(settled)
def test_folding_the_stored_turns_gives_the_state_that_the_moves_gave(said):
    state = playing(*said)
    assert rules.fold(GAME, state.turns, None, limits=Limits()) == state


@given(settled)
def test_spent_turns_are_the_answered_and_the_forfeited(said):
    state = playing(*said)
    answered = sum(turn.status == TurnStatus.ANSWERED for turn in state.turns)
    forfeited = sum(rules.forfeited(turn, state.limits) for turn in state.turns)
    assert state.spent == answered + forfeited


def test_a_gap_in_the_stored_turns_is_an_error():
    turns = playing(Answer.YES, Answer.YES).turns
    with pytest.raises(ValueError, match=r"Turn 2.1 stored, \(1, 1\) expected"):
        rules.fold(GAME, turns[1:], None, limits=Limits())
