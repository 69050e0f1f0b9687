"""How long games may get, held against a game that a real model played to its last attempt.

The transcript: SmolLM2-135M at vLLM, preset paper, no reply of 63 in one of the two forms. The
server counted 460 tokens for its opening and 7,268 before the last reply to turn 20.
"""

import pytest

from evaluation import prompting, rehearsal
from evaluation.checked import State
from evaluation.rehearsal import Needs
from games import presets, rules
from games.rules import Reason

CANDIDATES = (
    "pour_liquid", "cut_soft_food", "hang_from_hook", "roll_on_ground", "float_on_water",
    "reflect_light", "store_small_things", "tie_together",
)  # fmt: skip
RAMBLING = "You have one final guess, and it ends the game.\n\n" * 6
OPENING_TOKENS, OPENING_LENGTH = 460, 1658
BEFORE_THE_LAST_REPLY_TO_TURN_20 = 7268
# Characters that each of its first 59 replies was told again with, as stored.
TOLD = (
    (300,) * 17 + (251, 300) + (251,) * 13 + (202, 251, 251) * 3 + (202, 202, 251) * 3 + (202,) * 9
)


def briefing() -> prompting.Briefing:
    protocol = presets.of_preset("paper", oracle="table", checker="lexicon")
    return prompting.brief(protocol, dict.fromkeys(CANDIDATES, ""))


def as_it_was_played() -> list:
    told = briefing()
    state = rehearsal.opening_state(CANDIDATES, told)
    for length in TOLD:
        state = rules.refuse(rules.ask(state, RAMBLING[:length]), Reason.UNPARSEABLE)
    return prompting.conversation(told, rules.questioner_view(state))


def test_tokens_of_a_real_conversation_are_told_within_a_fiftieth():
    messages = as_it_was_played()
    opening = messages[:2]
    length = sum(len(message.text) for message in opening)
    # The candidates of its game were others; its tokens a character are those of the transcript.
    counted = round(OPENING_TOKENS * length / OPENING_LENGTH)
    beyond = rehearsal.tokens_of(messages, opening, counted) - counted
    assert beyond == pytest.approx(BEFORE_THE_LAST_REPLY_TO_TURN_20 - OPENING_TOKENS, rel=0.02)


def needs(**more) -> Needs:
    given = {"prompt_tokens": OPENING_TOKENS, "told_tokens": 512, "reply_tokens": 512} | more
    return rehearsal.needs_of(CANDIDATES, briefing(), **given)


def test_the_longest_game_holds_the_real_one_and_every_reply_at_its_limit():
    found = needs()
    # Twenty turns and the guess, three attempts each.
    assert found.replies == 63
    assert found.most > BEFORE_THE_LAST_REPLY_TO_TURN_20 + 512
    assert needs(told_tokens=612).most - found.most == 62 * 100


def test_a_usual_game_asks_each_question_once():
    usual = rehearsal.usual_game(CANDIDATES, briefing())
    assert len(usual) == 2 + 2 * 20
    assert all(len(message.text) == 310 for message in usual[2::2])


@pytest.mark.parametrize(
    ("context", "state"),
    [
        (999, State.FAILED),
        (1000, State.NOTED),
        (4999, State.NOTED),
        (5000, State.PASSED),
        (None, State.NOTED),
    ],
)
def test_a_context_has_to_hold_a_usual_game_and_better_holds_every_game(context, state):
    check = rehearsal.context_check(Needs(usual=1000, most=5000, replies=63), context)
    assert check.state == state and "about 1,000 tokens" in check.sentence
