"""How long a game may get: the conversation of a long one, and its tokens by a first reply's."""

import math
from collections.abc import Sequence

from evaluation import prompting
from evaluation.prompting import Briefing
from games import rules
from games.llm.chat import Message
from games.rules import Answer, GameSpec, Reason, State

# As long as the questions of people and models are that are not short.
QUESTION = "Is it made, at least for its most part, of some kind of hard material?"
# Where a server does not count: English takes about four characters a token, few models less.
CHARACTERS_A_TOKEN = 3.0


def opening_state(candidates: Sequence[str], briefing: Briefing) -> State:
    """The state before the first move of a game of these candidates."""
    return State(GameSpec("", tuple(candidates), candidates[0]), briefing.limits)


def longest_game(candidates: Sequence[str], briefing: Briefing) -> list[Message]:
    """Return the conversation before the guess when all turns are spent, each refused once."""
    state = opening_state(candidates, briefing)
    while state.questions_left:
        state = rules.refuse(rules.ask(state, QUESTION), Reason.MULTIPLE_PROPERTIES)
        state = rules.reply(rules.ask(state, QUESTION), Answer.YES)
    return prompting.conversation(briefing, rules.questioner_view(state))


def tokens_needed(
    opening: Sequence[Message], longest: Sequence[Message], *, prompt_tokens: int, reply_tokens: int
) -> int:
    """Return how many tokens the longest conversation and a reply take.

    prompt_tokens: what the server counted for the opening, 0 where it does not count.
    """
    counted = _length(opening) / prompt_tokens if prompt_tokens else CHARACTERS_A_TOKEN
    return math.ceil(_length(longest) / counted) + reply_tokens


def _length(messages: Sequence[Message]) -> int:
    return sum(len(message.text) for message in messages)
