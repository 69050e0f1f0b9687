"""A game told to a model: every message follows from what the Questioner may see.

Nothing is kept between moves, so a game that goes on after a stop sends what it would have sent.
Each move's messages begin with those of the move before, static text first, so that a server
finds them in its prefix cache.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from games import prompts, rules
from games.llm.chat import Message
from games.presets import Condition, MultiProperty, Protocol
from games.replies.spoken import spoken
from games.roles import Guess, Move, Question, Unparseable
from games.rules import Limits, Turn, TurnStatus, View

PROMPT = "questioner"
# What of a reply in neither form is shown again: as much as a person may type.
VISIBLE_LENGTH = 300
# Turns whose texts are kept: each is told again before every later move of its game.
TOLD = 16_384


@dataclass(frozen=True)
class Briefing:
    """What is said before a game's first move: the rules with the candidates, and the opening."""

    system: str
    opening: str
    limits: Limits


def brief(
    protocol: Protocol,
    candidates: Mapping[str, str],
    *,
    given: Mapping[str, str] | None = None,
    matched_rules: str = "",
) -> Briefing:
    """Return a game's briefing.

    candidates: key -> definition, which is told where the protocol shows definitions.
    given: what a control condition gives, by its word in the prompt: `name`, or `sheet`.
    matched_rules: the rules of the candidates in words; "" for none.
    """
    prompt = prompts.load(PROMPT)
    defined = protocol.candidates == "labels_and_definitions"
    lines = [f"{key}: {meant}" if defined else key for key, meant in candidates.items()]
    asks = protocol.condition == Condition.QUESTIONS
    system = prompt.render(
        "system" if asks else "control",
        candidates="\n".join(lines),
        budget=str(protocol.questions),
        attempts=str(protocol.attempts),
        **_on_several_properties(protocol),
    )
    if matched_rules:
        system += "\n\n" + prompt.render("rules", rules=matched_rules)
    opening = prompt.render("start" if asks else protocol.condition, **(given or {}))
    return Briefing(system, opening, protocol.limits)


def _on_several_properties(protocol: Protocol) -> Mapping[str, str]:
    """What is said of questions on more than one property, by its word in the prompt."""
    prompt = prompts.load(PROMPT)
    allowed = protocol.multi_property == MultiProperty.ALLOW
    return {
        "about": prompt.sections["about_several" if allowed else "about_one"],
        "together": prompt.sections["together_allowed" if allowed else "together_refused"],
    }


def conversation(briefing: Briefing, view: View) -> list[Message]:
    """Return all messages up to the next move."""
    messages = [Message("system", briefing.system), Message("user", briefing.opening)]
    for turn in view.turns:
        messages += _exchange(turn, briefing.limits)
    return messages


def belief_question(
    messages: list[Message], move: Move, letters: Mapping[str, str]
) -> list[Message]:
    """Return the conversation with the move and a question for the player's own belief.

    letters: option letter -> candidate. The tail is dropped before the next move.
    """
    options = "\n".join(f"{letter}: {candidate}" for letter, candidate in letters.items())
    asked = prompts.load(PROMPT).render("belief", options=options)
    return [*messages, Message("assistant", said(move)), Message("user", asked)]


def said(move: Move) -> str:
    """Return a move as its reply was read."""
    match move:
        case Question(text):
            return f"QUESTION: {text}"
        case Guess(affordance):
            return f"FINAL_GUESS: {affordance}"
        case Unparseable(text, _):
            return text or prompts.load(PROMPT).sections["nothing"]


def visible(reply: str) -> str:
    """Return a reply without its thinking, at most VISIBLE_LENGTH characters of it."""
    return spoken(reply).text[:VISIBLE_LENGTH]


@lru_cache(maxsize=TOLD)
def _exchange(turn: Turn, limits: Limits) -> tuple[Message, Message]:
    """What was said at a turn, and what was told in return."""
    return Message("assistant", _said(turn, limits)), Message("user", _told(turn, limits))


def _said(turn: Turn, limits: Limits) -> str:
    in_no_form = turn.reason in (rules.Reason.UNPARSEABLE, rules.Reason.NOT_A_CANDIDATE)
    if in_no_form or turn.number > limits.questions:
        return said(Unparseable(turn.question, ""))
    return said(Question(turn.question))


def _told(turn: Turn, limits: Limits) -> str:
    prompt = prompts.load(PROMPT)
    if turn.number > limits.questions:
        return prompt.render("misguessed")
    left = limits.questions - _spent(turn, limits)
    onward = prompt.render("next", left=str(left)) if left else prompt.render("last")
    return f"{_outcome(turn, limits)}\n{onward}"


def _outcome(turn: Turn, limits: Limits) -> str:
    prompt = prompts.load(PROMPT)
    if turn.status == TurnStatus.ANSWERED and turn.answer:
        return prompt.render("answered", answer=turn.answer.value)
    if turn.status != TurnStatus.REFUSED or turn.reason is None:
        raise ValueError(f"Turn {turn.number}.{turn.attempt} is {turn.status}: no move is due.")
    section = "forfeited" if rules.forfeited(turn, limits) else "refused"
    return prompt.render(section, reason=prompt.render(turn.reason))


def _spent(turn: Turn, limits: Limits) -> int:
    settled = turn.status == TurnStatus.ANSWERED or rules.forfeited(turn, limits)
    return turn.number if settled else turn.number - 1
