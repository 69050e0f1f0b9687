"""How long a game may get, in tokens by a first reply's, and whether a context holds it."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation import prompting
from evaluation.checked import Check, failed, noted, passed
from evaluation.prompting import VISIBLE_LENGTH, Briefing
from games import rules
from games.llm.chat import Message
from games.rules import Answer, GameSpec, Reason, State

# What people may type; of a reply in neither form so much is told again.
LONG_TEXT = ("Is it made, at least for its most part, of some kind of hard material? " * 5)[
    :VISIBLE_LENGTH
]
# Where a server does not count: English takes about four characters a token, few models less.
CHARACTERS_A_TOKEN = 3.0
# What a chat template puts around each message; measured with ChatML.
TOKENS_A_MESSAGE = 4


@dataclass(frozen=True)
class Needs:
    """Tokens of a game with the reply to it.

    usual: each question asked once, with a text of `VISIBLE_LENGTH` characters. most: every reply
    that the rules allow, each as long as its limit. replies: how many those are.
    """

    usual: int
    most: int
    replies: int


def opening_state(candidates: Sequence[str], briefing: Briefing) -> State:
    """The state before the first move of a game of these candidates."""
    return State(GameSpec("", tuple(candidates), candidates[0]), briefing.limits)


def usual_game(candidates: Sequence[str], briefing: Briefing) -> list[Message]:
    """Return the conversation before the guess where each question was answered at once."""
    state = opening_state(candidates, briefing)
    while state.questions_left:
        state = rules.reply(rules.ask(state, LONG_TEXT), Answer.YES)
    return prompting.conversation(briefing, rules.questioner_view(state))


def longest_game(candidates: Sequence[str], briefing: Briefing, text: str = "") -> list[Message]:
    """Return the conversation before the last reply where none could be read; each is `text`."""
    state = opening_state(candidates, briefing)
    while state.questions_left:
        state = rules.refuse(rules.ask(state, text), Reason.UNPARSEABLE)
    for _ in range(briefing.limits.attempts - 1):
        state = rules.refuse_guess(state, text)
    return prompting.conversation(briefing, rules.questioner_view(state))


def needs_of(
    candidates: Sequence[str],
    briefing: Briefing,
    *,
    prompt_tokens: int,
    told_tokens: int,
    reply_tokens: int,
) -> Needs:
    """Return what games take.

    prompt_tokens: what the server counted for the opening, 0 where it does not count.
    told_tokens: the limit of what of a reply is told again. reply_tokens: of the reply itself,
        hidden reasoning included.
    """
    usual, longest = usual_game(candidates, briefing), longest_game(candidates, briefing)
    opening = longest[:2]
    replies = len(longest) // 2
    told_again = (replies - 1) * told_tokens
    return Needs(
        usual=tokens_of(usual, opening, prompt_tokens) + reply_tokens,
        most=tokens_of(longest, opening, prompt_tokens) + told_again + reply_tokens,
        replies=replies,
    )


def tokens_of(messages: Sequence[Message], opening: Sequence[Message], prompt_tokens: int) -> int:
    """Return about how many tokens a conversation takes, by those of its opening."""
    counted = _length(opening) / prompt_tokens if prompt_tokens else CHARACTERS_A_TOKEN
    more = TOKENS_A_MESSAGE * (len(messages) - len(opening))
    return round(_length(messages) / counted) + more


def context_check(needs: Needs, context: int | None) -> Check:
    """Whether a context of so many tokens holds games; None where nobody says how many."""
    usual = (
        f"A game whose texts have {VISIBLE_LENGTH} characters each needs about {needs.usual:,} "
        "tokens"
    )
    most = f"one whose {needs.replies} replies all use up their limit about {needs.most:,}"
    if context is None:
        said = f"{usual}, {most}; the server does not say what its context holds."
        return noted("context", said)
    if context >= needs.most:
        return passed("context", f"{usual}, {most}; the context holds {context:,}.")
    if context >= needs.usual:
        outgrown = "A game that outgrows it is aborted, alone"
        said = f"{usual}, {most}; the context holds {context:,}. {outgrown}."
        return noted("context", said)
    return failed(
        "context",
        f"{usual}; the context holds {context:,}.",
        "Start the server with a larger context (vLLM: --max-model-len), or lower "
        "sampling.questioner_tokens.",
    )


def _length(messages: Sequence[Message]) -> int:
    return sum(len(message.text) for message in messages)
